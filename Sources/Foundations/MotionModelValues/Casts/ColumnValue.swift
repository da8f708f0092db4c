/// A type that a column can hold.
///
/// The standard types conform: `String`, `Bool`, all integers, `Double`, `Float`, `Decimal`, `Date`, `UUID`, `URL`,
/// `Data`, and arrays, string-keyed dictionaries and optionals of these. An enum with a raw value needs one word:
///
/// ```swift
/// enum Status: String, ColumnValue { case open, done }
/// ```
///
/// A type of your own defines how it is cast from an ``AttributeValue`` and how it is converted to one:
///
/// ```swift
/// struct Money: ColumnValue {
///   var cents: Int
///   static let columnType = ColumnType.custom(name: "Money")
///   init(attribute: AttributeValue) throws(CastError) { cents = try Int(attribute: attribute) }
///   var attribute: AttributeValue { cents.attribute }
/// }
/// ```
public protocol ColumnValue: Sendable, Hashable {
  /// This type, without being optional: `Int` for `Int?`. It is the type itself unless that is an optional.
  associatedtype Unwrapped: ColumnValue = Self where Unwrapped.Unwrapped == Unwrapped

  /// The type that the schema reports for a column of this type.
  static var columnType: ColumnType { get }

  /// Casts an untyped value.
  ///
  /// A cast never guesses, and it loses nothing but the last digits of a binary fraction. A value that does not fit
  /// throws.
  ///
  /// - Throws: ``CastError`` when the value cannot be cast to this type.
  init(attribute: AttributeValue) throws(CastError)

  /// This value, untyped; casting it back gives an equal value.
  ///
  /// Equal values have equal forms: a type that stores a `Set` sorts its elements here. Files of equal records then
  /// have the same bytes.
  var attribute: AttributeValue { get }

  /// This value, untyped, for a file.
  ///
  /// It is ``attribute`` by default. A type some of whose values have no untyped form throws instead.
  func checkedAttribute() throws(CastError) -> AttributeValue

  /// This value, or nil if it is an optional without a value.
  var unwrapped: Unwrapped? { get }

  /// Returns whether one value comes before another when records are ordered by a column of this type.
  ///
  /// It is a strict weak order in which equal values do not precede each other. By default, `Comparable` types are
  /// ordered by `<` and all others by their ``attribute``.
  static func precedes(_ first: Self, _ second: Self) -> Bool
}

extension ColumnValue {
  /// The ``attribute``.
  @inlinable
  public func checkedAttribute() throws(CastError) -> AttributeValue { attribute }
}

extension ColumnValue where Unwrapped == Self {
  /// This value.
  @inlinable
  public var unwrapped: Self? { self }
}
