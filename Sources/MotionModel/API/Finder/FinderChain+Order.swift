public import Foundation

extension FinderChain {
  // MARK: - Order

  /// Orders the records by a column. A further order decides between records that are equal in this one.
  ///
  /// ```swift
  /// Todo.order(by: \.priority, .descending).order(by: \.dueDate, nils: .first)
  /// ```
  ///
  /// - Parameters:
  ///   - column: The property. It need not be declared as a column.
  ///   - direction: The direction; ascending by default.
  ///   - nils: The position of nil: by default last, in either direction.
  @inlinable public func order(
    by column: any KeyPath<Record, some ColumnValue> & Sendable, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last
  ) -> Finder<Record> {
    var finder = finder
    finder.addOrder(by: column, direction, nils)
    return finder
  }

  /// Orders the records by a closure.
  ///
  /// - Parameter precedes: Returns whether its first argument comes before its second. It must be a strict weak order,
  ///   and may be called from any thread.
  public func order(by precedes: @escaping @Sendable (Record, Record) -> Bool) -> Finder<Record> {
    finder.with { $0.query.order.append(OrderTerm(Record.self, precedes)) }
  }

  /// Orders the records by Foundation's sort descriptors.
  ///
  /// A descriptor of a column whose values are compared by `<` is the same as `order(by:_:nils:)`, with nil first if
  /// the order is forward. One with a comparator for strings compares the column's strings. Any other, and one of a
  /// computed property, is code that is called for two records at a time.
  public func order(by descriptors: SortDescriptor<Record>...) -> Finder<Record> {
    finder.with { $0.query.order += descriptors.map { OrderTerm($0) } }
  }

  /// Reverses the order of the records. Like every order, it takes effect before the offset and the limit.
  public func reversed() -> Finder<Record> { finder.reversed() }

  /// Removes all orders and reversals, so that the records come in the order of insertion.
  public func unordered() -> Finder<Record> { finder.with { ($0.query.order, $0.query.isReversed) = ([], false) } }

  // MARK: - Window

  /// Returns at most `count` records. A later limit replaces this one.
  ///
  /// - Parameter count: The number of records; a negative number counts as 0.
  @inlinable public func limit(_ count: Int) -> Finder<Record> {
    var finder = finder
    finder.query.limit = Swift.max(0, count)
    return finder
  }

  /// Returns all records but the first `count`. A later offset replaces this one.
  ///
  /// - Parameter count: The number of records to skip; a negative number counts as 0.
  public func offset(_ count: Int) -> Finder<Record> { finder.with { $0.query.offset = Swift.max(0, count) } }

  /// Returns only the first of the records that have equal values in some columns, for each combination of values.
  ///
  /// ```swift
  /// Todo.order(by: \.dueDate).distinct(by: \.assignedTo).all   // everybody's most urgent todo
  /// Todo.distinct(by: \.location).pluck(\.location)            // every location once
  /// ```
  public func distinct<each Value: ColumnValue>(
    by columns: repeat any KeyPath<Record, each Value> & Sendable
  ) -> Finder<Record> {
    var references: [ColumnReference] = []
    for column in repeat each columns { references.append(ColumnReference(column)) }
    return finder.with { $0.query.distinctColumns = references }
  }
}

extension Finder {
  @usableFromInline mutating func addOrder(
    by column: any KeyPath<Record, some ColumnValue> & Sendable, _ direction: OrderDirection, _ nils: NilOrder
  ) {
    let reference = ColumnReference(column)
    let isComputed = reference.index == nil
    query.order.append(
      isComputed ? ColumnTerm(column).computed.orderTerm(direction, nils) : OrderTerm(reference, direction, nils))
  }
}

// NB: The method of Sequence would reverse the records within the limit, which differ from the records of the finder.

extension FinderChain where Self: Sequence, Record.Adapter.Failure == Never {
  /// Returns the records in reverse order, as an array: those of the finder that `reversed()` returns.
  public func reversed() -> [Record] { finder.reversed().all }
}
