import Foundation
package import MotionModelValues

/// How the values of a column are read before they are compared: formats of text have strings for what they cannot
/// express, such as dates.
package indirect enum ColumnKind: Sendable, Hashable {
  case bool, integer, double, decimal, string, date, uuid, url, data, dictionary
  case array(ColumnKind)
  /// Numbers of any kind.
  case number
  /// The file does not say: values are read as what they are compared with.
  case unknown

  /// Reads the type's name as files say it: `Int?`, `[String]`, `Status (String)`.
  package init(type name: String?) { self = name.map { ColumnKind(ColumnType(typeName: $0)) } ?? .unknown }

  private init(_ type: ColumnType) {
    switch type.stored {
    case .bool: self = .bool
    case .int, .uint: self = .integer
    case .double, .float: self = .double
    case .decimal: self = .decimal
    case .string: self = .string
    case .date: self = .date
    case .uuid: self = .uuid
    case .url: self = .url
    case .data: self = .data
    case .array(let element): self = .array(ColumnKind(element))
    case .dictionary: self = .dictionary
    case .optional, .enumeration, .document, .custom: self = .unknown
    }
  }

  /// Whether values of two columns can be equal. The kinds of columns are those that the file says.
  package func isComparable(with other: ColumnKind) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): true
    case (.array(let element), .array(let other)): element.isComparable(with: other)
    default: self == other || (isNumeric && other.isNumeric)
    }
  }

  /// Whether the values are numbers.
  package var isNumeric: Bool { [.integer, .double, .decimal, .number].contains(self) }

  /// The kind of a value.
  package init(of value: AttributeValue) {
    switch value {
    case .bool: self = .bool
    case .int, .uint, .double, .decimal: self = .number
    case .string: self = .string
    case .date: self = .date
    case .uuid: self = .uuid
    case .url: self = .url
    case .data: self = .data
    case .array(let elements): self = .array(elements.first.map { ColumnKind(of: $0) } ?? .unknown)
    case .dictionary: self = .dictionary
    case .null: self = .unknown
    }
  }

  /// What a value of the kind is, in the words of an error.
  package var expected: String {
    switch self {
    case .bool: "true or false"
    case .integer: "a whole number"
    case .double, .number: "a number"
    case .decimal: "a decimal number"
    case .string: "a string in quotation marks"
    case .date: "a date such as 2012-09-15 or 2012-09-15T10:20:30Z"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .data: "data as a string in Base64"
    case .array: "an array such as [1, 2]"
    case .dictionary: "a dictionary"
    case .unknown: "a value"
    }
  }

  /// Returns a value as one of this kind; nil if it is none.
  package func cast(_ value: AttributeValue) -> AttributeValue? {
    switch (self, value) {
    case (.unknown, _), (_, .null), (.string, .string), (.bool, .bool), (.integer, .int), (.integer, .uint),
      (.double, .double), (.decimal, .decimal), (.date, .date), (.uuid, .uuid), (.url, .url), (.data, .data),
      (.dictionary, .dictionary):
      value
    case (.bool, .string("true")): .bool(true)
    case (.bool, .string("false")): .bool(false)
    case (.bool, _): nil
    case (.integer, .string(let text)): Int64(text).map { .int($0) } ?? UInt64(text).map { .uint($0) }
    case (.integer, .decimal), (.integer, .double): (try? Int64(attribute: value)).map { .int($0) } ?? value
    case (.double, .int), (.double, .uint), (.double, .decimal), (.double, .string):
      (try? Double(attribute: value)).map { .double($0) }
    case (.decimal, .int), (.decimal, .uint), (.decimal, .double), (.decimal, .string):
      (try? Decimal(attribute: value)).map { .decimal($0) }
    case (.number, .int), (.number, .uint), (.number, .double), (.number, .decimal): value
    case (.number, .string): ColumnKind.decimal.cast(value) ?? ColumnKind.double.cast(value)
    case (.string, .date), (.string, .uuid), (.string, .url), (.string, .decimal): .string(value.plainString)
    case (.date, .string): (try? Date(attribute: value)).map { .date($0) }
    case (.uuid, .string): (try? UUID(attribute: value)).map { .uuid($0) }
    case (.url, .string), (.url, .dictionary): (try? URL(attribute: value)).map { .url($0) }
    case (.data, .string): (try? Data(attribute: value)).map { .data($0) }
    case (.array(.unknown), .array): value
    case (.array(let kind), .array(let elements)): .array(elements.map { kind.cast($0) ?? $0 })
    default: nil
    }
  }
}
