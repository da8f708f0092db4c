extension OrderedIndex {
  func order(
    by terms: [OrderTerm], under conjuncts: [PredicateNode], in rows: RowStorage
  ) -> IndexOrder? {
    guard let first = terms.first, (first.folded != nil) == (folded != nil), let column = first.indexable?.column,
      let start = columns.firstIndex(where: { $0.isSame(as: column) })
    else { return nil }
    let found = found(by: conjuncts, in: rows)
    guard found.equal.count >= start else { return nil }
    var end = start + 1
    while end < columns.count, end - start < terms.count, terms[end - start].continues(terms[0], columns[end]) {
      end += 1
    }
    return IndexOrder(
      index: self, ranks: found.ranks ?? 0..<count, decided: found.decided, prefix: Array(found.equal.prefix(start)),
      suffix: Array(found.equal.dropFirst(end)), columns: start..<end,
      isByInsertion: max(end, found.equal.count) == columns.count)
  }

  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? {
    let found = found(by: conjuncts, in: rows)
    guard let ranks = found.ranks else { return nil }
    return IndexAnswer(count: ranks.count, isCountExact: true, decided: found.decided, effort: 1.5) {
      self.rows(in: ranks)
    }
  }

  /// The rows that can meet some conditions.
  private struct Found {
    /// Their ranks; nil when no condition limits the order.
    var ranks: Range<Int>?
    /// The conditions that all of them meet.
    var decided: ConjunctSet = []
    /// The values that the conditions require in the first columns.
    var equal: [OrderedBound] = []
  }

  /// Returns the rows that can meet all of some conditions: conditions limit a column if each column before it must
  /// have one value.
  private func found(by conjuncts: [PredicateNode], in storage: RowStorage) -> Found {
    var found = Found()
    for column in columns {
      var equal: OrderedBound?
      for (number, node) in conjuncts.enumerated() {
        guard let part = part(node, column, behind: found.equal, in: storage) else { continue }
        found.ranks = found.ranks.map { $0.clamped(to: part.ranks) } ?? part.ranks
        if part.isDecided { found.decided.insert(number) }
        equal = equal ?? part.equal
      }
      guard let equal else { break }
      found.equal.append(equal)
    }
    return found
  }

  /// The rows that can meet one condition.
  private struct Part {
    let ranks: Range<Int>
    /// Whether all of them meet it.
    let isDecided: Bool
    /// The value that it requires; nil for others.
    var equal: OrderedBound?
  }

  /// Returns the rows that can meet a condition on a column, among the rows at the bounds of the columns before it; nil
  /// when the condition does not limit the column's order.
  private func part(
    _ node: PredicateNode, _ column: ColumnReference, behind bounds: [OrderedBound], in storage: RowStorage
  ) -> Part? {
    switch node {
    case .comparison(let test) where folded == nil && test.column.isSame(as: column):
      guard let bound = column.operations.bound(test.operand) else {
        return part(test.comparison, withoutBound: test.operand, behind: bounds, in: storage)
      }
      guard let ranks = ranks(test.comparison, bound, behind: bounds, in: storage) else { return nil }
      // The key of a decimal does not show whether it is NaN.
      let isDecided = column.operations.columnType != .decimal
      return Part(ranks: ranks, isDecided: isDecided, equal: test.comparison == .equal ? bound : nil)
    case .isNil(let other) where other.isSame(as: column): return missing(behind: bounds, in: storage)
    case .not(.isNil(let other)) where other.isSame(as: column): return valued(behind: bounds, in: storage)
    case .text(let other, let test) where other.isSame(as: column):
      return bound(of: test, column).map { Part(ranks: ranks(of: bounds + [$0], in: storage), isDecided: false) }
    default: return nil
    }
  }

  /// Returns the bound of the strings that can pass a test; nil when they are not side by side.
  private func bound(of test: StringTest, _ column: ColumnReference) -> OrderedBound? {
    guard let folded else { return test.beginning.map(column.operations.bound(ofBeginning:)) }
    guard let texts = test.plainStrings else { return test.plainBeginning.map(folded.bound(ofBeginning:)) }
    return texts.count == 1 ? folded.bound(texts[0] as String?) : nil
  }

  /// Returns the rows that can meet a comparison with an operand that has no position in the order: nil, which equals a
  /// missing value, or NaN. No value comes before or behind it.
  private func part(
    _ comparison: ComparisonOperator, withoutBound operand: any Sendable, behind bounds: [OrderedBound],
    in storage: RowStorage
  ) -> Part? {
    let isNil = (operand as? any OptionalDocument)?.isNil ?? false
    switch comparison {
    case .equal: return isNil ? missing(behind: bounds, in: storage) : nil
    case .notEqual: return isNil ? valued(behind: bounds, in: storage) : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return Part(ranks: 0..<0, isDecided: columns[bounds.count].operations.columnType != .decimal)
    }
  }

  /// Returns the rows without a value in the column behind some bounds, among those at the bounds.
  private func missing(behind bounds: [OrderedBound], in storage: RowStorage) -> Part? {
    let operations = columns[bounds.count].operations
    if !operations.isOptional { return nil }
    let start = startOfMissing(behind: bounds, in: storage)
    let ranks = start..<max(start, end(of: bounds, in: storage))
    return Part(ranks: ranks, isDecided: true, equal: operations.boundOfMissing)
  }

  /// Returns the rows with a value in the column behind some bounds, among those at the bounds.
  private func valued(behind bounds: [OrderedBound], in storage: RowStorage) -> Part {
    let start = start(of: bounds, in: storage)
    return Part(ranks: start..<max(start, startOfMissing(behind: bounds, in: storage)), isDecided: true)
  }

  /// Returns the ranks of the rows that meet a comparison, among those at the bounds of the columns before; nil when
  /// they are not known.
  private func ranks(
    _ comparison: ComparisonOperator, _ bound: OrderedBound, behind bounds: [OrderedBound], in storage: RowStorage
  ) -> Range<Int>? {
    let all = bounds + [bound]
    switch comparison {
    case .less: return downwards(start(of: all, in: storage), behind: bounds, in: storage)
    case .lessOrEqual: return downwards(end(of: all, in: storage), behind: bounds, in: storage)
    case .greater: return upwards(end(of: all, in: storage), behind: bounds, in: storage)
    case .greaterOrEqual: return upwards(start(of: all, in: storage), behind: bounds, in: storage)
    case .equal: return ranks(of: all, in: storage)
    case .notEqual: return nil
    }
  }

  /// Returns the ranks up to a rank, among the rows at some bounds.
  private func downwards(_ rank: Int, behind bounds: [OrderedBound], in storage: RowStorage) -> Range<Int> {
    min(rank, start(of: bounds, in: storage))..<rank
  }

  /// Returns the ranks from a rank on, among the rows at some bounds, without missing values and NaN: they come last,
  /// but are not greater than any value.
  private func upwards(_ rank: Int, behind bounds: [OrderedBound], in storage: RowStorage) -> Range<Int> {
    let end = startOfMissing(behind: bounds, in: storage)
    return rank..<max(rank, min(end, startOfNaN(behind: bounds, in: storage) ?? end))
  }

  /// Returns the rows of some ranks, in the order of insertion.
  func rows(in range: Range<Int>) -> RowSet { RowSet(positions: positions(in: range)) }
}

extension OrderTerm {
  /// Whether an index has the order of this key among rows with equal values in its columns before, when it is read in
  /// the direction of the first key. Missing values are the last of a column.
  fileprivate func continues(_ first: OrderTerm, _ column: ColumnReference) -> Bool {
    guard let own = self.column, own.isSame(as: column), direction == first.direction else { return false }
    return !own.operations.isOptional || (nils == .last) == (direction == .ascending)
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
