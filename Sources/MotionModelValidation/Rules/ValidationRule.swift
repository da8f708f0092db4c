import MotionModel

/// A rule for records: one of the library's, such as ``Presence``, or a custom one.
///
/// A custom rule is composed of others, and has the same options:
///
/// ```swift
/// struct Postcode<Record: Validatable>: ValidationRule {
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
  associatedtype Record: Validatable

  /// The validations that implement the rule.
  @ListBuilder<Validations<Record>> var validations: Validations<Record> { get }
}

/// A rule of this module, which keeps the validations that implement it.
protocol BuiltInRule: ValidationRule {
  /// The validations that implement the rule.
  var rules: Validations<Record> { get }
}

extension BuiltInRule {
  /// The validations that implement the rule.
  public var validations: Validations<Record> { rules }
}
