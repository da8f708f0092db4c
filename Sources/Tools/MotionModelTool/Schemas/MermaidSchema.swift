import MotionModelGenerator
import MotionModelValues

/// The models of a file as an entity-relationship diagram of Mermaid.
struct MermaidSchema {
  private let schema: FileSchema
  private let entities: [String]

  init(_ schema: FileSchema) {
    self.schema = schema
    var names = UniqueNames(separator: "_")
    entities = schema.models.map { names.take($0.name.asEntity) }
  }

  var text: String {
    let blocks = schema.models.indices.map { block($0) }
    let keys = schema.models.indices.flatMap { lines(of: $0) }
    return (["erDiagram\n"] + blocks + keys).joined()
  }

  private func block(_ index: Int) -> String {
    let model = schema.models[index]
    if model.columns.isEmpty { return "  \(name(index))\n" }
    var unique = UniqueNames(separator: "_")
    let names = model.columns.map { unique.take($0.name.asAttribute) }
    let columns = model.columns.indices.map { place in
      let column = model.columns[place]
      let marks = [
        place == model.idPlace ? "PK" : nil, model.target(of: place) != nil ? "FK" : nil,
        model.isUnique(place) ? "UK" : nil,
      ].compactMap { $0 }
      let notes = [
        names[place] == column.name ? nil : column.name.inQuotes, column.isOptional ? "optional" : nil,
        column.isInferred ? "inferred" : nil,
      ].compactMap { $0 }
      let words =
        [column.mermaidType, names[place]] + (marks.isEmpty ? [] : [marks.joined(separator: ", ")])
        + (notes.isEmpty ? [] : ["\"\(notes.joined(separator: ", "))\""])
      return "    \(words.joined(separator: " "))\n"
    }
    return "  \(name(index)) {\n\(columns.joined())  }\n"
  }

  private func lines(of index: Int) -> [String] {
    let model = schema.models[index]
    return model.references.map { key in
      let column = model.columns[key.column]
      let isOne = model.isUnique(key.column) || key.column == model.idPlace
      let ends = (column.isOptional ? "|o" : "||") + "--" + (isOne ? "o|" : "o{")
      return "  \(name(key.model)) \(ends) \(name(index)) : \"\(column.name.inQuotes)\"\n"
    }
  }

  /// The quoted name of an entity: so it may be a keyword.
  private func name(_ index: Int) -> String { "\"\(entities[index])\"" }
}

extension FileSchema.Column {
  /// The type as a word of Mermaid.
  fileprivate var mermaidType: String { type.map(\.mermaidName) ?? typeName?.asAttribute ?? "unknown" }
}

extension ColumnType {
  fileprivate var mermaidName: String {
    switch self {
    case .array(let element): "\(element.mermaidName)[]"
    case .dictionary(let value): "Dictionary(\(value.mermaidName))"
    case .optional(let wrapped): wrapped.mermaidName
    case .enumeration(let name, let raw, _): "\(name.asAttribute)(\(raw.mermaidName))"
    case .document(let name), .custom(let name): name.isEmpty ? "JSON" : name.asAttribute
    default: "\(self)"
    }
  }
}

extension String {
  /// The string as the name of an entity in quotation marks, which has no quotation mark, percent sign or backslash.
  fileprivate var asEntity: String {
    isEmpty ? "_" : String(printable.map { "\"%\\".contains($0) ? "_" : $0 })
  }

  /// The string as a word: letters, digits, hyphens and underscores, and a letter or an underscore first.
  fileprivate var asAttribute: String { asASCIIWord }

  /// The string between quotation marks, of which it has none.
  fileprivate var inQuotes: String { String(printable.map { $0 == "\"" ? "'" : $0 }) }
}
