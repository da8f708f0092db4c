/// The operations of an ordered index on the values of its columns.
///
/// It is a class for the same reason as ``ColumnOperations``. In each column, rows are ordered by their keys, then by
/// their values.
final class OrderedOperations: Sendable {
  let columns: [ColumnOperations]
  private let first: ColumnOperations
  private let others: ArraySlice<ColumnOperations>
  /// Whether rows with equal keys are equal, unless the key is that of a missing value.
  private let areKeysExact: Bool

  init(_ columns: [ColumnOperations]) {
    (self.columns, first, others) = (columns, columns[0], columns.dropFirst())
    areKeysExact = columns.count == 1 && columns[0].isSortKeyExact
  }

  /// The key of a row's entry.
  func key(_ row: Row) -> UInt64 { first.sortKey(row) }

  func isAffected(_ old: Row, _ new: Row) -> Bool {
    !first.isEqual(old, new) || others.contains { !$0.isEqual(old, new) }
  }

  /// Whether an entry precedes another one in the total order of entries: by values, then by position.
  @inline(__always) func precedes(_ first: OrderedEntry, _ second: OrderedEntry, in storage: RowStorage) -> Bool {
    if first.key != second.key { return first.key < second.key }
    if !areKeysExact || first.key == SortKey.missing {
      if first.position == second.position { return false }
      let order = orderOfEqualKeys(storage[first.position], storage[second.position])
      if order != 0 { return order < 0 }
    }
    return first.position < second.position
  }

  /// Returns how two rows with the same key compare.
  func orderOfEqualKeys(_ row: Row, _ other: Row) -> Int {
    if first.precedes(row, other) { return -1 }
    if first.precedes(other, row) { return 1 }
    for column in others {
      let order = column.order(row, other)
      if order != 0 { return order }
    }
    return 0
  }

  /// Whether the rows of two entries are equal in some columns, in the order of these.
  func isEqual(_ entry: OrderedEntry, _ other: OrderedEntry, in range: Range<Int>, _ storage: RowStorage) -> Bool {
    guard range.lowerBound == 0 else { return areEqual(entry, other, in: range, storage) }
    if entry.key != other.key { return false }
    if !first.areEqual(withKey: entry.key) {
      let (row, otherRow) = (storage[entry.position], storage[other.position])
      if first.order(row, otherRow, withKey: entry.key) != 0 { return false }
    }
    return range.count == 1 || areEqual(entry, other, in: range.dropFirst(), storage)
  }

  /// Whether the rows of two entries are equal in some columns other than the first one.
  private func areEqual(
    _ entry: OrderedEntry, _ other: OrderedEntry, in range: Range<Int>, _ storage: RowStorage
  ) -> Bool {
    let (row, otherRow) = (storage[entry.position], storage[other.position])
    return columns[range].allSatisfy { $0.order(row, otherRow) == 0 }
  }

  /// Returns the bound of several columns at once, of which the first are given; nil for no columns.
  func bound(_ bounds: [OrderedBound]) -> OrderedEntryBound? {
    guard let first = bounds.first else { return nil }
    let others = Array(zip(columns, bounds).dropFirst())
    return OrderedEntryBound(first: first, others: others)
  }
}

/// Values of the first columns of an ordered index.
struct OrderedEntryBound {
  let first: OrderedBound
  let others: [(column: ColumnOperations, bound: OrderedBound)]

  /// How an entry compares with the values: before them (negative), at them (0) or behind them (positive).
  @inline(__always) func order(_ entry: OrderedEntry, _ storage: RowStorage) -> Int {
    if entry.key < first.keys.lowerBound { return -1 }
    if entry.key > first.keys.upperBound { return 1 }
    let row = storage[entry.position]
    let order = first.order(row)
    return order != 0 || others.isEmpty ? order : orderOfOthers(row)
  }

  private func orderOfOthers(_ row: Row) -> Int {
    for (column, bound) in others {
      let key = column.sortKey(row)
      if key < bound.keys.lowerBound { return -1 }
      if key > bound.keys.upperBound { return 1 }
      let order = bound.order(row)
      if order != 0 { return order }
    }
    return 0
  }
}

extension ColumnOperations {
  /// Returns how the values of two rows compare in an ordered index.
  fileprivate func order(_ row: Row, _ other: Row) -> Int {
    let (key, otherKey) = (sortKey(row), sortKey(other))
    return key == otherKey ? order(row, other, withKey: key) : key < otherKey ? -1 : 1
  }

  /// Returns how the values of two rows with the same key compare in an ordered index.
  fileprivate func order(_ row: Row, _ other: Row, withKey key: UInt64) -> Int {
    if areEqual(withKey: key) { return 0 }
    return precedes(row, other) ? -1 : precedes(other, row) ? 1 : 0
  }

  /// Whether all rows with a key are equal.
  fileprivate func areEqual(withKey key: UInt64) -> Bool { isSortKeyExact && key != SortKey.missing }
}
