public import Foundation

/// How the engine treats the values of a column, in one form for every kind of column.
protocol ColumnTraits<Value>: Sendable {
  associatedtype Value: Sendable
  static var columnType: ColumnType { get }
  static var isOptional: Bool { get }
  static func attribute(_ value: Value) -> AttributeValue
  /// Returns the untyped form of a value for a file; throws when it has none that could be read again.
  static func written(_ value: Value) throws(CastError) -> AttributeValue
  static func cast(_ attribute: AttributeValue) throws(CastError) -> Value
  /// Casts an untyped value of a file. A document without some keys, which its type did not have when the file was
  /// written, gets them from another value.
  static func cast(_ attribute: AttributeValue, completedFrom other: Value) throws(CastError) -> Value
  static func isNil(_ value: Value) -> Bool
  static func isEqual(_ first: Value, _ second: Value) -> Bool
  /// Returns whether a value has a position in an order. A missing value and NaN have none.
  static func isOrdered(_ value: Value) -> Bool
  /// Returns whether a value comes before another in the order of records by this column. A missing value comes
  /// last.
  static func precedes(_ first: Value, _ second: Value) -> Bool
  /// Returns whether a value comes before another or equals it; false when one of them has no position in the
  /// order.
  static func isAtMost(_ first: Value, _ second: Value) -> Bool
  /// Returns the key of a value in an ordered index; see ``SortKey``.
  static func sortKey(_ value: Value) -> UInt64
  /// Whether values with equal sort keys are equal in the order.
  static var isSortKeyExact: Bool { get }
  /// Returns the hash of a value in an index; nil for a value that does not equal itself and so is never found.
  static func hash(_ value: Value) -> UInt64?
  /// Returns a test whether a value is in a list.
  static func membership(in values: [Value]) -> @Sendable (Value) -> Bool
}

extension ColumnTraits {
  static func written(_ value: Value) throws(CastError) -> AttributeValue { try attribute(value).checkedForWriting() }

  static func cast(_ attribute: AttributeValue, completedFrom other: Value) throws(CastError) -> Value {
    try cast(attribute)
  }

  @inline(__always) static func isAtMost(_ first: Value, _ second: Value) -> Bool {
    if let first = fraction(first), let second = fraction(second) { return first <= second }
    return !precedes(second, first) && isOrdered(first) && isOrdered(second)
  }
}

extension ColumnTraits where Value: ColumnValue {
  static func attribute(_ value: Value) -> AttributeValue { value.attribute }
  static func written(_ value: Value) throws(CastError) -> AttributeValue {
    try value.checkedAttribute().checkedForWriting()
  }
  static func cast(_ attribute: AttributeValue) throws(CastError) -> Value { try Value(attribute: attribute) }
  @inline(__always) static func hash(_ value: Value) -> UInt64? { value == value ? tableHash(value) : nil }
  static func membership(in values: [Value]) -> @Sendable (Value) -> Bool {
    let values = Set(values)
    return { values.contains($0) }
  }
}

/// The traits of a column of a standard type or of a user's ``ColumnValue`` type.
enum PlainTraits<Value: ColumnValue>: ColumnTraits {
  static var columnType: ColumnType { Value.columnType }
  static var isOptional: Bool { false }
  @inline(__always) static func isNil(_ value: Value) -> Bool { false }
  @inline(__always) static func isOrdered(_ value: Value) -> Bool { !isNaN(value) }
  @inline(__always) static func isEqual(_ first: Value, _ second: Value) -> Bool { first == second }
  @inline(__always) static func precedes(_ first: Value, _ second: Value) -> Bool { Value.precedes(first, second) }
  @inline(__always) static func sortKey(_ value: Value) -> UInt64 { SortKey.of(value) }
  static var isSortKeyExact: Bool { SortKey.isExact(for: Value.self) }
}

/// The traits of a column of an optional ``ColumnValue`` type.
enum OptionalTraits<Wrapped: ColumnValue>: ColumnTraits {
  typealias Value = Wrapped?
  static var columnType: ColumnType { Wrapped.columnType }
  static var isOptional: Bool { true }
  @inline(__always) static func isNil(_ value: Wrapped?) -> Bool { value == nil }
  @inline(__always) static func isOrdered(_ value: Wrapped?) -> Bool { value.map { !isNaN($0) } ?? false }
  @inline(__always) static func isEqual(_ first: Wrapped?, _ second: Wrapped?) -> Bool {
    // Swift's own `==` of optionals branches for each row.
    guard let second else { return isNil(first) }
    return first.map { $0 == second } ?? false
  }
  @inline(__always) static func isAtMost(_ first: Wrapped?, _ second: Wrapped?) -> Bool {
    guard let first, let second else { return false }
    return PlainTraits<Wrapped>.isAtMost(first, second)
  }
  @inline(__always) static func precedes(_ first: Wrapped?, _ second: Wrapped?) -> Bool {
    guard let first else { return false }
    guard let second else { return true }
    return Wrapped.precedes(first, second)
  }
  @inline(__always) static func sortKey(_ value: Wrapped?) -> UInt64 {
    if let value { SortKey.of(value) } else { SortKey.missing }
  }
  static var isSortKeyExact: Bool { SortKey.isExact(for: Wrapped.self) }
}

