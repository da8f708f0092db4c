public import MotionModel

/// A quick test of a record, given its address.
///
/// It runs no code of users and allocates nothing: nearly all records are valid, and for those it is all that runs.
@usableFromInline
typealias QuickTest = @Sendable (_ record: UnsafeRawPointer) -> Bool

/// One rule with its options: what every ``ValidationRule`` is made of in the end.
@usableFromInline
struct Check<Record: Model>: Sendable {
  /// How a rule judges.
  @usableFromInline
  enum Body: Sendable {
    /// By a record alone.
    case record(QuickTest?, RecordTest)
    /// By comparing a record with all others: by itself when it is saved alone, once all are written when several are.
    case comparison(RecordTest)
    /// By several records, at the end of a commit.
    case group(GroupTest<Record>)
    /// By asking somebody, in a form.
    case asynchronous(AsyncTest)
  }

  /// Finds what is wrong with a record; only called when there is no quick test, or it failed.
  @usableFromInline typealias RecordTest = @Sendable (Record, inout Situation<Record>) throws -> [Problem]
  @usableFromInline typealias AsyncTest = @Sendable (Record) async throws -> [Problem]

  /// What the rule is called in the errors of problems that do not say otherwise.
  @usableFromInline let rule: RuleName
  /// The fields that its errors are about; none for errors about the record as a whole.
  @usableFromInline let fields: [Field<Record>]
  @usableFromInline let body: Body
  /// What it says as JSON Schema about its field.
  let keywords: JSONSchemaKeywords
  @usableFromInline var options = RuleOptions<Record>()

  @usableFromInline
  init(_ rule: RuleName, _ fields: [Field<Record>], _ body: Body, keywords: JSONSchemaKeywords = .none) {
    (self.rule, self.fields, self.body, self.keywords) = (rule, fields, body, keywords)
  }

  /// How it judges a record by itself; nil for a rule that does not.
  var recordTest: RecordTest? {
    switch body {
    case .record(_, let test), .comparison(let test): test
    case .group, .asynchronous: nil
    }
  }

  /// Whether it compares a record with all others.
  var isComparison: Bool { if case .comparison = body { true } else { false } }

  /// The errors that problems with a record amount to.
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

/// Something wrong with a record, as a rule finds it.
@usableFromInline
enum Problem: Sendable {
  /// The rule's fields are at fault.
  case broken(RuleName?, [String: AttributeValue])
  /// A given field is at fault, or the record as a whole.
  case on(String?, RuleName, [String: AttributeValue])
  /// An error of another record, with its path from this one.
  case nested(ValidationError)

  @usableFromInline static let broken = Problem.broken(nil, [:])
}
