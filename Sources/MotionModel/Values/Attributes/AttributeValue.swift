public import Foundation

/// A value of any column's type, as it travels at the edge of a store: in from forms, files and JSON, and out again.
///
/// Swift code assigns typed properties. Where types are not known in advance, a value is one of these, and
/// ``ColumnValue`` turns it into a property's type, or says why it cannot.
///
/// ```swift
/// let attributes: [String: AttributeValue] = ["name": "Walk the dog", "priority": 3, "done": false, "note": nil]
/// let todo = try Todo(attributes: attributes)
/// ```
///
/// Arrays and dictionaries may stand in each other up to 500 deep where values come in or go out: in JSON, files, documents and
/// changesets. Comparing, hashing and printing take no more of the stack for a deeper one.
///
/// ## Topics
/// ### From untyped values
/// - ``init(any:)``
/// ### What kind it is
/// - ``kind``
public enum AttributeValue: Sendable {
  /// No value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number that fits 64 bits with a sign.
  case int(Int64)
  /// A whole number that is larger than `Int64.max`; smaller ones are ``int(_:)``.
  case uint(UInt64)
  /// A binary floating-point number.
  case double(Double)
  /// A decimal number.
  case decimal(Decimal)
  /// A text.
  case string(String)
  /// A point in time.
  case date(Date)
  /// A universally unique identifier.
  case uuid(UUID)
  /// An address.
  case url(URL)
  /// Bytes.
  case data(Data)
  /// A list of values.
  case array([AttributeValue])
  /// Values by name.
  case dictionary([String: AttributeValue])
}
