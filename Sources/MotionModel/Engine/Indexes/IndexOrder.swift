/// The rows of an index that can meet some conditions, in its order.
struct IndexOrder {
  let index: OrderedIndex
  /// The ranks of the rows in the index.
  let ranks: Range<Int>
  /// The conditions that all of the rows meet, so that they need not be tested.
  var decided: ConjunctSet
  /// The values that all of the rows have in the index's first columns, before those of the order.
  let prefix: [OrderedBound]
  /// The values that all of the rows have in the columns behind those of the order. Only rows with these values come in
  /// the order of insertion.
  let suffix: [OrderedBound]
  /// Which columns of the index are the first keys of the order.
  let columns: Range<Int>
  /// Whether rows with equal values in these columns come in the order of insertion.
  let isByInsertion: Bool

  /// How many keys of the order the index has.
  var keyCount: Int { columns.count }

  /// Whether another order leaves less to do.
  func isWorse(than other: IndexOrder) -> Bool { merit < other.merit }

  private var merit: (Int, Int, Int, Int) { (decided.count, -ranks.count, keyCount, isByInsertion ? 1 : 0) }

  /// Returns the rank of the first row without a value in the first column of the order.
  func startOfMissing(in rows: RowStorage) -> Int { index.startOfMissing(behind: prefix, in: rows) }

  private func bounds(of row: Row) -> [OrderedBound] {
    prefix + index.bounds(of: row, columns) + suffix
  }

  /// Returns the ranks of the rows that have the same keys as a row, which need not be stored.
  func ranks(like row: Row, in rows: RowStorage) -> Range<Int> {
    index.ranks(of: bounds(of: row), in: rows)
  }

  /// Returns the rank behind the rows that come before a row, and behind the rows with its keys whose position passes a
  /// test. The rows that pass are a prefix of these.
  func rank(like row: Row, in rows: RowStorage, where isBefore: (_ position: Int) -> Bool) -> Int {
    index.rank(of: bounds(of: row), in: rows, where: isBefore)
  }
}
