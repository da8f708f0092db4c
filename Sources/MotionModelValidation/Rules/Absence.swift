import MotionModel

/// A rule that a value is missing or blank.
///
/// ```swift
/// Absence(\.cancelledBy).unless { $0.isCancelled }
/// ```
///
/// It is the opposite of ``Presence``, and reports ``RuleName/present``.
public struct Absence<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule for one or more columns.
  public init<First, each Other>(
    _ first: any KeyPath<Record, First> & Sendable, _ others: repeat any KeyPath<Record, each Other> & Sendable
  ) {
    var checks = [Self.check(first)]
    for keyPath in repeat each others { checks.append(Self.check(keyPath)) }
    rules = Validations(checks)
  }

  private static func check<Value>(_ keyPath: any KeyPath<Record, Value> & Sendable) -> Check<Record> {
    let field = Field<Record>(keyPath, of: "Absence")
    guard let isBlank = ValueTests.isBlank(Value.self) else {
      Misuse.stop(
        "The rule Absence of \(Record.schema.modelName)", "can never be met, because \"\(field.name)\" is never blank",
        "make the property an optional")
    }
    return Check(.present, [field], .record(QuickTests.at(keyPath, isBlank)) { _, _ in [.broken] })
  }
}
