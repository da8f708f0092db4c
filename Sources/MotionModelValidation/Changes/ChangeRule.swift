public import MotionModel

/// A rule about a record before and after a change.
///
/// ```swift
/// ChangeRule(\.price, "onlyRises") { old, new in new >= old }
/// ChangeRule("closedStays", on: \.total) { old, new in !old.isClosed || new.total == old.total }
/// ChangeRule("keepsPaidInvoices") { change in change.kind != .delete || change.old?.isPaid != true }
/// ```
///
/// A rule about values or records is checked at each save, with the stored record, and again at the end of each commit,
/// with the record before and after it, however it was written: by `updateAll`, a merge, or undo. So if it holds for
/// each of two steps, it must hold for both together. A rule about a `Change` is checked only at the end of a commit,
/// also for records that were inserted or deleted. <doc:Validating#Changes> says what counts as one record.
///
/// A closure that throws is reported as ``RuleName/failed``. It must not write.
public struct ChangeRule<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates a rule about the values of a column, which is checked when they differ.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - rule: The rule's name.
  ///   - isMet: Returns whether the column may change from one value to another.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ rule: RuleName,
    _ isMet: @escaping @Sendable (_ old: Value, _ new: Value) throws -> Bool
  ) {
    self.init(rule, [Field(column, of: "ChangeRule")]) { old, new in
      let (old, new) = (old[keyPath: column], new[keyPath: column])
      // A value that is not a number, and stays so, equals nothing.
      return try old == new || old != old && new != new || isMet(old, new)
    }
  }

  /// Creates a rule about records before and after, with errors on some columns, or on the record as a whole.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns that the rule is about.
  ///   - isMet: Returns whether the record may change in this way.
  public init<each Value>(
    _ rule: RuleName, on columns: repeat any KeyPath<Record, each Value> & Sendable,
    isMet: @escaping @Sendable (_ old: Record, _ new: Record) throws -> Bool
  ) {
    self.init(rule, Field.list(repeat each columns, of: "ChangeRule"), isMet)
  }

  /// Creates a rule about the changes of a commit, checked for each inserted, updated or deleted record.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - isMet: Returns whether the change may be made.
  public init(_ rule: RuleName, isMet: @escaping @Sendable (Change<Record>) throws -> Bool) {
    rules = Validations([Check(rule, [], .change { change, _ in try isMet(change) ? [] : [.broken] })])
  }

  private init(
    _ rule: RuleName, _ fields: [Field<Record>], _ isMet: @escaping @Sendable (Record, Record) throws -> Bool
  ) {
    let saving = Check<Record>(
      rule, fields,
      .record(nil) { record, situation in
        guard let stored = try situation.stored(record) else { return [] }
        return try isMet(stored, record) ? [] : [.broken]
      })
    let committing = Check<Record>(
      rule, fields,
      .change { change, _ in
        guard let old = change.old, let new = change.new else { return [] }
        return try isMet(old, new) ? [] : [.broken]
      })
    rules = Validations([saving, committing])
  }
}
