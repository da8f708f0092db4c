public import MotionModel

/// A rule that records have to keep to: one of the library's, such as ``Presence``, or one of your own.
///
/// A rule of your own is made of others, and has all the options that they have:
///
/// ```swift
/// struct Postcode<Record: Model>: ValidationRule {
///   let column: any KeyPath<Record, String> & Sendable
///
///   init(_ column: any KeyPath<Record, String> & Sendable) { self.column = column }
///
///   var validations: Validations<Record> {
///     Length(column, exactly: 5)
///     Validate(column, "postcode") { $0.allSatisfy(\.isWholeNumber) }
///   }
/// }
///
/// static let validations = Validations<Customer> {
///   Postcode(\.zip).unless { $0.isAbroad }
/// }
/// ```
///
/// ## Topics
/// ### When it holds
/// - ``on(_:)``
/// - ``allowNil()``
/// - ``allowBlank()``
/// ### What it says
/// - ``message(_:)``
/// - ``severity(_:)``
public protocol ValidationRule<Record>: Sendable {
  /// The model that the rule is for.
  associatedtype Record: Model

  /// What the rule is made of.
  @ValidationsBuilder<Record> var validations: Validations<Record> { get }
}
