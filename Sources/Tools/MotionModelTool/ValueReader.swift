import Foundation
import MotionModel
import MotionModelValues

/// Reads values as they are typed on the command line, by the type of their column.
struct ValueReader {
  private let column: ColumnDocument
  /// A value that the column has, which says what a column without a type holds; nil if it has none.
  private let sample: AttributeValue?

  init(_ column: ColumnDocument, sample: AttributeValue?) { (self.column, self.sample) = (column, sample) }

  /// Whether the file says that the column is never nil.
  private var isNeverNil: Bool { column.type.map { !$0.hasSuffix("?") } ?? false }

  /// Reads a value. `null` is nil, unless it is in quotation marks, with which JSON's escapes can be used.
  func read(_ text: String) throws(UsageError) -> AttributeValue? {
    if text == "null" {
      if isNeverNil {
        throw failure("a value, because it is never nil (write '\"null\"' for a string of four letters)")
      }
      return nil
    }
    if text.hasPrefix("\""), case .success(let value) = JSONFormat.read(text), case .string = value {
      return try cast(value)
    }
    return try cast(.string(text))
  }

  private func cast(_ value: AttributeValue) throws(UsageError) -> AttributeValue {
    let name = TypeName(column.type)
    if let type = name.scalar ?? sampleType { return try cast(value, to: type) }
    // A string is what the file has for most types in a format of text.
    guard name.isKnown || sample?.isStructured == true, case .string(let text) = value else { return value }
    guard case .success(let json) = JSONFormat.read(text) else { throw failure("JSON") }
    guard let element = name.element else { return json }
    guard case .array(let elements) = json else { throw failure("an array as JSON, such as [1, 2]") }
    var values: [AttributeValue] = []
    for value in elements { values.append(try cast(value, to: element)) }
    return .array(values)
  }

  private func cast(_ value: AttributeValue, to type: any ColumnValue.Type) throws(UsageError) -> AttributeValue {
    do throws(CastError) { return try type.init(attribute: value).attribute } catch { throw failure(error.expected) }
  }

  private func failure(_ expected: String) -> UsageError {
    let type = column.type.map { " is \($0) and" } ?? ""
    return UsageError("The column \(column.name)\(type) expects \(expected).")
  }

  private var sampleType: (any ColumnValue.Type)? {
    if column.type != nil { return nil }
    return switch sample {
    case .bool: Bool.self
    case .int: Int.self
    case .uint: UInt.self
    case .double: Double.self
    case .decimal: Decimal.self
    case .date: Date.self
    case .uuid: UUID.self
    case .url: URL.self
    case .data: Data.self
    case .string, .array, .dictionary, .null, nil: nil
    }
  }
}

extension AttributeValue {
  fileprivate var isStructured: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }
}

/// The name of a column's type in a file: `Int?`, `[Date]`, `Status (String)`.
struct TypeName {
  /// The name without the mark of an optional.
  private let name: String?

  init(_ type: String?) { name = type.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 } }

  /// Whether the file says a type.
  var isKnown: Bool { name != nil }

  /// The standard type of single values, for an enum that of its raw values; nil for any other.
  var scalar: (any ColumnValue.Type)? {
    guard let name else { return nil }
    // An enum's name is followed by the type of its raw values.
    if name.hasSuffix(")"), let start = name.lastIndex(of: "(") {
      return Self.scalars[String(name[name.index(after: start)...].dropLast())]
    }
    return Self.scalars[name]
  }

  /// The type of an array's elements, if that is a standard one.
  var element: (any ColumnValue.Type)? {
    guard let name, name.hasPrefix("["), name.hasSuffix("]") else { return nil }
    return TypeName(String(name.dropFirst().dropLast())).scalar
  }

  private static let scalars: [String: any ColumnValue.Type] = Dictionary(
    uniqueKeysWithValues: [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
      Double.self, Float.self, Decimal.self, String.self, Date.self, UUID.self, URL.self, Data.self,
    ].map { (type: any ColumnValue.Type) in ("\(type.columnType)", type) })
}
