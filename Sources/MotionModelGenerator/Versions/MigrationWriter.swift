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
    text.line("  \(typeName)(\(title), \(step.versions)) { \(rows) in")
    for change in step.changes { for line in lines(of: change, rows) { text.line("    " + line) } }
    text.line("  },")
  }

  private func lines(of change: DataModelHistory.Change, _ rows: String) -> [String] {
    switch change {
    case .type(let column, let from, let to):
      let name = SwiftLiteral.string(column)
      let type = SwiftType(named: to).isStandard ? ", to: \(SwiftLiteral.string(to))" : ""
      return [
        "// CHECK: \(column) was \(from) and is \(to): return the new value for each old one.",
        "try \(rows).convert(\(name)\(type)) { value in value }",
      ]
    case .required(let column, let initial):
      let name = SwiftLiteral.string(column)
      let isLiteral = initial.first.map { $0.isNumber || "-\"tf".contains($0) } ?? false
      let value = isLiteral ? initial : "\"\""
      return [
        "// CHECK: \(column) could be nil and cannot any more: choose the value of records that have none.",
        "try \(rows).updateRows { row in row[\(name)] = row[\(name)] ?? \(value) }",
      ]
    }
  }
}

extension SwiftType {
  /// Whether files name the type as Swift does.
  var isStandard: Bool { isNumber || ["String", "Bool", "Date", "Data", "UUID", "URL"].contains(name) }
}
