/// Finds the cheapest way to the rows that meet a predicate.
///
/// Each index says how many rows it gives for the conditions that it serves: exactly, since it keeps them. So nothing is guessed but
/// how many rows meet two conditions at once, which are taken to be independent.
struct Planner {
  private let table: TableVersion
  private let conjuncts: [PredicateNode]

  init(_ table: TableVersion, _ predicate: PredicateNode) { (self.table, conjuncts) = (table, predicate.conjuncts) }

  /// The cheapest path; nil when it is to look at all rows.
  static func path(to predicate: PredicateNode, in table: TableVersion) -> AccessPath? {
    if case .constant(true) = predicate { return nil }
    return Planner(table, predicate).path()
  }

  private func path() -> AccessPath? {
    let candidates = self.candidates()
    guard var (best, decided) = candidates.min(by: { $0.path.cost < $1.path.cost }), best.cost < scanCost else {
      return nil
    }
    for candidate in candidates where !candidate.decided.isSubset(of: decided) {
      let union = decided.union(candidate.decided)
      let both = best.intersected(with: candidate.path, remaining: remaining(union), of: table.count)
      if both.cost < best.cost { (best, decided) = (both, union) }
    }
    return best
  }

  private var scanCost: Double { Double(table.count) * PredicateNode.effort(of: conjuncts) }

  private func remaining(_ decided: ConjunctSet) -> [PredicateNode] {
    conjuncts.indices.filter { !decided.contains($0) }.map { conjuncts[$0] }
  }

  // MARK: - Candidates

  private typealias Candidate = (path: AccessPath, decided: ConjunctSet)

  private func candidates() -> [Candidate] {
    var candidates = table.indexes.compactMap { index in
      index.answer(to: conjuncts, in: table.rows).map { candidate($0, .index(index.definition, rows: $0.count)) }
    }
    for (number, node) in conjuncts.enumerated() {
      if let (answer, source) = answer(to: node, number) { candidates.append(candidate(answer, source)) }
    }
    return candidates
  }

  private func candidate(_ answer: IndexAnswer, _ source: AccessPath.Source) -> Candidate {
    let path = AccessPath(
      count: answer.count, isCountExact: answer.isCountExact, estimate: answer.count,
      effort: answer.effort * Double(answer.count), remaining: remaining(answer.decided), source: source,
      rows: answer.rows)
    return (path, answer.decided)
  }

  /// What is known of one condition without an index of its own.
  private func answer(to node: PredicateNode, _ number: Int) -> (IndexAnswer, AccessPath.Source)? {
    switch node {
    case .constant(false):
      return (IndexAnswer(count: 0, isCountExact: true, decided: [number], effort: 0) { RowSet() }, .nothing)
    case .comparison(let column, .equal, let operand) where column.index == table.layout.idColumn:
      return (ids([column.operations.key(operand)], number), .ids)
    case .membership(let column, let operands) where column.index == table.layout.idColumn:
      return (ids(column.operations.keys(operands), number), .ids)
    case .found(let found):
      guard let limit = found.limit else { return nil }
      let answer = IndexAnswer(count: limit, isCountExact: false, decided: [], effort: 1, rows: found.rows)
      return (answer, .related(found))
    case .or(let nodes):
      return union(of: nodes, number)
    default:
      return nil
    }
  }

  private func ids(_ keys: [IndexKey?], _ number: Int) -> IndexAnswer {
    let (rows, ids, keys) = (table.rows, table.ids, keys.compactMap { $0 })
    return IndexAnswer(count: keys.count, isCountExact: false, decided: [number], effort: 1) {
      keys.reduce(into: RowSet()) { set, key in
        if let found = ids.first(hash: key.hash, where: { key.isInRow(rows.address(at: $0)) }) { set.insert(found) }
      }
    }
  }

  /// Alternatives have a path when each of them has; all that remains to be tested of one is tested of all.
  private func union(of nodes: [PredicateNode], _ number: Int) -> (IndexAnswer, AccessPath.Source)? {
    var paths: [AccessPath] = []
    for node in nodes {
      guard let path = Planner(table, node).path() else { return nil }
      paths.append(path)
    }
    let count = paths.reduce(0) { $0 + $1.count }
    let effort = paths.reduce(0) { $0 + $1.effort } / Double(max(1, count)) + 0.1
    let isDecided = paths.allSatisfy { $0.remaining.isEmpty }
    let answer = IndexAnswer(
      count: min(count, table.count), isCountExact: false, decided: isDecided ? [number] : [], effort: effort
    ) {
      paths.reduce(into: RowSet()) { $0.formUnion($1.rows()) }
    }
    return (answer, .any(paths.map(\.source)))
  }
}
