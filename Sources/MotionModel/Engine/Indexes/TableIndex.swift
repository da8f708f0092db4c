/// An index of a table, which finds rows by their values and is updated with every change.
///
/// Indexes are values, and versions of a table share the parts that did not change. This protocol is all that tables
/// and the planner know of them.
protocol TableIndex: Sendable {
  var definition: IndexDefinition { get }

  /// How many entries there are.
  var count: Int { get }

  /// Whether the index is made at its first use; see ``UnmadeIndex``. NB: A cast takes 700 instructions.
  var isUnmade: Bool { get }

  /// Whether the index is to be made of the rows before they change, because readers use it.
  mutating func isAwaited() -> Bool

  /// Lets go of what was made of the rows, which change, if the index is made at its first use.
  ///
  /// - Returns: Whether it is; if not, it has to change with the rows.
  mutating func forget() -> Bool

  /// The index itself, in a version of the table with these rows; see ``UnmadeIndex``.
  func made(in rows: RowStorage) -> any TableIndex

  /// Returns the rows that can meet all of some conditions; nil when the index cannot find them.
  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer?

  /// Returns the rows with a value.
  ///
  /// - Parameters:
  ///   - hash: The hash of the value.
  ///   - isWanted: Returns whether a row has the value.
  func entry(hash: UInt64, in table: TableVersion, where isWanted: (Row) -> Bool) -> HashIndex.Entry

  /// Returns rows in the order of the first of some keys, and of as many further ones as the index has, among them all
  /// that meet some conditions; nil when the index does not have this order.
  func order(by terms: [OrderTerm], under conjuncts: [PredicateNode], in rows: RowStorage) -> IndexOrder?

  /// Whether the two versions of a row differ in what the index stores, so that the index has to be updated.
  func isAffected(_ old: Row, _ new: Row) -> Bool

  /// Adds the row at a position, which the storage has already.
  mutating func insert(_ row: Row, at position: Int, in rows: RowStorage)

  /// Adds many rows, which the storage has already.
  mutating func insert(contentsOf positions: [Int], in rows: RowStorage)

  /// Replaces the row at a position, without the storage.
  ///
  /// - Returns: Whether the old row was found; see ``remove(_:at:in:)``. Nil when the index can only remove the old row
  ///   and insert the new one.
  mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool?

  /// Removes the row at a position, while the storage still holds it as it was.
  ///
  /// - Returns: Whether the whole row was found and removed. If not, the index must not be used any more, because
  ///   values in it have changed by themselves; see ``UnmadeIndex``.
  mutating func remove(_ row: Row, at position: Int, in rows: RowStorage) -> Bool

  /// Returns the other rows with the same unique values as a row, at least one; nil when there is none, or when one of
  /// the values is nil.
  func rows(sharing row: Row, besides own: Int?, in rows: RowStorage) -> RowSet?

  /// Returns what is wrong with the index of the rows at these positions, for tests; nil when it is correct.
  func violation(_ positions: [Int], in rows: RowStorage) -> String?
}

extension TableIndex {
  var isUnmade: Bool { false }

  mutating func isAwaited() -> Bool { false }

  mutating func forget() -> Bool { false }

  func made(in rows: RowStorage) -> any TableIndex { self }

  func order(by terms: [OrderTerm], under conjuncts: [PredicateNode], in rows: RowStorage) -> IndexOrder? { nil }

  func rows(sharing row: Row, besides own: Int?, in rows: RowStorage) -> RowSet? { nil }

  func entry(hash: UInt64, in table: TableVersion, where isWanted: (Row) -> Bool) -> HashIndex.Entry {
    preconditionFailure("only a HashIndex finds rows by a hash")
  }

  mutating func update(_ old: Row, to new: Row, at position: Int) -> Bool? { nil }

  mutating func insert(contentsOf positions: [Int], in rows: RowStorage) {
    for position in positions { insert(rows[position], at: position, in: rows) }
  }
}

/// The rows that an index finds for some conditions.
struct IndexAnswer {
  /// The number of rows, or an upper bound of it.
  let count: Int
  /// Whether `count` is the exact number of rows.
  let isCountExact: Bool
  /// The conditions that all of the rows meet, so that they need not be tested.
  let decided: ConjunctSet
  /// The cost of each row, where 1 is what a scan takes to test one.
  let effort: Double
  /// The rows.
  let rows: () -> RowSet
}

extension IndexAnswer {
  /// Returns the answer to conditions that no row meets.
  static func nothing(decided: ConjunctSet) -> IndexAnswer {
    IndexAnswer(count: 0, isCountExact: true, decided: decided, effort: 0) { RowSet() }
  }
}
