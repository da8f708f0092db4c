public import Foundation

/// An untyped value of any column's type, as it is exchanged with forms, files and JSON.
///
/// Swift code assigns typed properties. Where types are not known in advance, values are attribute values, and
/// ``ColumnValue`` casts them to a property's type, or throws an error that says why it cannot.
///
/// ```swift
/// let attributes: [String: AttributeValue] = ["name": "Walk the dog", "priority": 3, "done": false, "note": nil]
/// let todo = try Todo(attributes: attributes)
/// ```
///
/// Arrays and dictionaries may be nested up to 500 deep where values are read or written: in JSON, files, documents
/// and changesets. Comparing, hashing and printing take no more of the stack for a deeper value.
///
/// ## Topics
/// ### From untyped values
/// - ``init(any:)``
/// ### What kind it is
/// - ``kind``
public enum AttributeValue: Sendable {
  /// No value.
  case null
  /// A Boolean.
  case bool(Bool)
  /// An integer that fits 64 bits with a sign.
  case int(Int64)
  /// An integer greater than `Int64.max`; smaller ones are ``int(_:)``.
  case uint(UInt64)
  /// A binary floating-point number.
  case double(Double)
  /// A decimal number.
  case decimal(Decimal)
  /// A string.
  case string(String)
  /// A point in time.
  case date(Date)
  /// A universally unique identifier.
  case uuid(UUID)
  /// A URL.
  case url(URL)
  /// Bytes.
  case data(Data)
  /// An array of values.
  case array([AttributeValue])
  /// Values by key.
  case dictionary([String: AttributeValue])
}
