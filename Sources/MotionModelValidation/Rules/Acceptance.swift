import MotionModel

/// A rule that something was agreed to.
///
/// ```swift
/// Acceptance(\.acceptsTerms)
/// Acceptance(\.terms, as: ["yes", "1"])
/// ```
///
/// The property need not be a column, but may be a `Transient` one. A missing value is not checked. It reports
/// ``RuleName/acceptance``.
public struct Acceptance<Record: Validatable>: ValidationRule {
  /// The validations that implement the rule.
  public let validations: Validations<Record>

  /// Requires `true`.
  public init(_ property: any KeyPath<Record, Bool> & Sendable) {
    self.init(Field(transient: property)) { $0[keyPath: property] }
  }

  /// Requires `true` if there is a value.
  public init(_ property: any KeyPath<Record, Bool?> & Sendable) {
    self.init(Field(transient: property)) { $0[keyPath: property] ?? true }
  }

  /// Requires one of some values.
  public init<Value: Equatable & Sendable>(
    _ property: any KeyPath<Record, Value> & Sendable, as accepted: [Value]
  ) {
    self.init(Field(transient: property)) { accepted.contains($0[keyPath: property]) }
  }

  /// Requires one of some values if there is a value.
  public init<Value: Equatable & Sendable>(
    _ property: any KeyPath<Record, Value?> & Sendable, as accepted: [Value]
  ) {
    self.init(Field(transient: property)) { $0[keyPath: property].map(accepted.contains) ?? true }
  }

  private init(_ field: Field<Record>, _ isMet: @escaping @Sendable (Record) -> Bool) {
    validations = Validations([
      Check(.acceptance, [field], .record(nil) { record, _ in isMet(record) ? [] : [.broken] })
    ])
  }
}
