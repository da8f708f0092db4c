import MotionModel

/// When a rule applies and what it reports: the same options for every rule.
@usableFromInline
struct RuleOptions<Record: Validatable>: Sendable {
  /// A condition that must be true.
  var condition: (@Sendable (Record) -> Bool)?
  /// Lists of contexts; the record must be validated in at least one context of each list.
  var contexts: [[ValidationContext]] = []
  var allowsNil = false
  var allowsBlank = false
  var message: MessageTemplate?
  var severity = ValidationError.Severity.error

  @usableFromInline init() {}

  /// Whether the result depends only on the record's values, and a broken rule refuses the save. Then a save that
  /// changes none of these values need not be checked again.
  var areConstant: Bool { condition == nil && contexts.isEmpty && severity == .error }

  /// Whether a rule with fields applies to a record.
  func hold(for record: Record, _ fields: [Field<Record>], _ situation: inout CheckContext) throws -> Bool {
    if !haveValues(in: record, fields) { return false }
    if try !contexts.allSatisfy({ try situation.isAny(of: $0, for: record) }) { return false }
    return condition?(record) ?? true
  }

  /// Whether a record has the values that `allowNil` and `allowBlank` require before the rule applies.
  func haveValues(in record: Record, _ fields: [Field<Record>]) -> Bool {
    if allowsNil && fields.contains(where: { $0.isNil(record) }) { return false }
    if allowsBlank && fields.contains(where: { $0.isBlank(record) }) { return false }
    return true
  }
}
