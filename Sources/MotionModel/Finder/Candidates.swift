/// Chooses the index that leaves the fewest rows to look at.
enum Candidates {
  /// Rows of which all that meet the predicate are some; nil when no index helps and all rows have to be looked at.
  static func rows(of table: TableVersion, for predicate: PredicateNode) -> RowSet? {
    best(of: table, for: predicate)?.rows()
  }

  /// How many rows have to be looked at.
  static func count(of table: TableVersion, for predicate: PredicateNode) -> Int {
    best(of: table, for: predicate)?.count ?? table.count
  }

  private static func best(
    of table: TableVersion, for predicate: PredicateNode
  ) -> (count: Int, rows: () -> RowSet)? {
    var best: (count: Int, rows: () -> RowSet)?
    let conjuncts = predicate.conjuncts
    for found in conjuncts.lazy.compactMap({ lookup($0, in: table) }) + ranges(conjuncts, in: table) {
      if found.count < best?.count ?? .max { best = found }
    }
    return best
  }

  /// The rows that ordered indexes give for conditions on the order, those on one column taken together.
  private static func ranges(
    _ conjuncts: [PredicateNode], in table: TableVersion
  ) -> [(count: Int, rows: () -> RowSet)] {
    table.ordered.compactMap { index in
      guard let range = index.range(of: conjuncts, in: table.rows), range.count < table.count / 2 else { return nil }
      return (range.count, { index.rows(in: range) })
    }
  }

  /// How many rows an index gives for a condition, and which.
  private static func lookup(_ node: PredicateNode, in table: TableVersion) -> (count: Int, rows: () -> RowSet)? {
    switch node {
    case .constant(false):
      return (0, { RowSet() })
    case .comparison(let column, .equal, let operand):
      return lookup([column.operations.key(operand)], column, in: table)
    case .membership(let column, let operands):
      return lookup(column.operations.keys(operands), column, in: table)
    case .found(let found):
      return found.limit.map { ($0, found.rows) }
    case .text(let column, let test):
      return lookup(test, column, in: table)
    case .or(let nodes):
      return union(nodes, in: table)
    default:
      return nil
    }
  }

  /// Alternatives have an index when each of them has.
  private static func union(_ nodes: [PredicateNode], in table: TableVersion) -> (count: Int, rows: () -> RowSet)? {
    var parts: [(count: Int, rows: () -> RowSet)] = []
    for node in nodes {
      let found = node.conjuncts.lazy.compactMap { lookup($0, in: table) }.min { $0.count < $1.count }
      guard let found else { return nil }
      parts.append(found)
    }
    return (
      parts.reduce(0) { $0 + $1.count }, { parts.reduce(into: RowSet()) { $0.formUnion($1.rows()) } }
    )
  }

  /// - Parameter keys: The values; nil stands for one that no row can equal.
  private static func lookup(
    _ keys: [IndexKey?], _ column: ColumnReference, in table: TableVersion
  ) -> (count: Int, rows: () -> RowSet)? {
    let rows = table.rows
    let keys = keys.compactMap { $0 }
    if column.index == table.layout.idColumn {
      return (
        keys.count,
        {
          keys.reduce(into: RowSet()) { set, key in
            let found = table.ids.first(hash: key.hash) { key.isInRow(rows.address(at: $0)) }
            if let found { set.insert(found) }
          }
        }
      )
    }
    guard let index = table.indexes.first(where: { $0.column == column.index && !$0.ignoresCase }) else { return nil }
    return lookup(keys, index, in: table)
  }

  /// A test for texts that are the same without regard to case has an index of its own.
  private static func lookup(
    _ test: TextTest, _ column: ColumnReference, in table: TableVersion
  ) -> (count: Int, rows: () -> RowSet)? {
    guard let texts = test.caselessTexts, let number = column.index,
      let caseless = table.layout.columns[number].caseless,
      let index = table.indexes.first(where: { $0.column == number && $0.ignoresCase })
    else { return nil }
    return lookup(texts.compactMap { caseless.key($0 as String?) }, index, in: table)
  }

  private static func lookup(
    _ keys: [IndexKey], _ index: HashIndex, in table: TableVersion
  ) -> (count: Int, rows: () -> RowSet) {
    let rows = table.rows
    return (
      keys.reduce(0) { $0 + index.count(with: $1, in: rows) },
      { keys.reduce(into: RowSet()) { $0.formUnion(index.rows(with: $1, in: rows)) } }
    )
  }
}
