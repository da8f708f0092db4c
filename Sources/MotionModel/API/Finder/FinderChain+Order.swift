public import Foundation

extension FinderChain {
  // MARK: - Order

  /// The records in the order of a column. A further order decides between records that this one finds equal.
  ///
  /// ```swift
  /// Todo.order(by: \.priority, .descending).order(by: \.dueDate, nils: .first)
  /// ```
  ///
  /// - Parameters:
  ///   - column: The property; it need not be declared.
  ///   - direction: Which way; upwards, unless told otherwise.
  ///   - nils: Where records without a value go; to the end, in either direction, unless told otherwise.
  public func order(
    by column: any KeyPath<Record, some ColumnValue> & Sendable, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last
  ) -> Finder<Record> {
    finder.with { $0.query.order.append(OrderTerm(ColumnReference(column), direction, nils)) }
  }

  /// The records in an order that a closure says.
  ///
  /// - Parameter precedes: Whether its first argument comes before its second: a strict weak order. It may be called
  ///   from any thread.
  public func order(by precedes: @escaping @Sendable (Record, Record) -> Bool) -> Finder<Record> {
    finder.with { $0.query.order.append(OrderTerm(Record.self, precedes)) }
  }

  /// The records in the order of Foundation's sort descriptors.
  public func order(by descriptors: SortDescriptor<Record>...) -> Finder<Record> {
    finder.with { finder in
      for descriptor in descriptors {
        finder.query.order.append(OrderTerm(Record.self) { descriptor.compare($0, $1) == .orderedAscending })
      }
    }
  }

  /// The records in the opposite order: the last one first.
  public func reversed() -> Finder<Record> { finder.reversed() }

  /// The records in the order of insertion, whatever order was asked for before.
  public func unordered() -> Finder<Record> { finder.with { ($0.query.order, $0.query.isReversed) = ([], false) } }

  // MARK: - Window

  /// No more than so many records. Of several limits the last one counts.
  ///
  /// - Parameter count: How many; a negative number is taken as 0.
  public func limit(_ count: Int) -> Finder<Record> { finder.with { $0.query.limit = Swift.max(0, count) } }

  /// All but the first so many records.
  ///
  /// - Parameter count: How many to leave out; a negative number is taken as 0.
  public func offset(_ count: Int) -> Finder<Record> { finder.with { $0.query.offset = Swift.max(0, count) } }

  /// Of the records that have the same values in some columns, only the first in the order.
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
