/// A value to be looked up in a column of an ordered index, or values that follow one another in its order.
struct OrderedBound {
  /// The keys of the values; see ``SortKey``.
  let keys: ClosedRange<UInt64>
  /// How a row whose key is one of these compares with the values: before them (negative), among them (0) or behind
  /// them (positive).
  let order: (Row) -> Int
}

extension OrderedBound {
  /// Creates the bound of values with one key.
  init(key: UInt64, order: @escaping (Row) -> Int) { self.init(keys: key...key, order: order) }
}

extension ColumnOperations {
  /// Returns the bound at the value of a row, which may be missing.
  func bound(of row: Row) -> OrderedBound {
    OrderedBound(key: sortKey(row)) { [precedes] other in precedes(other, row) ? -1 : precedes(row, other) ? 1 : 0 }
  }

  /// The bound of rows without a value.
  var boundOfMissing: OrderedBound { OrderedBound(key: SortKey.missing) { [isNil] in isNil($0) ? 0 : -1 } }

  /// Returns a bound of strings, among them all that begin with some text. Of these strings, which need not be
  /// composed, only the keys are certain to be in order.
  func bound(ofBeginning text: String) -> OrderedBound {
    OrderedBound(keys: SortKey.keys(ofBeginning: text)) { [isNil] in isNil($0) ? 1 : 0 }
  }
}
