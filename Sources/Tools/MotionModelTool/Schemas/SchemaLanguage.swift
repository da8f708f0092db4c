import MotionModelSQL
import MotionModelValues

/// A language in which the models of a file are printed.
enum SchemaLanguage: String, CaseIterable, Sendable {
  case mermaid
  case sqlite
  case postgresql
  case jsonSchema = "json-schema"
  case typescript

  /// Returns the models as text that ends with a new line.
  func text(of schema: FileSchema) -> String {
    switch self {
    case .mermaid: MermaidSchema(schema).text
    case .sqlite: SQLSchema(schema, .sqlite).text
    case .postgresql: SQLSchema(schema, .postgresql).text
    case .jsonSchema: JSONSchemaDocument(schema).text
    case .typescript: TypeScriptSchema(schema).text
    }
  }
}

extension FileSchema.Column {
  /// What a comment says of the type: its name as the file has it, and where it is from.
  var typeNote: String {
    guard let type else { return typeName?.printable ?? "of unknown type" }
    if !isInferred { return typeName?.printable ?? "\(type)" }
    return (typeName.map { "\($0.printable), " } ?? "") + "inferred from the values"
  }
}
