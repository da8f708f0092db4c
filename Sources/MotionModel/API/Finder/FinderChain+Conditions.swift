public import Foundation

extension FinderChain {
  // MARK: - and

  // NB: The overload with the closure comes first. Behind other overloads, the compiler finds no message for a mistake
  // in the closure.

  /// Returns the records that also meet a condition, with the columns as members: `.where { $0.priority > 2 }`.
  @inlinable public func `where`(_ predicate: (Columns<Record>) -> RecordPredicate<Record>) -> Finder<Record> {
    and(predicate(Columns()))
  }

  /// Returns the records that also meet a condition, which may be a column of the type `Bool`: `.where { $0.done }`.
  public func `where`<Condition: BooleanOperand>(_ condition: (Columns<Record>) -> Condition) -> Finder<Record>
  where Condition.Source == Record {
    and(condition(Columns()).isTrue)
  }

  /// Returns the records whose value in a column is also true: `.where(\.done)`.
  public func `where`(_ column: any KeyPath<Record, Bool> & Sendable) -> Finder<Record> {
    and(ColumnTerm(column).isTrue)
  }

  /// Returns the records that also meet a condition: `.where(\.priority > 2 && \.assignedTo == "bob")`.
  @inlinable public func `where`(_ predicate: RecordPredicate<Record>) -> Finder<Record> { and(predicate) }

  /// Starts a condition on a column that the records also have to meet: `.where(\.assignedTo).eq("bob")`.
  @inlinable
  public func `where`<Value>(_ column: any KeyPath<Record, Value> & Sendable) -> ColumnFinder<Record, Value> {
    and(column)
  }

  /// Returns the records that also meet a predicate of Foundation: `.where(#Predicate { $0.priority > 2 })`.
  ///
  /// The predicate is translated, so that it can use indexes. Parts that cannot be translated are evaluated for each
  /// record. A record does not meet them if the evaluation throws.
  public func `where`(_ predicate: Predicate<Record>) -> Finder<Record> { and(RecordPredicate(predicate)) }

  /// Returns the records for which a closure also returns true. All records that meet the other conditions are tested.
  public func find(_ test: @escaping @Sendable (Record) -> Bool) -> Finder<Record> { and(RecordPredicate(test)) }

  /// Returns the records that also meet a condition.
  @inlinable public func and(_ predicate: RecordPredicate<Record>) -> Finder<Record> {
    var finder = finder
    finder.add(predicate)
    return finder
  }

  /// Starts a condition on a column that the records also have to meet: `.and(\.location).contains("seattle")`.
  @inlinable public func and<Value>(_ column: any KeyPath<Record, Value> & Sendable) -> ColumnFinder<Record, Value> {
    ColumnFinder(finder: finder, isAlternative: false, column: ColumnTerm(column))
  }

  /// Returns the records that also meet the conditions of another finder, such as a scope, with its order, limit and
  /// other parts.
  ///
  /// ```swift
  /// let latest = Todo.records.order(by: \.createdAt, .descending).limit(10)
  /// Todo.where(\.priority > 2).order(by: \.projectID).and(latest)   // ordered by both, at most 10
  /// ```
  ///
  /// Whether the default scope applies is decided by this finder. The order of the other finder comes after this one's.
  /// Its limit and offset, and its distinct columns, apply unless this finder has its own; they count among the records
  /// that meet all conditions. A part that cannot be kept beside that of this finder is a warning in the ``Log``: a
  /// limit or distinct columns that both have, an order reversed in one of them alone, and the start of a page.
  public func and(_ other: Finder<Record>) -> Finder<Record> {
    finder.with { finder in
      let lost = finder.query.merge(other.query)
      if lost.isEmpty { return }
      Log.warning(
        """
        The \(lost.joined(separator: ", ")) of a finder of \(Record.self) cannot be kept by `and`: leave it out there, or in the finder \
        that it is added to.
        """)
    }
  }

  /// Returns the records without the conditions that are on a column alone; all other conditions stay.
  ///
  /// ```swift
  /// let open = Todo.where(\.status == .open && \.priority > 2)
  /// open.without(\.status).where(\.status == .done)   // done, with the same priority
  /// ```
  ///
  /// A condition on several columns, such as `\.status == .open || \.priority > 2`, stays. The key by which a relation
  /// finds its records is a condition too: without it, a finder of related records has those of all owners.
  public func without<Value: ColumnValue>(_ column: any KeyPath<Record, Value> & Sendable) -> Finder<Record> {
    let reference = ColumnReference(column)
    return finder.with { finder in
      finder.query.own = finder.query.own.conjuncts.filter { !$0.isOnly(on: reference) }
        .reduce(.constant(true)) { $0 && $1 }
    }
  }

  // MARK: - The default scope

  /// Returns the records without the condition of the model's ``Model/defaultScope``; all other conditions stay.
  ///
  /// ```swift
  /// Note.unscoped().count              // archived ones, too
  /// board.notes.unscoped().all         // all notes of the board
  /// ```
  public func unscoped() -> Finder<Record> { finder.with { $0.query.scope = nil } }

  // MARK: - or, not

  /// Returns the records that meet all conditions so far, or another condition. A finder without conditions has all
  /// records, so `or` needs a `where` before it.
  public func or(_ predicate: RecordPredicate<Record>) -> Finder<Record> {
    finder.with { $0.query.own = $0.query.own || predicate.node }
  }

  /// Starts a condition on a column as an alternative to all conditions so far: `.or(\.location).contains("seattle")`.
  public func or<Value>(_ column: any KeyPath<Record, Value> & Sendable) -> ColumnFinder<Record, Value> {
    ColumnFinder(finder: finder, isAlternative: true, column: ColumnTerm(column))
  }

  /// Returns the records that meet all conditions so far, or the conditions of another finder. Its order, limit and
  /// offset are ignored.
  public func or(_ other: Finder<Record>) -> Finder<Record> { or(RecordPredicate(other.query.own)) }

  /// Returns the records that do not meet all conditions so far.
  public func not() -> Finder<Record> { finder.with { $0.query.own = !$0.query.own } }

  /// Returns the records that meet all conditions so far, but not another condition.
  public func not(_ predicate: RecordPredicate<Record>) -> Finder<Record> { and(!predicate) }
}

extension PredicateNode {
  /// Whether the condition is on one column alone.
  fileprivate func isOnly(on column: ColumnReference) -> Bool {
    leaves.allSatisfy { $0.column?.isSame(as: column) ?? false }
  }
}
