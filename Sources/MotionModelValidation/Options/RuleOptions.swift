public import MotionModel

/// When a rule holds and what it says: the same options for every rule.
@usableFromInline
struct RuleOptions<Record: Model>: Sendable {
  /// All must be true.
  var conditions: [@Sendable (Record) -> Bool] = []
  /// In each list one must be going on.
  var contexts: [[ValidationContext]] = []
  var allowsNil = false
  var allowsBlank = false
  var message: MessageTemplate?
  var severity = ValidationSeverity.error

  @usableFromInline init() {}

  /// Whether the rule always holds, whatever the record.
  var isUnconditional: Bool { conditions.isEmpty && contexts.isEmpty && !allowsBlank }

  /// Whether a rule with fields holds for a record.
  func hold(for record: Record, _ fields: [Field<Record>], _ situation: inout Situation<Record>) -> Bool {
    if !haveValues(in: record, fields) { return false }
    if !contexts.allSatisfy({ situation.isAny(of: $0, for: record) }) { return false }
    return conditions.allSatisfy { $0(record) }
  }

  /// Whether a record has the values without which a rule does not hold.
  func haveValues(in record: Record, _ fields: [Field<Record>]) -> Bool {
    if allowsNil && fields.contains(where: { $0.isNil(record) }) { return false }
    if allowsBlank && fields.contains(where: { $0.isBlank(record) }) { return false }
    return true
  }
}
