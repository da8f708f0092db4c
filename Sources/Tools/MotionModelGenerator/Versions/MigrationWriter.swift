/// Writes the migrations of a data model, with the places marked at which a person has to say what becomes of values.
struct MigrationWriter {
  let name: String
  let access: GeneratorOptions.Access
  /// The library's type, with its module where an entity is called so.
  let typeName: String

  /// Returns the source of the file.
  func source(of steps: [DataModelHistory.Step]) -> String {
    var text = SourceText()
    text.wrap(
      "Made once by motionmodel generate from the versions of \(name). It is yours, and is not overwritten.", "//")
    text.gap()
    text.line("\(access.modifier)import MotionModel")
    text.gap()
    text.line("/// The steps from files of earlier versions to those of today.")
    text.block("\(access.modifier)enum \(name)Migrations") { text in
      text.line("\(access.modifier)static let all = [")
      for step in steps { write(step, to: &text) }
      text.line("]")
    }
    return text.text
  }

  private func write(_ step: DataModelHistory.Step, to text: inout SourceText) {
    let rows = SwiftName.lowerCamel(step.model) + "s"
    let title = SwiftLiteral.string(step.dataModelVersion)
    let isOfFile = step.isOfFile
    text.line("  \(typeName)(\(title), \(step.versions)) { \(isOfFile ? "file" : rows) in")
    for change in step.changes {
      for line in lines(of: change, isOfFile ? "file[\(SwiftLiteral.string(step.model))]?" : rows) {
        text.line("    " + line)
      }
    }
    text.line("  },")
  }

  private func lines(of change: StoredChange, _ rows: String) -> [String] {
    switch change {
    case .type(let column, let from, let to):
      let type = SwiftType(named: to).isStandard ? ", to: \(SwiftLiteral.string(to))" : ""
      return converting(
        column, "\(column) was \(from) and is \(to): return the new value for each old one.", rows, type)
    case .required(let column, let initial):
      let name = SwiftLiteral.string(column)
      let isLiteral = initial.first.map { $0.isNumber || "-\"tf".contains($0) } ?? false
      let value = isLiteral ? initial : "\"\""
      return [
        "// CHECK: \(column) could be nil and cannot any more: choose the value of records that have none.",
        "try \(rows).updateRows { row in row[\(name)] = row[\(name)] ?? \(value) }",
      ]
    case .target(let column, let from, let to):
      return converting(
        column, "\(column) had ids of \(from) and has ids of \(to): return the new id for each old one.", rows)
    case .values(let column, let change):
      return converting(column, "\(change): return the new value of \(column) for each old one.", rows)
    case .joined(let relationship, let column, let join, let columns):
      return joining(relationship, column, join, columns, rows)
    case .manyTargets(let column, let typeColumn, let target):
      let (key, type) = (SwiftLiteral.string(column), SwiftLiteral.string(typeColumn))
      return [
        "// The records to which \(column) led are all of \(target).",
        "try \(rows).updateRows { row in",
        "  if let id = row[\(key)], id != .null { row[\(type)] = \(SwiftLiteral.string(target)) }",
        "}",
      ]
    case .form(let relationship, let from, let to):
      return ["// CHECK: \(relationship) was \(from) and is \(to): move what there is, or it is lost."]
    case .removed(let model):
      let name = SwiftLiteral.string(model)
      return [
        "// CHECK: \(model) is no model any more: move what is still needed, before its records are removed.",
        "file[\(name)] = nil",
      ]
    }
  }

  /// The lines that make a record for each link that a key was.
  private func converting(_ column: String, _ doubt: String, _ rows: String, _ type: String = "") -> [String] {
    ["// CHECK: \(doubt)", "try \(rows).convert(\(SwiftLiteral.string(column))\(type)) { value in value }"]
  }

  private func joining(
    _ relationship: String, _ column: String, _ join: String, _ columns: [StoredChange.Pair], _ rows: String
  ) -> [String] {
    let (name, key) = (SwiftLiteral.string(join), SwiftLiteral.string(column))
    let values = columns.map { "row[\(SwiftLiteral.string($0.new))] = old[\(SwiftLiteral.string($0.old))]" }
    return [
      "// \(relationship) was one record and is several: each link becomes a record of \(join).",
      "var links = file[\(name)] ?? StoreDocument.Table(\(name))",
      "try \(rows).updateRows { old in",
      "  guard let key = old[\(key)], key != .null else { return }",
      "  var row: StoreDocument.Row = [\"id\": .int(Int64(links.nextNumber))]",
    ] + values.map { "  " + $0 } + [
      "  links.rows.append(row)",
      "  links.nextNumber += 1",
      "  old[\(key)] = nil",
      "}",
      "file[\(name)] = links",
    ]
  }
}

extension DataModelHistory.Step {
  /// Whether a migration of it sees the whole file, and not the records of the model alone.
  var isOfFile: Bool {
    changes.contains { change in
      switch change {
      case .joined, .form, .removed: true
      default: false
      }
    }
  }
}

extension SwiftType {
  /// Whether files name the type as Swift does.
  var isStandard: Bool { isNumber || ["String", "Bool", "Date", "Data", "UUID", "URL"].contains(name) }
}
