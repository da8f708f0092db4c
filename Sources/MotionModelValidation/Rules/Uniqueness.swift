public import MotionModel

/// No other record has the same value.
///
/// ```swift
/// Uniqueness(\.email)
/// Uniqueness(\.name, scope: \.projectID)
/// Uniqueness(\.name, scope: \.projectID, \.year)
/// Uniqueness(\.email, caseSensitive: false)
/// Uniqueness(\.slug, among: \.archived == false)
/// ```
///
/// The rule is checked by the one writer that the store has at a time, inside the save, so two that race cannot both win.
/// A missing value is like no other. It reports ``RuleName/taken``.
///
/// It is judged as a unique column is. A single save is refused at once, inside a transaction too. A call that writes several records,
/// such as `insert(contentsOf:)` and `updateAll`, is judged at its end by what it comes to: it may shift values from one record to the
/// next or swap them, and it may not make two records alike. As with every rule, all records of the call are judged, those too that
/// it leaves as they are: two that came to be alike by a merge are refused until one of them is changed.
///
/// ```swift
/// try Page.updateAll { $0.number += 1 }                                            // none is like another in the end
/// try Page.where(\.book).eq(1).updateAll { $0.name = $0.name == "a" ? "b" : "a" }   // two change places
/// ```
///
/// - Complexity: O(1) when the column is `.indexed` or `.unique`, or `.indexedIgnoringCase` for a rule without regard to
///   case; O(*k*) in the number of records in the scope when one of its columns is; O(*n*) in the number of records otherwise.
public struct Uniqueness<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - scope: Columns in which two records have to agree for their values to be compared.
  ///   - condition: The records that the value is compared with; the rule itself holds for every record,
  ///     unless it has an `if`.
  public init<Value: ColumnValue, each Scope: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, scope: repeat any KeyPath<Record, each Scope> & Sendable,
    among condition: RecordPredicate<Record> = .all
  ) {
    @Sendable func predicate(_ record: Record) -> RecordPredicate<Record> {
      var predicate = Columns.equal(column, record)
      repeat predicate = predicate && Columns.equal(each scope, record)
      return predicate && condition
    }
    // The scope's columns are checked with the column itself: a slip in any of them traps.
    repeat _ = Field<Record>(each scope, of: "Uniqueness")
    self.init(Field(column, of: "Uniqueness"), predicate)
  }

  /// Makes the rule for texts, with or without regard to case.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - scope: Columns in which two records have to agree for their values to be compared.
  ///   - condition: The records that the value is compared with.
  ///   - caseSensitive: Whether texts that differ in case only are different; if not, they are compared by the full
  ///     mappings to lower case.
  public init<each Scope: ColumnValue>(
    _ column: any KeyPath<Record, String> & Sendable, scope: repeat any KeyPath<Record, each Scope> & Sendable,
    among condition: RecordPredicate<Record> = .all, caseSensitive: Bool
  ) {
    @Sendable func predicate(_ record: Record) -> RecordPredicate<Record> {
      let value = record[keyPath: column]
      var predicate =
        caseSensitive
        ? Columns.equal(column, record) : ColumnExpression(column).eq(value, caseSensitive: false)
      repeat predicate = predicate && Columns.equal(each scope, record)
      return predicate && condition
    }
    repeat _ = Field<Record>(each scope, of: "Uniqueness")
    self.init(Field(column, of: "Uniqueness"), predicate)
  }

  /// Makes the rule for texts that may be missing, with or without regard to case.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - scope: Columns in which two records have to agree for their values to be compared.
  ///   - condition: The records that the value is compared with.
  ///   - caseSensitive: Whether texts that differ in case only are different.
  public init<each Scope: ColumnValue>(
    _ column: any KeyPath<Record, String?> & Sendable, scope: repeat any KeyPath<Record, each Scope> & Sendable,
    among condition: RecordPredicate<Record> = .all, caseSensitive: Bool
  ) {
    @Sendable func predicate(_ record: Record) -> RecordPredicate<Record> {
      guard let value = record[keyPath: column] else { return .none }
      var predicate =
        caseSensitive
        ? Columns.equal(column, record) : ColumnExpression(column).eq(value, caseSensitive: false)
      repeat predicate = predicate && Columns.equal(each scope, record)
      return predicate && condition
    }
    repeat _ = Field<Record>(each scope, of: "Uniqueness")
    self.init(Field(column, of: "Uniqueness"), predicate)
  }

  private init(_ field: Field<Record>, _ predicate: @escaping @Sendable (Record) -> RecordPredicate<Record>) {
    let check = Check<Record>(
      .taken, [field],
      .comparison { record, situation in
        if field.isNil(record) { return [] }
        let others = situation.store.table(Record.self).records.where(predicate(record))
        return try others.first(2).contains { $0.id != record.id } ? [.broken] : []
      })
    validations = Validations([check])
  }
}

private enum Columns {
  /// The predicate of having the same value as a record in a column.
  static func equal<Record: Model, Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ record: Record
  ) -> RecordPredicate<Record> {
    ColumnExpression(column).eq(record[keyPath: column])
  }
}
