/// The type of a column, as the schema reports it to files, forms and messages.
///
/// ```swift
/// Todo.schema[\.priority]?.type     // => Int
/// Todo.schema[\.assignedTo]?.type   // => String, and the column's isOptional is true
/// ```
public indirect enum ColumnType: Sendable, Hashable {
  /// `String`.
  case string
  /// `Bool`.
  case bool
  /// A signed integer with a number of bits; `Int` has 64.
  case int(bits: Int)
  /// An unsigned integer with a number of bits; `UInt` has 64.
  case uint(bits: Int)
  /// `Double`.
  case double
  /// `Float`.
  case float
  /// `Decimal`.
  case decimal
  /// `Date`.
  case date
  /// `UUID`.
  case uuid
  /// `URL`.
  case url
  /// `Data`.
  case data
  /// An array of elements of one type.
  case array(ColumnType)
  /// A dictionary with string keys and values of one type.
  case dictionary(ColumnType)
  /// An optional value inside an array or a dictionary. An optional column has `isOptional` instead.
  case optional(ColumnType)
  /// An enum: its name, the type of its raw values, and the raw values of its cases, which are empty when the enum
  /// is not `CaseIterable`.
  case enumeration(name: String, raw: ColumnType, cases: [AttributeValue] = [])
  /// A `Codable` value stored as a whole, by its type's name.
  case document(name: String)
  /// A type of the user's, by its name.
  case custom(name: String)
}

extension ColumnType {
  /// The type of a value that is not optional, with what stands for an enum: its raw values.
  package var stored: ColumnType {
    switch self {
    case .optional(let wrapped): wrapped.stored
    case .enumeration(_, let raw, _): raw.stored
    case .string, .bool, .int, .uint, .double, .float, .decimal, .date, .uuid, .url, .data, .array, .dictionary,
      .document, .custom:
      self
    }
  }
}

extension ColumnType: CustomStringConvertible {
  /// The type as Swift writes it: `[String: Int]`; an enum with the type of its raw values: `Status (String)`.
  public var description: String {
    switch self {
    case .string: "String"
    case .bool: "Bool"
    case .int(let bits): bits == 64 ? "Int" : "Int\(bits)"
    case .uint(let bits): bits == 64 ? "UInt" : "UInt\(bits)"
    case .double: "Double"
    case .float: "Float"
    case .decimal: "Decimal"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .data: "Data"
    case .array(let element): "[\(element)]"
    case .dictionary(let value): "[String: \(value)]"
    case .optional(let wrapped): "\(wrapped)?"
    case .enumeration(let name, let raw, _): "\(name) (\(raw))"
    case .document(let name), .custom(let name): name
    }
  }
}
