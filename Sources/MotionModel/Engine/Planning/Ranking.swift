/// How another module ranks rows by how well they pass its tests.
package protocol RowRank: Sendable, CustomStringConvertible {
  /// Returns whether both rank every row alike.
  func isSame(as other: any RowRank) -> Bool

  /// Returns what scores rows by a test; nil for tests that have no ranks.
  ///
  /// - Parameters:
  ///   - indexes: The indexes of other modules that the table has.
  ///   - rows: The rows of the table. They are valid as long as the scorer is used.
  func scorer(of test: any RowTest, by indexes: [any RowIndex], _ rows: RankedRows) -> (any RowScorer)?

  /// Returns what says how the change of a row concerns scores by a test that were computed before; nil for tests that
  /// have no ranks. The row is nil before it is inserted, and after it is deleted.
  func influence(of test: any RowTest) -> (@Sendable (_ old: Row?, _ new: Row?) -> RankInfluence)?
}

/// How the change of a row concerns the scores of others.
package enum RankInfluence: Sendable {
  case none
  /// By the statistics alone that all rows have in common: how many there are, and how long.
  case slight
  /// The row has, or had, a part of what is searched for.
  case direct
}

/// Scores the rows of one version of a table by one test. The greatest score ranks first; a row that does not pass the
/// test has the score 0.
package protocol RowScorer: Sendable {
  /// How many rows the index has that pass the test, or an upper bound; nil without an index.
  var indexedCount: Int? { get }

  /// Returns the score of a row, which need not be in the table.
  func score(of row: Row) -> Double

  /// Returns the scores of the rows at some positions, which are in ascending order.
  func scores(at positions: [Int]) -> [Double]

  /// Returns the first rows by rank, without scoring all: those with a greater score first, of equal scores those with
  /// a lower position. It is called when there is an index.
  ///
  /// - Parameters:
  ///   - behind: The rank behind which the rows begin; nil when they begin with the first.
  ///   - isWanted: Whether a row that passes the test is wanted.
  func best(_ count: Int, behind: RowRankPlace?, where isWanted: (_ position: Int) -> Bool) -> [RowRankPlace]
}

/// The place of a row in the order of ranks.
package struct RowRankPlace: Sendable, Equatable {
  package let score: Double
  package let position: Int

  package init(_ score: Double, at position: Int) { (self.score, self.position) = (score, position) }

  /// Returns whether this place comes before another: the greater score first, then the lower position.
  @inlinable package func precedes(_ other: RowRankPlace) -> Bool {
    score == other.score ? position < other.position : score > other.score
  }
}

/// The rows of one version of a table, for who scores them.
package struct RankedRows: Sendable {
  let table: TableVersion

  /// How many rows there are.
  package var count: Int { table.count }

  /// Calls `body` with each row and its position, in ascending order.
  package func forEach(_ body: (Row, _ position: Int) -> Void) {
    Selection(table, where: .constant(true)).forEach(body)
  }

  /// Returns the row at a position.
  package subscript(position: Int) -> Row { table.rows[position] }
}

/// The ranks of rows in one version of a table, by all tests of a query that have ranks: their scores are added.
final class Ranking: Sendable {
  let table: TableVersion
  /// The tests, each with what scores rows by it.
  let tests: [(test: any RowTest, scorer: any RowScorer)]

  init(_ rank: any RowRank, by predicate: PredicateNode, in table: TableVersion) {
    self.table = table
    let (indexes, rows) = (table.foreignIndexes.map(\.base), RankedRows(table: table))
    tests = predicate.foreignTests.compactMap { test in
      rank.scorer(of: test, by: indexes, rows).map { (test, $0) }
    }
  }

  /// Returns the score of a row, which need not be in the table.
  func score(of row: Row) -> Double { tests.reduce(0) { $0 + $1.scorer.score(of: row) } }

  /// Returns the scores of rows.
  func scores(of rows: [PlacedRow]) -> [Double] {
    let order = rows.indices.filter { isStored(rows[$0]) }.sorted { rows[$0].position < rows[$1].position }
    if order.count < rows.count { return rows.map { score(of: $0.row) } }
    let positions = order.map { rows[$0].position }
    var scores = [Double](repeating: 0, count: rows.count)
    for (_, scorer) in tests {
      for (index, score) in zip(order, scorer.scores(at: positions)) { scores[index] += score }
    }
    return scores
  }

  /// Whether a row is one of the table.
  private func isStored(_ row: PlacedRow) -> Bool {
    table.rows.contains(row.position) && table.rows[row.position] == row.row
  }

  /// The comparison of rows by rank.
  var comparison: RowComparison { RowComparison { self.score(of: $0) > self.score(of: $1) } }

  /// Returns the comparison of some rows by their numbers, which scores each of them once.
  func comparison(of rows: [PlacedRow]) -> @Sendable (Int, Int) -> Bool {
    let scores = scores(of: rows)
    return { scores[$0] > scores[$1] }
  }

  /// Returns the comparison of rows with one of which the score is computed once.
  func comparison(with own: Row) -> (Row, Row) -> Bool {
    let score = score(of: own)
    func scoreOf(_ row: Row) -> Double { row == own ? score : self.score(of: row) }
    return { scoreOf($0) > scoreOf($1) }
  }
}
