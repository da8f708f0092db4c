public import MotionModel

/// Several records keep to a rule together.
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
/// It is checked once at the end of every commit, when all its changes are made and nobody else has seen them, and only for
/// the groups that a changed record was in or is in: a booking that moves touches two rooms. Deleting is a change too.
/// Whatever way the records are written, the rule holds; when it does not, ``RecordInvalid`` is thrown, with a record that
/// changed, and nothing of the commit happens. The error stands at the columns of the group.
///
/// The options hold for the record that changed: with `if`, only changes of records that meet the condition touch a group. With
/// `allowNil` or `allowBlank`, records whose columns have no values are in no group; one that leaves a group touches it all the
/// same. A deletion is neither on create nor on update. As a warning it has nobody to warn, and is not checked.
///
/// - Complexity: What the closure costs, for each group that is touched. Give the group's column an index.
public struct AcrossRecords<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - rule: The rule's name.
  ///   - columns: The columns in which the records of a group agree. Without any, all records are one group.
  ///   - isMet: Whether a group keeps to the rule, given a finder of its records, of which there may be none left. It must not
  ///     write.
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
