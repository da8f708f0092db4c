extension OrderedIndex {
  func order(by column: ColumnReference, under conjuncts: [PredicateNode], in rows: RowStorage) -> IndexOrder? {
    guard column.isSame(as: self.column) else { return nil }
    let (ranks, decided) = range(of: conjuncts, in: rows) ?? (0..<count, [])
    return IndexOrder(index: self, ranks: ranks, decided: decided)
  }

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? {
    guard let (range, decided) = range(of: conjuncts, in: rows) else { return nil }
    return IndexAnswer(count: range.count, isCountExact: true, decided: decided, effort: 1.5) { self.rows(in: range) }
  }

  /// The ranks of the rows that can meet some conditions that all have to be met, and which of these they all meet; nil when
  /// none of them limits the column's order.
  private func range(
    of conjuncts: [PredicateNode], in storage: RowStorage
  ) -> (ranks: Range<Int>, decided: ConjunctSet)? {
    var (range, decided): (Range<Int>?, ConjunctSet) = (nil, [])
    for (number, node) in conjuncts.enumerated() {
      guard case .comparison(let other, let comparison, let operand) = node, other.isSame(as: column),
        let ranks = ranks(comparison, other.operations.bound(operand), in: storage)
      else { continue }
      range = range.map { $0.clamped(to: ranks) } ?? ranks
      // Decimals that are not numbers cannot be told by their keys.
      if other.operations.columnType != .decimal { decided.insert(number) }
    }
    return range.map { ($0, decided) }
  }

  /// The ranks of the rows that a comparison leaves; nil where they are not known.
  ///
  /// - Parameter bound: Nil for an operand that has no place in the order, with which nothing compares.
  private func ranks(
    _ comparison: ComparisonOperator, _ bound: OrderedBound?, in storage: RowStorage
  ) -> Range<Int>? {
    guard let bound else { return comparison == .equal || comparison == .notEqual ? nil : 0..<0 }
    switch comparison {
    case .less: return 0..<start(of: bound, in: storage)
    case .lessOrEqual: return 0..<end(of: bound, in: storage)
    case .greater: return upwards(end(of: bound, in: storage), in: storage)
    case .greaterOrEqual: return upwards(start(of: bound, in: storage), in: storage)
    case .equal:
      let start = start(of: bound, in: storage)
      // A type that is not truly ordered may have its values end before they begin.
      return start..<max(start, end(of: bound, in: storage))
    case .notEqual: return nil
    }
  }

  /// Missing values and NaN stand at the end and are greater than nothing.
  private func upwards(_ rank: Int, in storage: RowStorage) -> Range<Int> {
    let end = startOfMissing(in: storage)
    let isNumber = column.operations.columnType.isFloating
    return rank..<max(rank, isNumber ? min(end, startOfNaN ?? end) : end)
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

extension ColumnType {
  /// Whether values may be NaN.
  var isFloating: Bool {
    switch self {
    case .double, .float, .decimal, .date: true
    default: false
    }
  }
}
