extension HashIndex {
  /// Returns the rows with the values that the conditions require; nil when they do not require a value for each
  /// column.
  func answer(to conjuncts: [PredicateNode], in rows: RowStorage) -> IndexAnswer? {
    if let folded { return answer(to: conjuncts, folded, in: rows) }
    if definition.columns.count == 1 { return answer(to: conjuncts, on: definition.columns[0], in: rows) }
    var (keys, decided): ([IndexKey?], ConjunctSet) = ([], [])
    for column in definition.columns {
      let found = conjuncts.indices.lazy.compactMap { number in
        Self.key(conjuncts[number], column).map { (number, $0) }
      }.first
      guard let (number, key) = found else { return nil }
      keys.append(key)
      decided.insert(number)
    }
    return answer(KeyOperations.key(keys), decided, in: rows)
  }

  /// Returns the key of the value that a condition requires; nil when it does not require a single value. The inner
  /// optional is nil when no value equals the required one.
  private static func key(_ node: PredicateNode, _ column: ColumnReference) -> IndexKey?? {
    guard case .comparison(let test) = node, test.comparison == .equal, test.column.isSame(as: column) else {
      return nil
    }
    return .some(column.operations.key(test.operand))
  }

  /// Returns the answer to the condition on a column that leaves the fewest rows.
  private func answer(
    to conjuncts: [PredicateNode], on column: ColumnReference, in rows: RowStorage
  ) -> IndexAnswer? {
    var best: IndexAnswer?
    for number in conjuncts.indices {
      guard let answer = answer(to: conjuncts[number], number, on: column, in: rows) else { continue }
      if answer.count < best?.count ?? .max { best = answer }
    }
    return best
  }

  private func answer(
    to node: PredicateNode, _ number: Int, on column: ColumnReference, in rows: RowStorage
  ) -> IndexAnswer? {
    if let key = Self.key(node, column) { return answer(key, [number], in: rows) }
    guard case .membership(let other, let operands) = node, other.isSame(as: column) else { return nil }
    return answer(column.operations.keys(operands), [number], in: rows)
  }

  /// Returns the rows with any of the strings that a test without regard to case, or to accents, looks for. They are
  /// tested again, because the index decides no condition.
  private func answer(
    to conjuncts: [PredicateNode], _ folded: ColumnOperations, in rows: RowStorage
  ) -> IndexAnswer? {
    conjuncts.lazy.compactMap { node in
      guard case .text(let column, let test) = node, column.isSame(as: definition.columns[0]),
        let texts = definition.kind == .hashIgnoringCase ? test.caselessStrings : test.plainStrings
      else { return nil }
      return answer(texts.map { folded.key($0 as String?) }, [], in: rows)
    }.min { $0.count < $1.count }
  }

  /// Returns the rows with one value. They are looked up once, to be counted; the answer stores only where they are.
  private func answer(_ key: IndexKey?, _ decided: ConjunctSet, in rows: RowStorage) -> IndexAnswer {
    guard let entry = key.map({ entry(with: $0, in: rows) }), entry.count > 0 else { return .nothing(decided: decided) }
    return IndexAnswer(count: entry.count, isCountExact: true, decided: decided, effort: 0.1) { entry.rows }
  }

  /// Returns the rows with any of some values.
  private func answer(_ keys: [IndexKey?], _ decided: ConjunctSet, in rows: RowStorage) -> IndexAnswer {
    let entries = keys.compactMap { $0.map { entry(with: $0, in: rows) } }.filter { $0.count > 0 }
    // Values may be given twice, and a row may then be counted twice.
    return IndexAnswer(
      count: entries.reduce(0) { $0 + $1.count }, isCountExact: entries.count < 2, decided: decided, effort: 0.1
    ) {
      entries.reduce(into: RowSet()) { $0.formUnion($1.rows) }
    }
  }
}
