import Foundation
import MotionModel
import MotionModelInspector
import MotionModelValues

/// Reads values as they are typed on the command line, by the type of their column.
struct ValueReader {
  private let column: StoreDocument.Column
  /// A value that the column has, which says what a column without a type holds; nil if it has none.
  private let sample: AttributeValue?

  init(_ column: StoreDocument.Column, sample: AttributeValue?) { (self.column, self.sample) = (column, sample) }

  /// Reads a value. `null` is nil, unless it is in quotation marks, with which JSON's escapes can be used.
  func read(_ text: String) throws(UsageError) -> AttributeValue? {
    if text == "null" {
      if column.isNeverNil {
        throw failure("a value, because it is never nil (write '\"null\"' for a string of four letters)")
      }
      return nil
    }
    if text.hasPrefix("\""), case .success(let value) = JSONFormat.read(text), case .string = value {
      return try cast(value)
    }
    return try cast(.string(text))
  }

  /// Reads a value of JSON.
  func read(_ value: AttributeValue) throws(UsageError) -> AttributeValue? {
    if !value.isNull { return try cast(value) }
    if column.isNeverNil { throw failure("a value, because it is never nil") }
    return nil
  }

  private func cast(_ value: AttributeValue) throws(UsageError) -> AttributeValue {
    let stored = column.storedType
    if let type = stored?.scalar ?? sampleType { return try cast(value, to: type) }
    // A string is what the file has for most types in a format of text.
    guard stored != nil || sample?.isStructured == true, case .string(let text) = value else { return value }
    guard case .success(let json) = JSONFormat.read(text) else { throw failure("JSON") }
    guard case .array(let elementType)? = stored, let element = elementType.stored.scalar else { return json }
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

  /// The type of what the column holds; nil if the file says it, or if that is a string, which may stand for others.
  private var sampleType: (any ColumnValue.Type)? {
    guard column.type == nil, let type = sample?.columnType, type != .string else { return nil }
    return type.scalar
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

extension StoreDocument.Column {
  /// The type that the file says, without what is optional or named; nil if it says none.
  var storedType: ColumnType? { type.map { ColumnType(typeName: $0).stored } }

  /// Whether the file says that the column is never nil.
  var isNeverNil: Bool { type.map { !$0.hasSuffix("?") } ?? false }
}
