public import MotionModel

/// A quick test of a record in place.
///
/// It runs no user code and allocates nothing: nearly all records are valid, and for those nothing else runs.
@usableFromInline
typealias QuickTest = @Sendable (_ record: Row) -> Bool

/// A single rule with its options; every ``ValidationRule`` consists of these.
///
/// A class, because generic code has to look up the metadata of a struct to copy it.
@usableFromInline
final class Check<Record: Validatable>: Sendable {
  /// How a rule is checked.
  @usableFromInline
  enum Body: Sendable {
    /// By testing a record alone.
    case record(QuickTest?, RecordTest)
    /// By comparing a record with all others: at once if it is saved alone, or after all are written if several are
    /// saved. A record saved alone is not compared if its values are the stored ones.
    case comparison(RecordTest, isSame: SameTest)
    /// By testing several records together, at the end of a commit.
    case group(GroupTest<Record>)
    /// By comparing a record before and after a commit, at its end.
    case change(ChangeTest)
    /// By an asynchronous test, in a form.
    case asynchronous(AsyncTest)
  }

  /// Returns the problems of a record; called only if there is no quick test or the quick test failed.
  @usableFromInline typealias RecordTest = @Sendable (Record, inout CheckContext) throws -> [Problem]
  /// Whether a record is known to have the same values as another in all columns on which a rule depends.
  @usableFromInline typealias SameTest = @Sendable (_ record: Record, _ other: Record) -> Bool
  /// Returns the problems of a change.
  @usableFromInline typealias ChangeTest = @Sendable (Change<Record>, Store) throws -> [Problem]
  @usableFromInline typealias AsyncTest = @Sendable (Record) async throws -> [Problem]

  /// The rule name in the errors of problems that have none of their own.
  @usableFromInline let rule: RuleName
  /// The fields that its errors are about; empty for errors about the record as a whole.
  @usableFromInline let fields: [Field<Record>]
  /// The name under which it reports errors of associated records; nil for any other rule.
  let associated: String?
  @usableFromInline let body: Body
  /// The JSON Schema keywords of the rule for its field.
  let keywords: JSONSchemaKeywords
  /// The names of the columns in which it lets no two records have the same values; empty for any other rule.
  private let distinct: [String]
  @usableFromInline let options: RuleOptions<Record>

  @usableFromInline
  init(
    _ rule: RuleName, _ fields: [Field<Record>], _ body: Body, keywords: JSONSchemaKeywords = .none,
    associated: String? = nil, distinct: [String] = [], options: RuleOptions<Record> = RuleOptions()
  ) {
    (self.rule, self.fields, self.body, self.keywords) = (rule, fields, body, keywords)
    (self.associated, self.distinct, self.options) = (associated, distinct, options)
  }

  /// Returns the rule with a change to its options.
  func with(_ change: (inout RuleOptions<Record>) -> Void) -> Check {
    var options = options
    change(&options)
    return Check(
      rule, fields, body, keywords: keywords, associated: associated, distinct: distinct, options: options)
  }

  /// The names of the columns that the rule keeps unique together among all records; nil if it does not.
  var uniqueColumns: [String]? { distinct.isEmpty || !options.areConstant || options.allowsBlank ? nil : distinct }

  /// The test of a single record; nil for a rule that has none.
  var recordTest: RecordTest? {
    switch body {
    case .record(_, let test), .comparison(let test, _): test
    case .group, .change, .asynchronous: nil
    }
  }

  /// Whether the rule compares a record with all others.
  var isComparison: Bool { if case .comparison = body { true } else { false } }

  /// Whether the rule has to be checked: a save that changes none of its columns cannot break it.
  func concerns(_ record: Record, _ situation: CheckContext) -> Bool {
    guard case .comparison(_, let isSame) = body, options.areConstant, let replaced = situation.replaced(by: record)
    else {
      return true
    }
    return !isSame(record, replaced)
  }

  /// Converts problems of a record to errors.
  func errors(_ problems: [Problem]) -> [ValidationError] {
    problems.flatMap { problem in
      switch problem {
      case .broken(let rule, let parameters): errors(rule ?? self.rule, parameters)
      case .on(let field, let rule, let parameters): [error(field, rule, parameters)]
      case .nested(let error): [options.severity == .warning ? error.with(severity: .warning) : error]
      }
    }
  }

  private func errors(_ rule: RuleName, _ parameters: [String: AttributeValue]) -> [ValidationError] {
    if fields.isEmpty { return [error(nil, rule, parameters)] }
    return fields.map { error($0.name, rule, parameters) }
  }

  private func error(_ field: String?, _ rule: RuleName, _ parameters: [String: AttributeValue]) -> ValidationError {
    ValidationError(
      model: Record.schema.modelName, path: field.map { [.field($0)] } ?? [], rule: rule, parameters: parameters,
      severity: options.severity, message: options.message)
  }
}

/// A problem that a rule finds in a record.
@usableFromInline
enum Problem: Sendable {
  /// The rule's fields have an error.
  case broken(RuleName?, [String: AttributeValue])
  /// A given field has an error, or the record as a whole.
  case on(String?, RuleName, [String: AttributeValue])
  /// An error of an associated record, with its path from this record.
  case nested(ValidationError)

  @usableFromInline static let broken = Problem.broken(nil, [:])
}
