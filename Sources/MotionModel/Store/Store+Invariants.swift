extension Store {
  /// What is wrong in the tables, as the caller sees them: rows that an index does not find, or counts that are not those of the
  /// rows. Nil, unless the library has a mistake.
  ///
  /// - Complexity: O(*n*) in the number of records, times the number of indexes.
  package func violation() -> String? {
    read { tables in tables.all.lazy.compactMap { $0.violation() }.first }
  }
}

extension TableVersion {
  fileprivate func violation() -> String? {
    var (positions, found): ([Int], [String]) = ([], [])
    Selection(self, where: .constant(true)).forEach { row, position in
      positions.append(position)
      if self.position(of: row) != position { found.append("\(layout.name) \(layout.id.text(row)) has no entry") }
    }
    if positions.count != count { found.append("\(layout.name) has \(positions.count) rows and counts \(count)") }
    if ids.count != count { found.append("\(layout.name) has \(count) rows and \(ids.count) ids") }
    found += indexes.compactMap { violation(of: $0, positions) }
    found += ordered.compactMap { violation(of: $0, positions) }
    return found.first
  }

  /// Compares the rows that an index finds with those that have the value.
  private func violation(of index: HashIndex, _ positions: [Int]) -> String? {
    let column = layout.columns[index.column]
    let operations = index.ignoresCase ? column.caseless ?? column.operations : column.operations
    var groups: [UInt64: [Int]] = [:]
    for position in positions {
      if let hash = operations.hash(rows.address(at: position)) { groups[hash, default: []].append(position) }
    }
    var valueCount = 0
    for (hash, group) in groups {
      for position in group {
        let row = rows.address(at: position)
        let same = group.filter { operations.isEqual(rows.address(at: $0), row) }
        if same.first == position { valueCount += 1 }
        var indexed: [Int] = []
        index.rows(with: IndexKey(hash: hash) { operations.isEqual($0, row) }, in: rows)
          .forEach { indexed.append($0) }
        if indexed != same { return "the index of \(layout.name).\(column.name) has \(indexed) instead of \(same)" }
      }
    }
    return index.valueCount == valueCount ? nil : "the index of \(layout.name).\(column.name) has rows that are gone"
  }

  /// Compares the rows that an index has in order with the rows, put in order.
  private func violation(of index: OrderedIndex, _ positions: [Int]) -> String? {
    let column = layout.columns[index.column]
    let expected = positions.map { ($0, rows.address(at: $0)) }.sorted { first, second in
      if column.operations.precedes(first.1, second.1) { return true }
      if column.operations.precedes(second.1, first.1) { return false }
      return first.0 < second.0
    }
    var found: [Int] = []
    index.forEach(in: 0..<index.count) {
      found.append($0)
      return true
    }
    if found == expected.map(\.0) { return nil }
    return "the order of \(layout.name).\(column.name) is \(found) instead of \(expected.map(\.0))"
  }
}
