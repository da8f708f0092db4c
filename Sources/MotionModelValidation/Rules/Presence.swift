public import MotionModel

/// A value is there, and is not blank.
///
/// ```swift
/// Presence(\.name)
/// Presence(\.name, \.location, \.dueDate)
/// ```
///
/// Blank are nil, texts of nothing but white space, and empty collections. Numbers, dates and truth values that are not
/// nil are always there: 0 and `false` are values. It reports ``RuleName/blank`` for each column.
public struct Presence<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule for one or more columns.
  public init<each Value>(_ columns: repeat any KeyPath<Record, each Value> & Sendable) {
    var checks: [Check<Record>] = []
    for keyPath in repeat each columns { checks.append(Self.check(keyPath)) }
    validations = Validations(checks)
  }

  private static func check<Value>(_ keyPath: any KeyPath<Record, Value> & Sendable) -> Check<Record> {
    var isPresent: QuickTest = { _ in true }
    if let isBlank = ValueTests.isBlank(Value.self) { isPresent = QuickTests.at(keyPath) { !isBlank($0) } }
    return Check(
      .blank, [Field(keyPath, of: "Presence")], .record(isPresent) { _, _ in [.broken] },
      keywords: .presence(of: Value.self))
  }
}
