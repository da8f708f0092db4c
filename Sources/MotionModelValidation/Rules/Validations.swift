public import MotionModel

/// The rules of a model, in order.
///
/// ```swift
/// static let validations = Validations<Todo> {
///   Presence(\.name)
///   Validations {
///     Presence(\.assignedTo)
///     Presence(\.dueDate)
///   }
///   .if { $0.priority > 5 }
/// }
/// ```
///
/// All rules that fail report, in order of declaration. Rules are themselves a rule: a group takes options as one rule does.
///
/// ## Topics
/// ### Declaring
/// - ``init(_:)``
public struct Validations<Record: Model>: ValidationRule {
  let checks: [Check<Record>]
  /// Those that judge one record by itself.
  let recordChecks: [Check<Record>]
  /// Those of them that compare it with all others.
  let comparisons: [Check<Record>]
  /// Those that judge several records together, without those that would only warn: a commit has nobody to warn.
  let groupChecks: [Check<Record>]
  /// Those that ask somebody.
  let asyncChecks: [Check<Record>]
  @usableFromInline let quickTests: QuickTestList

  /// Makes a list of rules.
  public init(@ValidationsBuilder<Record> _ rules: () -> Validations<Record>) { self = rules() }

  @usableFromInline
  init(_ checks: [Check<Record>]) {
    self.checks = checks
    recordChecks = checks.filter { $0.recordTest != nil }
    comparisons = checks.filter(\.isComparison)
    quickTests = QuickTestList(
      recordChecks.map { if case .record(let test, _) = $0.body { test } else { nil } })
    asyncChecks = checks.filter { if case .asynchronous = $0.body { true } else { false } }
    groupChecks = checks.filter { check in
      if case .group = check.body { check.options.severity == .error } else { false }
    }
  }

  /// The rules themselves.
  public var validations: Validations<Record> { self }

  /// The rules with something changed in each.
  func map(_ change: (inout Check<Record>) -> Void) -> Validations {
    Validations(
      checks.map { check in
        var check = check
        change(&check)
        return check
      })
  }
}

/// Collects the rules of ``Validations``.
@resultBuilder
public enum ValidationsBuilder<Record: Model> {
  /// Takes rules.
  public static func buildExpression(_ rules: Validations<Record>) -> Validations<Record> { rules }

  /// Takes a rule.
  public static func buildExpression<Rule: ValidationRule<Record>>(_ rule: Rule) -> Validations<Record> {
    rule.validations
  }

  /// Puts rules in a row.
  public static func buildBlock(_ parts: Validations<Record>...) -> Validations<Record> { joined(parts) }

  /// Takes rules that are made under a condition.
  public static func buildOptional(_ part: Validations<Record>?) -> Validations<Record> { part ?? joined([]) }

  /// Takes the first of two alternatives.
  public static func buildEither(first part: Validations<Record>) -> Validations<Record> { part }

  /// Takes the second of two alternatives.
  public static func buildEither(second part: Validations<Record>) -> Validations<Record> { part }

  /// Takes rules that are made in a loop.
  public static func buildArray(_ parts: [Validations<Record>]) -> Validations<Record> { joined(parts) }

  private static func joined(_ parts: [Validations<Record>]) -> Validations<Record> {
    Validations(parts.flatMap(\.checks))
  }
}
