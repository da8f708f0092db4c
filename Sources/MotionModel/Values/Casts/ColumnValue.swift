/// A type that a column can hold.
///
/// The standard types conform: `String`, `Bool`, all integers, `Double`, `Float`, `Decimal`, `Date`, `UUID`, `URL`,
/// `Data`, and arrays, string-keyed dictionaries and optionals of these. An enum with a raw value needs one word:
///
/// ```swift
/// enum Status: String, ColumnValue { case open, done }
/// ```
///
/// A type of your own says how it is cast from an ``AttributeValue`` and how it becomes one:
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
  /// What a column of this type is called in the schema.
  static var columnType: ColumnType { get }

  /// Casts an untyped value.
  ///
  /// A cast never guesses and never loses anything but the last digits of a binary fraction: what does not fit throws.
  ///
  /// - Throws: ``CastError`` when the value cannot become one of this type.
  init(attribute: AttributeValue) throws(CastError)

  /// This value in its untyped form; casting it back gives an equal value.
  var attribute: AttributeValue { get }

  /// Tells whether one value comes before another when records are ordered by a column of this type.
  ///
  /// It is a strict weak order in which values that are equal do not precede each other. `Comparable` types have it
  /// from `<`, all others from the order of their ``attribute``.
  static func precedes(_ first: Self, _ second: Self) -> Bool
}
