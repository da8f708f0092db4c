import MotionModel

/// Scores the rows of a table by a search: by the index of the table, if it has one, or else by reading them.
final class SearchScorer: RowScorer {
  private let test: SearchTest
  private let rows: RankedRows
  private let ranked: RankedIndex?
  /// It is made when it is needed first, because without an index it takes reading every row.
  private let formula: Lazy<BM25>

  /// - Parameter index: The index of the table; nil without one.
  init(_ test: SearchTest, _ formula: SearchRank, _ index: WordIndex?, _ rows: RankedRows) {
    (self.test, self.rows) = (test, rows)
    let ranked = index.map { RankedIndex(QueryRun(test.query, in: $0)) }
    self.ranked = ranked
    self.formula = Lazy {
      BM25(formula, test.fields.weights, ranked?.statistics ?? RankStatistics(of: rows, test))
    }
  }

  var indexedCount: Int? { ranked?.run.mostRows }

  func score(of row: Row) -> Double { test.score(test.fields.words(of: row), formula.value) }

  func scores(at positions: [Int]) -> [Double] {
    if let ranked, ranked.hasCounts { return ranked.scores(at: positions, formula.value) }
    return positions.map { score(of: rows[$0]) }
  }

  func best(_ count: Int, behind: RowRankPlace?, where isWanted: (Int) -> Bool) -> [RowRankPlace] {
    var best = BestRanks(count, behind: behind)
    guard let ranked, count > 0 else { return [] }
    if let word = ranked.onlyWord {
      var rows = BestWordRows(word, in: ranked.run.index, formula.value)
      rows.find(&best, where: isWanted)
    } else if ranked.hasCounts {
      var rows = BestRows(ranked, formula.value)
      rows.find(&best, where: isWanted)
    } else {
      ranked.run.rows.forEach { position in
        let place = RowRankPlace(score(of: rows[position]), at: position)
        if best.takes(place), isWanted(position) { best.insert(place) }
      }
    }
    return best.sorted
  }
}

extension RankStatistics {
  /// Reads the rows of a table.
  init(of rows: RankedRows, _ test: SearchTest) {
    let (columns, operands) = (test.fields.columns.count, test.query.operands)
    var statistics = RankStatistics(columns: columns, operands: operands.count)
    let any = BoundQuery(operands: operands, root: .or(operands.indices.map { .operand($0) }))
    rows.forEach { row, _ in
      let words = test.fields.words(of: row)
      statistics.add(words.lengths)
      any.forEachCount(in: words) { operand, counts in
        statistics.operandRows[operand] += 1
        for column in 0..<columns where counts[column] > 0 { statistics.columnRows[operand][column] += 1 }
      }
    }
    self = statistics
  }

  private mutating func add(_ lengths: ContiguousArray<UInt32>) {
    rows += 1
    for (column, length) in lengths.enumerated() where length > 0 {
      totals[column] += Int(length)
      filled[column] += 1
    }
  }
}
