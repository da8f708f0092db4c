public import MotionModel

/// A rule that no other record has the same value.
///
/// ```swift
/// Uniqueness(\.email)
/// Uniqueness(\.name, scope: \.projectID)
/// Uniqueness(\.name, scope: \.projectID, \.year)
/// Uniqueness(\.email, caseSensitive: false)
/// Uniqueness(\.name, caseSensitive: false, accentSensitive: false)
/// Uniqueness(\.slug, among: \.archived == false)
/// ```
///
/// The store has one writer at a time, and the rule is checked inside the save, so two concurrent saves cannot both
/// succeed. Missing values are never equal. It reports ``RuleName/taken``.
///
/// A missing value in the scope is a scope of its own, as in Rails: of the records without a project, no two may have
/// the same name. An index such as `Index(\.projectID, \.name, unique: true)` compares no records with a missing value,
/// as in SQL. A further `Index(\.name, unique: true, where: \.projectID == nil)` makes it as strict as the rule.
///
/// Apart from that, the rule refuses the same writes as a unique column or index. A single save is refused at once,
/// inside a transaction too.
/// A call that writes several records, such as `insert(contentsOf:)` and `updateAll`, is checked at its end: it may
/// shift values from one record to the next or swap them, but must not leave two records with the same value. As
/// with every rule, all records of the call are checked, even those that it does not change: two records that a
/// merge made equal are refused until one of them is changed. A single save of one of them is not refused as long as it
/// changes other columns only.
///
/// In a table that an adapter for SQL makes, the rule without options is a unique index, which also refuses what is
/// saved without rules; see the module MotionModelSQL.
///
/// ```swift
/// try Page.updateAll { $0.number += 1 }                                            // none is like another in the end
/// try Page.where(\.book).eq(1).updateAll { $0.name = $0.name == "a" ? "b" : "a" }   // two change places
/// ```
///
/// - Complexity: O(1) if the column is `.indexed` or `.unique`, or `.indexedIgnoringCase` for a case-insensitive rule,
///   or `.indexedIgnoringCaseAndAccents` for one without regard to accents, and with an index of the column and its
///   scope together, such as `Index(\.projectID, \.name)`; O(*k*) in the number of records in the scope if one of its
///   columns is indexed, tens of microseconds for 700 records; O(*n*) in the number of records otherwise. A save of one
///   record is O(1) if it changes neither the column nor the scope, and the rule is an error without options that
///   choose records.
public struct Uniqueness<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - scope: Columns in which two records must have equal values for the rule to compare them. Missing values are
  ///     equal here.
  ///   - condition: The records that the value is compared with. The rule itself applies to every record unless it
  ///     has an `if`.
  public init<Value: ColumnValue, each Scope: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, scope: repeat any KeyPath<Record, each Scope> & Sendable,
    among condition: RecordPredicate<Record> = .all
  ) {
    @Sendable func predicate(_ record: Record) -> RecordPredicate<Record> {
      var predicate = Columns.equal(column, record)
      repeat predicate = predicate && Columns.equal(each scope, record)
      return predicate && condition
    }
    self.init(column, scope: repeat each scope, among: condition, isExact: true, predicate)
  }

  /// Creates the rule for strings, case-sensitive or not.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - scope: Columns in which two records must have equal values for the rule to compare them. Missing values are
  ///     equal here.
  ///   - condition: The records that the value is compared with.
  ///   - caseSensitive: Whether strings that differ only in case are different; if not, they are compared by the
  ///     full mappings to lower case.
  ///   - accentSensitive: Whether strings that differ only in accents are different.
  public init<Value: TextValue, each Scope: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, scope: repeat any KeyPath<Record, each Scope> & Sendable,
    among condition: RecordPredicate<Record> = .all, caseSensitive: Bool, accentSensitive: Bool = true
  ) {
    let isExact = caseSensitive && accentSensitive
    @Sendable func predicate(_ record: Record) -> RecordPredicate<Record> {
      let value = record[keyPath: column]
      if value.text == nil { return .none }
      var predicate =
        isExact
        ? Columns.equal(column, record)
        : ColumnTerm(column).eq(value, caseSensitive: caseSensitive, accentSensitive: accentSensitive)
      repeat predicate = predicate && Columns.equal(each scope, record)
      return predicate && condition
    }
    self.init(column, scope: repeat each scope, among: condition, isExact: isExact, predicate)
  }

  /// - Parameters:
  ///   - isExact: Whether only equal values are the same.
  ///   - predicate: Returns the predicate of the records that have the values of a record.
  private init<Value: ColumnValue, each Scope: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, scope: repeat any KeyPath<Record, each Scope> & Sendable,
    among condition: RecordPredicate<Record>, isExact: Bool,
    _ predicate: @escaping @Sendable (Record) -> RecordPredicate<Record>
  ) {
    // The columns of a condition are not known: a save may change what the record is compared with.
    let hasCondition = !condition.isAlwaysTrue
    @Sendable func isSame(_ record: Record, _ other: Record) -> Bool {
      if hasCondition || record[keyPath: column] != other[keyPath: column] { return false }
      for column in repeat each scope { if record[keyPath: column] != other[keyPath: column] { return false } }
      return true
    }
    // The columns of the scope are looked up with the column itself, so that an undeclared one traps.
    // NB: A key path here would have the types of the scope, which Swift 6.3.1 cannot read at run time.
    let names = Field<Record>.list(column, repeat each scope, of: "Uniqueness").map { $0.name }
    let field = Field<Record>(column, of: "Uniqueness")
    let check = Check<Record>(
      .taken, [field],
      .comparison(
        { record, situation in
          if field.isNil(record) { return [] }
          let others = situation.store.table(Record.self).unscoped().where(predicate(record))
          return try others.first(2).contains { $0.id != record.id } ? [.broken] : []
        }, isSame: isSame), distinct: isExact && !hasCondition ? names : [])
    rules = Validations([check])
  }
}

private enum Columns {
  /// Returns the predicate that a column equals the value of a record.
  static func equal<Record: Validatable, Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ record: Record
  ) -> RecordPredicate<Record> {
    ColumnTerm(column).eq(record[keyPath: column])
  }
}
