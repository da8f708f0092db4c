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
/// All broken rules report, in order of declaration. A list of rules is itself a rule, so a group takes options as
/// a single rule does.
///
/// ## Topics
/// ### Declaring
/// - ``init(_:)``
public struct Validations<Record: Validatable>: ValidationRule {
  /// The rules, behind one reference: each save reads them.
  @usableFromInline let list: RuleList<Record>

  /// Creates a list of rules.
  public init(@ListBuilder<Validations<Record>> _ rules: () -> Validations<Record>) { self = rules() }

  @usableFromInline
  init(_ checks: [Check<Record>]) { list = RuleList(checks) }

  /// The rules themselves.
  public var validations: Validations<Record> { self }

  /// Returns the rules with a change made to the options of each.
  func map(_ change: (inout RuleOptions<Record>) -> Void) -> Validations {
    Validations(list.checks.map { $0.with(change) })
  }
}

/// The rules of a list, by how they are checked.
@usableFromInline
final class RuleList<Record: Validatable>: Sendable {
  let checks: [Check<Record>]
  /// The rules that test one record, comparisons with all others included.
  let recordChecks: [Check<Record>]
  /// The record checks that compare the record with all others.
  let comparisons: [Check<Record>]
  /// What saves and commits check. They are stored, because making them takes as long as checking them.
  @usableFromInline let saveCheck: SaveCheck<Record>
  /// By the rules that are checked at the end of a commit, without warnings, which a commit cannot report; nil if there
  /// are none.
  @usableFromInline let commitCheck: CommitCheck<Record>?
  /// The asynchronous rules.
  let asyncChecks: [Check<Record>]
  @usableFromInline let quickTests: QuickTestList

  fileprivate init(_ checks: [Check<Record>]) {
    self.checks = checks
    recordChecks = checks.filter { $0.recordTest != nil }
    comparisons = checks.filter(\.isComparison)
    quickTests = QuickTestList(
      recordChecks.map { if case .record(let test, _) = $0.body { test } else { nil } })
    asyncChecks = checks.filter { if case .asynchronous = $0.body { true } else { false } }
    saveCheck = SaveCheck(quickTests, comparisons)
    let ofCommits = checks.filter { check in
      switch check.body {
      case .group, .change: check.options.severity == .error
      default: false
      }
    }
    commitCheck =
      ofCommits.isEmpty
      ? nil : CommitCheck { changes, store in for check in ofCommits { try check.judge(changes, store) } }
  }
}

extension ListBuilder {
  /// Adds a rule.
  public static func buildExpression<Record, Rule: ValidationRule<Record>>(_ rule: Rule) -> [Element]
  where Element == Validations<Record> {
    [rule.validations]
  }

  /// Joins rules.
  public static func buildFinalResult<Record>(_ parts: [Element]) -> Validations<Record>
  where Element == Validations<Record> {
    Validations(parts.flatMap(\.list.checks))
  }
}
