public import MotionModel

/// A rule that several records meet together.
///
/// ```swift
/// AcrossRecords("oneAdministrator") { users in users.where(\.isAdministrator == true).exists }
///
/// AcrossRecords("noOverlap", by: \.roomID) { bookings in
///   let stays = bookings.order(by: \.startsOn).all
///   return zip(stays, stays.dropFirst()).allSatisfy { $0.endsOn <= $1.startsOn }
/// }
/// ```
///
/// It is checked once at the end of every commit, after all its changes and before anybody else sees them. Only
/// groups that a changed record was in or is in are checked: a booking that moves affects two rooms. Deleting is a
/// change too. The rule holds however the records are written. If it is broken, ``RecordInvalid`` is thrown with a
/// record that changed, and nothing is committed. The error is on the columns of the group.
///
/// The options apply to the record that changed: with `if`, only changes of records that meet the condition affect
/// a group. With `allowNil` or `allowBlank`, records without values in the columns are in no group, but a record
/// that leaves a group still affects it. A deletion is neither on create nor on update. The rule is not checked as
/// a warning, because a commit cannot report warnings.
///
/// - Complexity: The cost of the closure for each affected group. Index the group's column.
public struct AcrossRecords<Record: Model>: ValidationRule {
  /// The validations that implement the rule.
  public let validations: Validations<Record>

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
    var fields: [Field<Record>] = []
    for keyPath in repeat each columns { fields.append(Field(keyPath, of: "AcrossRecords")) }
    @Sendable func predicate(_ record: Record) -> RecordPredicate<Record> {
      var predicate = RecordPredicate<Record>.all
      repeat predicate = predicate && ColumnExpression(each columns).eq(record[keyPath: each columns])
      return predicate
    }
    @Sendable func key(_ record: Record) -> [AttributeValue] {
      var key: [AttributeValue] = []
      for keyPath in repeat each columns { key.append(record[keyPath: keyPath].attribute) }
      return key
    }
    validations = Validations([Check(rule, fields, .group(GroupTest(key: key, predicate: predicate, isMet: isMet)))])
  }
}
