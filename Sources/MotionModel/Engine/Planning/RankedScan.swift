/// The first rows of a query by rank, which an index of another module finds without scoring all rows that pass the
/// test.
struct RankedScan {
  let query: Query
  private let ranking: Ranking
  private let scorer: any RowScorer
  /// The definition of the index, and how many rows it has that pass the test, at most.
  let use: (definition: IndexDefinition, rows: Int)
  /// The conditions beside the test, which are tested on each row.
  let tests: [PredicateNode]

  /// - Returns: Nil when the query is not for the first rows by rank alone, or when no index finds them.
  init?(_ query: Query, in table: TableVersion) {
    guard query.order.count == 1, let ranking = query.order[0].ranking, ranking.table === table,
      query.limit != nil, !query.isReversed, query.distinctColumns.isEmpty, ranking.tests.count == 1,
      let count = ranking.tests[0].scorer.indexedCount
    else { return nil }
    let (test, scorer) = ranking.tests[0]
    let conjuncts = query.predicate.conjuncts
    guard let index = table.foreignIndexes.first(where: { $0.base.answers(test) }),
      conjuncts.contains(where: { $0.isForeign(test) })
    else { return nil }
    (self.query, self.ranking, self.scorer, use) = (query, ranking, scorer, (index.definition, count))
    tests = conjuncts.filter { !$0.isForeign(test) && !$0.isAlwaysTrue }
  }

  /// Returns whether this is cheaper than to score all rows that meet the conditions.
  ///
  /// - Parameter path: The path to these rows; nil for a scan.
  func isCheaper(than path: AccessPath?) -> Bool {
    guard let path, !tests.isEmpty else { return true }
    return path.estimate > use.rows / 8
  }

  /// The estimated number of rows that are found.
  var estimate: Int { min(use.rows, query.window.upperBound) }

  /// The rows in the query's order and window.
  var rows: [PlacedRow] {
    let (table, window) = (ranking.table, query.window)
    let start = query.start.map { start in
      RowRankPlace(start.row(in: query, table.layout).read { ranking.score(of: $0) }, at: start.position)
    }
    let kernel = PredicateNode.kernel(ofAll: tests)
    let found = scorer.best(window.upperBound, behind: start) { position in
      tests.isEmpty || table.rows[position].passes(kernel)
    }
    return found.dropFirst(window.lowerBound).map {
      PlacedRow(row: table.rows[$0.position], position: $0.position)
    }
  }
}

extension PredicateNode {
  fileprivate func isForeign(_ test: any RowTest) -> Bool {
    if case .foreign(let other) = self { other.isSame(as: test) } else { false }
  }
}
