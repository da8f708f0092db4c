import MotionModelGenerator
import MotionModelValues

/// The models of a file as interfaces of TypeScript, for the JSON that files have.
struct TypeScriptSchema {
  private let schema: FileSchema
  private let interfaces: [String]

  /// Words that are not names of an interface.
  private static let reserved: Set<String> = [
    "any", "as", "async", "await", "bigint", "boolean", "break", "case", "catch", "class", "const", "continue",
    "debugger",
    "default", "delete", "do", "else", "enum", "export", "extends", "false", "finally", "for", "function", "if",
    "implements", "import", "in", "instanceof", "interface", "let", "never", "new", "null", "number", "object",
    "package",
    "private", "protected", "public", "return", "static", "string", "super", "switch", "symbol", "this", "throw",
    "true",
    "try", "type", "typeof", "undefined", "unknown", "var", "void", "while", "with", "yield",
  ]

  init(_ schema: FileSchema) {
    self.schema = schema
    var names = UniqueNames(taken: Self.reserved, separator: "_")
    interfaces = schema.models.map { names.take($0.name.asASCIIWord) }
  }

  var text: String { schema.models.indices.map { interface($0) }.joined(separator: "\n") }

  private func interface(_ index: Int) -> String {
    let model = schema.models[index]
    let note = interfaces[index] == model.name ? "" : "// The model \(model.name.printable).\n"
    let properties = model.columns.indices.map { property($0, of: model) }
    return "\(note)export interface \(interfaces[index]) {\n\(properties.joined())}\n"
  }

  private func property(_ place: Int, of model: FileSchema.Model) -> String {
    let column = model.columns[place]
    let type = reference(of: place, in: model) ?? column.type?.typeScript ?? "unknown"
    let isOptional = column.isOptional && place != model.idPlace
    let end = isOptional && type != "unknown" ? " | null" : ""
    let note = column.hasTypeScriptNote ? " // \(column.typeNote)" : ""
    return "  \(column.name.asProperty)\(isOptional ? "?" : ""): \(type)\(end);\(note)\n"
  }

  /// The type of a key, which is that of the ids: `Project["id"]`.
  private func reference(of place: Int, in model: FileSchema.Model) -> String? {
    guard place != model.idPlace, let target = model.target(of: place),
      let id = schema.models[target].idPlace.map({ schema.models[target].columns[$0].name })
    else { return nil }
    return "\(interfaces[target])[\(JSONFormat.written(.string(id)).printableJSON)]"
  }
}

extension FileSchema.Column {
  /// Whether the type says less than that of the file.
  fileprivate var hasTypeScriptNote: Bool {
    if isInferred { return true }
    switch type {
    case .string?, .bool?, .double?: return false
    default: return true
    }
  }
}

extension ColumnType {
  /// The type of the values that JSON has of this type.
  fileprivate var typeScript: String {
    switch self {
    case .bool: "boolean"
    case .int, .uint, .double, .float: "number"
    case .string, .decimal, .date, .uuid, .url, .data: "string"
    case .array(let element): element.isUnion ? "(\(element.typeScript))[]" : "\(element.typeScript)[]"
    case .dictionary(let value): "{ [key: string]: \(value.typeScript) }"
    case .optional(let wrapped): "\(wrapped.typeScript) | null"
    case .enumeration(_, let raw, _): raw.typeScript
    case .document, .custom: "unknown"
    }
  }

  private var isUnion: Bool { if case .optional = self { true } else { false } }
}

extension String {
  /// The string as the name of a property, in quotation marks if it is not a word.
  fileprivate var asProperty: String {
    self == asASCIIWord ? self : JSONFormat.written(.string(self)).printableJSON
  }
}
