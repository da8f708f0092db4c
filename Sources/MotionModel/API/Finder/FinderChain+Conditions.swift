public import Foundation

extension FinderChain {
  // MARK: - and

  /// The records that also meet a condition: `.where(\.priority > 2 && \.assignedTo == "bob")`.
  public func `where`(_ predicate: RecordPredicate<Record>) -> Finder<Record> { and(predicate) }

  /// The records that also meet a condition on a column: `.where(\.assignedTo).eq("bob")`.
  public func `where`<Value>(_ column: any KeyPath<Record, Value> & Sendable) -> ColumnFinder<Record, Value> {
    and(column)
  }

  /// The records that also meet a condition, with the columns as members: `.where { $0.priority > 2 }`.
  public func `where`(_ predicate: (Columns<Record>) -> RecordPredicate<Record>) -> Finder<Record> {
    and(predicate(Columns()))
  }

  /// The records that also meet a predicate of Foundation's: `.where(#Predicate { $0.priority > 2 })`.
  ///
  /// It is translated, so indexes serve it as they do any other. What cannot be translated is evaluated record by record,
  /// and a record for which that throws does not meet it.
  public func `where`(_ predicate: Predicate<Record>) -> Finder<Record> { and(RecordPredicate(predicate)) }

  /// The records for which a closure holds as well; all that meet the other conditions are tested.
  public func find(_ test: @escaping @Sendable (Record) -> Bool) -> Finder<Record> { and(RecordPredicate(test)) }

  /// The records that also meet a condition.
  public func and(_ predicate: RecordPredicate<Record>) -> Finder<Record> {
    finder.with { $0.query.predicate = $0.query.predicate && predicate.node }
  }

  /// The records that also meet a condition on a column: `.and(\.location).contains("seattle")`.
  public func and<Value>(_ column: any KeyPath<Record, Value> & Sendable) -> ColumnFinder<Record, Value> {
    ColumnFinder(finder: finder, isAlternative: false, column: ColumnExpression(column))
  }

  /// The records that meet the conditions of another finder as well; its order and window play no part.
  public func and(_ other: Finder<Record>) -> Finder<Record> { and(RecordPredicate(other.query.predicate)) }

  // MARK: - or, not

  /// The records that meet the conditions so far, all together, or else another one. All records meet the conditions of a
  /// finder that has none, so `or` comes behind a `where`.
  public func or(_ predicate: RecordPredicate<Record>) -> Finder<Record> {
    finder.with { $0.query.predicate = $0.query.predicate || predicate.node }
  }

  /// The records that meet the conditions so far, or else one on a column: `.or(\.location).contains("seattle")`.
  public func or<Value>(_ column: any KeyPath<Record, Value> & Sendable) -> ColumnFinder<Record, Value> {
    ColumnFinder(finder: finder, isAlternative: true, column: ColumnExpression(column))
  }

  /// The records that meet the conditions so far, or those of another finder; its order and window play no part.
  public func or(_ other: Finder<Record>) -> Finder<Record> { or(RecordPredicate(other.query.predicate)) }

  /// The records that do not meet the conditions so far, taken together.
  public func not() -> Finder<Record> { finder.with { $0.query.predicate = !$0.query.predicate } }

  /// The records that meet the conditions so far but not another one.
  public func not(_ predicate: RecordPredicate<Record>) -> Finder<Record> { and(!predicate) }
}
