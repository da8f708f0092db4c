import Foundation

/// How the values of a column are written in a field of CSV, which has no types.
enum FieldForm {
  /// As text, which the column's type casts back to the same value. Arrays and dictionaries are JSON.
  case text
  /// As text; a URL that is relative to another is a JSON object, with which no URL begins.
  case url
  /// As JSON; a string that is not JSON itself is written as it is.
  case json

  init(_ type: ColumnType) {
    switch type {
    case .string, .bool, .int, .uint, .double, .float, .decimal, .date, .uuid, .data, .array, .dictionary: self = .text
    case .url: self = .url
    case .enumeration(_, let raw, _): self = FieldForm(raw)
    case .optional(let wrapped): self = FieldForm(wrapped)
    case .document, .custom: self = .json
    }
  }

  /// The form of a column whose type is known by its description only, if at all.
  init(typeName: String?) {
    guard var name = typeName.map({ $0[...] }) else {
      self = .text
      return
    }
    if name.hasSuffix("?") { name = name.dropLast() }
    if name.hasSuffix(")"), let start = name.lastIndex(of: "(") { name = name[name.index(after: start)...].dropLast() }
    switch name {
    case "URL": self = .url
    case _ where name.hasPrefix("[") || Self.textTypes.contains(String(name)): self = .text
    default: self = .json
    }
  }

  private static let textTypes: Set<String> = Set(
    [.string, .bool, .double, .float, .decimal, .date, .uuid, .data].map { (type: ColumnType) in type.description }
      + [8, 16, 32, 64].flatMap { [ColumnType.int(bits: $0).description, ColumnType.uint(bits: $0).description] })

  /// Returns the text of a value; nil for null, which is an empty field, except in a column of JSON.
  func text(of value: AttributeValue) -> String? {
    switch value {
    case .array, .dictionary: JSONFormat.written(value)
    case .url(let url) where url.baseURL != nil: JSONFormat.written(value)
    case .null: self == .json ? JSONFormat.written(value) : nil
    case .string, .decimal, .date, .uuid, .url, .data: asText(value.plainString)
    case .bool, .int, .uint, .double: value.plainString
    }
  }

  /// Returns a string in a column of JSON so that it is not taken for another value.
  private func asText(_ text: String) -> String {
    guard self == .json, case .success = Self.json(text) else { return text }
    return JSONFormat.written(.string(text))
  }

  /// Returns the value of a text.
  func value(of text: String) -> AttributeValue {
    guard self == .json || (self == .url && text.utf8.first == UInt8(ascii: "{")) else { return .string(text) }
    return (try? Self.json(text).get()) ?? .string(text)
  }

  private static func json(_ text: String) -> Result<AttributeValue, JSONFormat.Failure> {
    JSONFormat.read(text, depthLimit: FileHeader.valueDepthLimit)
  }
}
