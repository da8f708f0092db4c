import MotionModel

/// A rule that a value is present and not blank.
///
/// ```swift
/// Presence(\.name)
/// Presence(\.name, \.location, \.dueDate)
/// ```
///
/// Nil, strings of only white space, and empty collections are blank. Numbers, dates and Booleans other than nil
/// are always present: 0 and `false` are values. It reports ``RuleName/blank`` for each column.
public struct Presence<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule for one or more columns.
  public init<First, each Other>(
    _ first: any KeyPath<Record, First> & Sendable, _ others: repeat any KeyPath<Record, each Other> & Sendable
  ) {
    var checks = [Self.check(first)]
    for keyPath in repeat each others { checks.append(Self.check(keyPath)) }
    rules = Validations(checks)
  }

  /// Not available: the compiler finds it for a misspelled name, so that its message names the mistake.
  @available(*, unavailable, message: "the model has no property of this name")
  public init(_ first: PartialKeyPath<Record>, _ others: PartialKeyPath<Record>...) {
    fatalError("A property does not exist.")
  }

  private static func check<Value>(_ keyPath: any KeyPath<Record, Value> & Sendable) -> Check<Record> {
    var isPresent: QuickTest = { _ in true }
    if let isBlank = ValueTests.isBlank(Value.self) { isPresent = QuickTests.at(keyPath) { !isBlank($0) } }
    return Check(
      .blank, [Field(keyPath, of: "Presence")], .record(isPresent) { _, _ in [.broken] },
      keywords: .presence(of: Value.self))
  }
}
