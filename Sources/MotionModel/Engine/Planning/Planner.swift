/// Finds the cheapest path to the rows that meet a predicate.
///
/// Each index knows the number of rows for the conditions that it serves, or an upper bound of it, so there are no
/// statistics. Only two numbers are estimated: the rows that meet the conditions of two paths at once, which are taken
/// to be independent, and the rows that are related to others.
struct Planner {
  private let table: TableVersion
  private let conjuncts: Conjuncts

  init(_ table: TableVersion, _ predicate: PredicateNode) { (self.table, conjuncts) = (table, Conjuncts(predicate)) }

  /// Returns the cheapest path; nil when nothing is cheaper than a scan.
  static func path(to predicate: PredicateNode, in table: TableVersion) -> AccessPath? {
    if case .constant(true) = predicate { return nil }
    return Planner(table, predicate).path()
  }

  private func path() -> AccessPath? {
    let candidates = self.candidates()
    guard var best = candidates.min(by: { $0.cost < $1.cost }), best.cost < scanCost else { return nil }
    for candidate in candidates where !candidate.decided.isSubset(of: best.decided) {
      let both = AccessPath(best, and: candidate, of: conjuncts, size: table.count)
      if both.cost < best.cost { best = both }
    }
    return best
  }

  private var scanCost: Double { Double(table.count) * conjuncts.effort }

  // MARK: - Candidates

  private func candidates() -> [AccessPath] {
    var candidates: [AccessPath] = []
    for index in table.indexes {
      guard let answer = index.answer(to: conjuncts.nodes, in: table.rows) else { continue }
      candidates.append(AccessPath(answer, of: conjuncts, .index(index.definition, rows: answer.count)))
    }
    for (number, node) in conjuncts.nodes.enumerated() {
      if let candidate = candidate(node, number) { candidates.append(candidate) }
    }
    return candidates
  }

  /// Returns a path for a condition on ids or on related rows, for alternatives, or for a condition that no row meets;
  /// nil for any other.
  private func candidate(_ node: PredicateNode, _ number: Int) -> AccessPath? {
    switch node {
    case .constant(false): path(.nothing(decided: [number]), .nothing)
    case .comparison(let test) where test.comparison == .equal && test.column.index == table.layout.idColumn:
      path(ids([test.column.operations.key(test.operand)], number), .ids)
    case .membership(let column, let operands) where column.index == table.layout.idColumn:
      path(ids(column.operations.keys(operands), number), .ids)
    case .found(let found): related(found)
    case .or(let group): union(of: group.nodes, number)
    default: nil
    }
  }

  private func path(_ answer: IndexAnswer, _ source: AccessPath.Source) -> AccessPath {
    AccessPath(answer, of: conjuncts, source)
  }

  private func related(_ found: FoundRows) -> AccessPath? {
    guard let limit = found.limit else { return nil }
    return path(
      IndexAnswer(count: limit, isCountExact: false, decided: [], effort: 1, rows: found.rows), .related(found))
  }

  private func ids(_ keys: [IndexKey?], _ number: Int) -> IndexAnswer {
    let (rows, ids, keys) = (table.rows, table.ids, keys.compactMap { $0 })
    return IndexAnswer(count: keys.count, isCountExact: false, decided: [number], effort: 1) {
      keys.reduce(into: RowSet()) { set, key in
        if let found = ids.first(hash: key.hash, where: { key.isInRow(rows[$0]) }) { set.insert(found) }
      }
    }
  }

  /// Returns a path for alternatives; nil when one of them has none. If the path of one does not decide all its
  /// conditions, all alternatives are tested on each row.
  private func union(of nodes: [PredicateNode], _ number: Int) -> AccessPath? {
    var paths: [AccessPath] = []
    for node in nodes {
      guard let path = Planner(table, node).path() else { return nil }
      paths.append(path)
    }
    let count = paths.reduce(0) { $0 + $1.count }
    let effort = paths.reduce(0) { $0 + $1.effort } / Double(max(1, count)) + 0.1
    let isDecided = paths.allSatisfy { $0.isDecided }
    let answer = IndexAnswer(
      count: min(count, table.count), isCountExact: false, decided: isDecided ? [number] : [], effort: effort
    ) {
      paths.reduce(into: RowSet()) { $0.formUnion($1.rows()) }
    }
    return path(answer, .any(paths.map(\.source)))
  }
}