/// The traits of a document column: a `Codable` value stored as a whole.
///
/// Documents need not be `Equatable`: those that are not are compared by what they encode to.
enum DocumentTraits<Value: Codable & Sendable>: ColumnTraits {
  static var columnType: ColumnType {
    .document(name: String(describing: (Value.self as? any OptionalDocument.Type)?.wrappedType ?? Value.self))
  }
  static var isOptional: Bool { Value.self is any OptionalDocument.Type }

  static func attribute(_ value: Value) -> AttributeValue {
    if isNil(value) { return .null }
    // A document whose own `encode(to:)` throws has no untyped form.
    return (try? documentAttribute(value)) ?? .null
  }

  static func written(_ value: Value) throws(CastError) -> AttributeValue {
    isNil(value) ? .null : try documentAttribute(value).checkedForWriting()
  }

  static func cast(_ attribute: AttributeValue) throws(CastError) -> Value { try document(Value.self, from: attribute) }

  static func cast(_ attribute: AttributeValue, completedFrom other: Value) throws(CastError) -> Value {
    try document(Value.self, from: attribute, completedFrom: other)
  }

  static func isNil(_ value: Value) -> Bool { (value as? any OptionalDocument)?.isNil ?? false }

  static func isOrdered(_ value: Value) -> Bool { !isNil(value) }

  static func isEqual(_ first: Value, _ second: Value) -> Bool {
    func equal<Same: Equatable>(_ first: Same) -> Bool { first == second as? Same }
    if let first = first as? any Equatable { return equal(first) }
    if isNil(first) || isNil(second) { return isNil(first) && isNil(second) }
    // Two documents that cannot be encoded are not known to be equal.
    guard let first = try? documentAttribute(first), let second = try? documentAttribute(second) else { return false }
    return first == second
  }

  static func precedes(_ first: Value, _ second: Value) -> Bool {
    switch (isNil(first), isNil(second)) {
    case (true, _): false
    case (false, true): true
    case (false, false): attribute(first) < attribute(second)
    }
  }

  static func sortKey(_ value: Value) -> UInt64 { isNil(value) ? SortKey.missing : 0 }

  static var isSortKeyExact: Bool { false }

  /// Equal values must have equal hashes. A type with its own `==` may encode equal values differently, so all its
  /// values have one hash when it is not `Hashable`.
  static func hash(_ value: Value) -> UInt64? {
    if let value = value as? any Hashable { return UInt64(bitPattern: Int64(value.hashValue)) }
    return value is any Equatable ? 0 : UInt64(bitPattern: Int64(attribute(value).hashValue))
  }

  static func membership(in values: [Value]) -> @Sendable (Value) -> Bool {
    { value in values.contains { isEqual($0, value) } }
  }
}

/// Lets ``DocumentTraits`` see whether a value is an optional that is nil.
protocol OptionalDocument {
  static var wrappedType: Any.Type { get }
  var isNil: Bool { get }
}

extension Optional: OptionalDocument {
  static var wrappedType: Any.Type { Wrapped.self }
  var isNil: Bool { if case .none = self { true } else { false } }
}

/// Returns whether a value is not a number: it does not equal itself, or it is the NaN of `Decimal`, which does.
@inlinable @inline(__always) func isNaN<Value: ColumnValue>(_ value: Value) -> Bool {
  if Value.self == Decimal.self { return unsafeBitCast(value, to: Decimal.self).isNaN }
  return value != value
}

/// Returns the number behind a value of a floating-point type or a `Date`, for which the processor's comparison
/// suits NaN; nil for any other type.
@inline(__always) private func fraction<Value>(_ value: Value) -> Double? {
  if Value.self == Double.self { return unsafeBitCast(value, to: Double.self) }
  if Value.self == Float.self { return Double(unsafeBitCast(value, to: Float.self)) }
  if Value.self == Date.self { return unsafeBitCast(value, to: Date.self).timeIntervalSinceReferenceDate }
  return nil
}
