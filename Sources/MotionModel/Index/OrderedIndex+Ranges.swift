extension OrderedIndex {
  /// The ranks of the rows that can meet some conditions that all have to be met; nil when none of them limits the column's order.
  func range(of conjuncts: [PredicateNode], in storage: RowStorage) -> Range<Int>? {
    var range: Range<Int>?
    for case .comparison(let column, let comparison, let operand) in conjuncts where column.index == self.column {
      guard let ranks = ranks(comparison, column.operations.bound(operand), in: storage) else { continue }
      range = range.map { $0.clamped(to: ranks) } ?? ranks
    }
    return range
  }

  /// The ranks of the rows that a comparison leaves.
  ///
  /// - Parameter bound: Nil for an operand that has no place in the order, with which nothing compares.
  private func ranks(
    _ comparison: ComparisonOperator, _ bound: OrderedBound?, in storage: RowStorage
  ) -> Range<Int>? {
    if comparison == .notEqual || (comparison == .equal && bound == nil) { return nil }
    guard let bound else { return 0..<0 }
    switch comparison {
    case .less: return 0..<start(of: bound, in: storage)
    case .lessOrEqual: return 0..<end(of: bound, in: storage)
    case .greater: return upwards(end(of: bound, in: storage), in: storage)
    case .greaterOrEqual: return upwards(start(of: bound, in: storage), in: storage)
    case .equal, .notEqual: return start(of: bound, in: storage)..<end(of: bound, in: storage)
    }
  }

  /// Missing values stand at the end and are greater than nothing.
  private func upwards(_ rank: Int, in storage: RowStorage) -> Range<Int> {
    rank..<max(rank, startOfMissing(in: storage))
  }

  /// The rows of some ranks, in the order of insertion.
  func rows(in range: Range<Int>) -> RowSet {
    var positions: [Int] = []
    positions.reserveCapacity(range.count)
    forEach(in: range) {
      positions.append($0)
      return true
    }
    return RowSet(positions: positions)
  }
}
