/// An index of a table: finds rows by something that it knows of them, and is told of every change.
///
/// Indexes are values that share what did not change between versions of a table. This protocol is all that tables and the planner
/// know of them.
protocol TableIndex: Sendable {
  var definition: IndexDefinition { get }

  /// How many entries there are.
  var count: Int { get }

  /// What it says of conditions that all have to be met; nil when that is nothing.
  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer?

  /// Rows in the order of a column, among them all that meet some conditions; nil when it has no such order.
  func order(by column: ColumnReference, under conjuncts: [PredicateNode], in rows: RowStorage) -> IndexOrder?

  /// Whether the two versions of a row differ in what the index knows, so that it has to be told.
  func isAffected(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool

  /// Adds the row at a position, which the storage has already.
  mutating func insert(_ row: UnsafeRawPointer, at position: Int, in rows: RowStorage)

  /// Adds many rows, which the storage has already.
  mutating func insert(contentsOf positions: [Int], in rows: RowStorage)

  /// Removes the row at a position, while the storage still holds it as it was.
  ///
  /// - Returns: Whether it was found where it was put, so that nothing of it is left. If not, the index is of no use any more: what it is
  ///   made of has changed by itself. See ``LostIndex``.
  mutating func remove(_ row: UnsafeRawPointer, at position: Int, in rows: RowStorage) -> Bool

  /// Another row that has what has to be unique in a row; nil when there is none, or a part of it is missing.
  func position(sharing row: UnsafeRawPointer, besides own: Int?, in rows: RowStorage) -> Int?

  /// What is wrong with the index of the rows at these positions, for tests.
  func violation(_ positions: [Int], in rows: RowStorage) -> String?
}

extension TableIndex {
  func order(by column: ColumnReference, under conjuncts: [PredicateNode], in rows: RowStorage) -> IndexOrder? { nil }

  func position(sharing row: UnsafeRawPointer, besides own: Int?, in rows: RowStorage) -> Int? { nil }

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {
    for position in positions { insert(rows.address(at: position), at: position, in: rows) }
  }
}

/// What an index says of some conditions.
struct IndexAnswer {
  /// How many rows it gives; no less than there are.
  let count: Int
  /// Whether there are exactly so many.
  let isCountExact: Bool
  /// Which of the conditions all rows meet that it gives, so that they need not be tested.
  let decided: ConjunctSet
  /// What one row costs that it gives, where 1 is what a scan takes to test one.
  let effort: Double
  /// The rows.
  let rows: () -> RowSet
}

extension IndexAnswer {
  /// What is said of conditions that no row meets.
  static func nothing(decided: ConjunctSet) -> IndexAnswer {
    IndexAnswer(count: 0, isCountExact: true, decided: decided, effort: 0) { RowSet() }
  }
}

/// The rows of an index that can meet some conditions, in its order.
struct IndexOrder {
  let index: OrderedIndex
  /// Which rows of the index, in its order.
  let ranks: Range<Int>
  /// Which of the conditions all of them meet, so that they need not be tested.
  var decided: ConjunctSet
}
