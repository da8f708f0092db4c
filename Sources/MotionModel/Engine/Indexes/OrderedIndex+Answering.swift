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

  /// Returns the ranks of the rows that can meet all of some conditions, and which of the conditions all of these
  /// rows meet; nil when no condition limits the column's order.
  private func range(
    of conjuncts: [PredicateNode], in storage: RowStorage
  ) -> (ranks: Range<Int>, decided: ConjunctSet)? {
    var (range, decided): (Range<Int>?, ConjunctSet) = (nil, [])
    for (number, node) in conjuncts.enumerated() {
      guard case .comparison(let other, let comparison, let operand) = node, other.isSame(as: column),
        let ranks = ranks(comparison, other.operations.bound(operand), in: storage)
      else { continue }
      range = range.map { $0.clamped(to: ranks) } ?? ranks
      // The key of a decimal does not tell whether it is NaN.
      if other.operations.columnType != .decimal { decided.insert(number) }
    }
    return range.map { ($0, decided) }
  }

  /// Returns the ranks of the rows that meet a comparison; nil when they are not known.
  ///
  /// - Parameter bound: Nil for an operand that has no position in the order: no value comes before or behind it.
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
      // The order of a type may contradict itself, so that the end comes before the start.
      return start..<max(start, end(of: bound, in: storage))
    case .notEqual: return nil
    }
  }

  /// Returns the ranks from a rank on, without missing values and NaN: they come last, but are not
  /// greater than any value.
  private func upwards(_ rank: Int, in storage: RowStorage) -> Range<Int> {
    let end = startOfMissing(in: storage)
    let isNumber = column.operations.columnType.isFloating
    return rank..<max(rank, isNumber ? min(end, startOfNaN ?? end) : end)
  }

  /// Returns the rows of some ranks, in the order of insertion.
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
    case .string, .bool, .int, .uint, .uuid, .url, .data, .array, .dictionary, .optional, .enumeration, .document,
      .custom:
      false
    }
  }
}
