public import MotionModel

/// Something was agreed to.
///
/// ```swift
/// Acceptance(\.acceptsTerms)
/// Acceptance(\.terms, as: ["yes", "1"])
/// ```
///
/// The property need not be a column. One that may be missing is checked when it is there. It reports
/// ``RuleName/acceptance``.
public struct Acceptance<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Asks for `true`.
  public init(_ property: any KeyPath<Record, Bool> & Sendable) {
    self.init(Field(transient: property)) { $0[keyPath: property] }
  }

  /// Asks for `true`, when there is a value.
  public init(_ property: any KeyPath<Record, Bool?> & Sendable) {
    self.init(Field(transient: property)) { $0[keyPath: property] ?? true }
  }

  /// Asks for one of some values.
  public init<Value: Equatable & Sendable>(
    _ property: any KeyPath<Record, Value> & Sendable, as accepted: [Value]
  ) {
    self.init(Field(transient: property)) { accepted.contains($0[keyPath: property]) }
  }

  /// Asks for one of some values, when there is a value.
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
