import Foundation

extension AttributeValue {
  /// The kind of this value in words, as errors name it: `a text`, `a whole number`, `nil`.
  public var kind: String {
    switch self {
    case .null: "nil"
    case .bool: "a Bool"
    case .int, .uint: "a whole number"
    case .double: "a number"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// Whether this is a string that is empty or only white space.
  var isBlankString: Bool {
    guard case .string(let text) = self else { return false }
    return text.isBlank
  }

  /// The kind of this value for an error, in which a blank string is a kind of its own.
  var found: String { isBlankString ? "a blank string" : kind }
}

extension AttributeValue: CustomStringConvertible {
  /// This value in readable form: `3`, `Walk the dog`, `2012-09-15T10:20:30Z`, `["a", nil]`.
  public var description: String {
    switch self {
    case .null: "nil"
    case .data(let value): value.count == 1 ? "1 byte" : "\(value.count) bytes"
    case .array, .dictionary: descriptionOfParts
    default: scalarString ?? ""
    }
  }

  /// The description for use inside an array, a dictionary or a predicate, where strings are quoted.
  package var nestedDescription: String {
    if case .string(let text) = self { return text.debugDescription }
    return description
  }

  private var descriptionOfParts: String {
    var (text, walk) = ("", AttributeWalk(self))
    while let step = walk.next() {
      switch step {
      case .value(let value) where value.hasParts:
        text += value == [:] ? "[:" : "["
        walk.enter(value)
      case .value(let value): text += value.nestedDescription
      case .element(let index): text += index == 0 ? "" : ", "
      case .member(let name, let index): text += "\(index == 0 ? "" : ", ")\(name.debugDescription): "
      case .end: text += "]"
      }
    }
    return text
  }

  /// The string form of a value; nil for nil, data, arrays and dictionaries.
  var scalarString: String? {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .double(let value): AttributeValue.text(of: value)
    case .decimal(let value): value.description
    case .string(let value): value
    case .date(let value): DateFormat.text(from: value)
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString
    case .null, .data, .array, .dictionary: nil
    }
  }

  /// Returns a number's shortest string. `NaN`, `Infinity` and `-Infinity` are written as in our JSON.
  static func text(of value: Double) -> String {
    if value.isFinite { return value.description }
    return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
  }
}
