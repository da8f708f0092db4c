public import MotionModel

/// A rule that several records meet together.
///
/// ```swift
/// AcrossRecords("oneAdministrator") { users in users.where(\.isAdministrator == true).exists }
///
/// AcrossRecords("noOverlap", by: \.roomID, reading: \.startsOn, \.endsOn) { bookings in
///   let stays = bookings.order(by: \.startsOn).all
///   return zip(stays, stays.dropFirst()).allSatisfy { $0.endsOn <= $1.startsOn }
/// }
/// ```
///
/// It is checked once at the end of every commit, after all its changes and before they are visible to others. Only
/// groups that a changed record was in or is in are checked: a booking that moves affects two rooms. Deleting is a
/// change too. The rule holds however the records are written. If it is broken, ``RecordInvalid`` is thrown with a
/// record that changed, and nothing is committed. The error is on the columns of the group.
///
/// A group that is in breach already, because another program has written to the database or a file was edited, gets no
/// further members; changes that mend it, or leave it in breach, are committed.
///
/// The options apply to the record that changed: with `if`, only changes of records that meet the condition affect
/// a group. With `allowNil` or `allowBlank`, records without values in the columns are in no group, but a record
/// that leaves a group still affects it. A deletion is neither on create nor on update. The rule is not checked as
/// a warning, because a commit cannot report warnings.
///
/// Without `reading`, every change of a record affects its groups. With `reading`, an update affects its groups only if
/// it changes a column of the group or a named column.
///
/// - Complexity: The cost of the closure for each affected group, at each commit that affects one: reading a group of
///   700 records takes tens of microseconds. Index the group's column, and name the columns that the closure reads.
public struct AcrossRecords<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns in which the records of a group have equal values. Without any, all records are one
  ///     group.
  ///   - isMet: Returns whether a group meets the rule, given a finder of its records, of which there may be none
  ///     left. It must not write.
  public init<each Value: ColumnValue>(
    _ rule: RuleName, by columns: repeat any KeyPath<Record, each Value> & Sendable,
    isMet: @escaping @Sendable (Finder<Record>) throws -> Bool
  ) {
    self.init(rule, Group(by: repeat each columns), reads: nil, isMet)
  }

  /// Creates a rule whose result depends on some columns only.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns in which the records of a group have equal values. Without any, all records are one
  ///     group.
  ///   - first: A column that `isMet` reads, of any record.
  ///   - others: Further columns that it reads. A change of any other column does not affect a group, so name those of
  ///     the rule's own conditions too.
  ///   - isMet: Returns whether a group meets the rule, given a finder of its records, of which there may be none
  ///     left. It must not write.
  public init<each Value: ColumnValue, First, each Other>(
    _ rule: RuleName, by columns: repeat any KeyPath<Record, each Value> & Sendable,
    reading first: any KeyPath<Record, First> & Sendable, _ others: repeat any KeyPath<Record, each Other> & Sendable,
    isMet: @escaping @Sendable (Finder<Record>) throws -> Bool
  ) {
    var reads: Set = [Field<Record>(first, of: "AcrossRecords").name]
    for other in repeat each others { reads.insert(Field<Record>(other, of: "AcrossRecords").name) }
    self.init(rule, Group(by: repeat each columns), reads: reads, isMet)
  }

  /// - Parameter reads: The names of the columns that the rule reads besides those of the group; nil for all columns.
  private init(
    _ rule: RuleName, _ group: Group, reads: Set<String>?, _ isMet: @escaping @Sendable (Finder<Record>) throws -> Bool
  ) {
    let columns = reads?.union(group.fields.map(\.name))
    let test = GroupTest(key: group.key, predicate: group.predicate, columns: columns, isMet: isMet)
    rules = Validations([Check(rule, group.fields, .group(test))])
  }

  /// The columns of a group.
  private struct Group {
    var fields: [Field<Record>] = []
    let key: @Sendable (Record) -> [AttributeValue]
    let predicate: @Sendable (Record) -> RecordPredicate<Record>

    init<each Value: ColumnValue>(by columns: repeat any KeyPath<Record, each Value> & Sendable) {
      @Sendable func predicate(_ record: Record) -> RecordPredicate<Record> {
        var predicate = RecordPredicate<Record>.all
        repeat predicate = predicate && ColumnTerm(each columns).eq(record[keyPath: each columns])
        return predicate
      }
      @Sendable func key(_ record: Record) -> [AttributeValue] {
        var key: [AttributeValue] = []
        for keyPath in repeat each columns { key.append(record[keyPath: keyPath].attribute) }
        return key
      }
      (self.predicate, self.key) = (predicate, key)
      for keyPath in repeat each columns { fields.append(Field(keyPath, of: "AcrossRecords")) }
    }
  }
}
