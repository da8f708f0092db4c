import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

@Suite struct PostingBoundsTests {
  /// How often a row has a word in each column, and how many words it has there.
  typealias Row = [(count: UInt32, length: UInt32)]

  private static func bounds(_ rows: [Row], columns: Int) -> PostingBounds {
    var bounds = PostingBounds(columns: columns)
    bounds.appendBlock()
    for row in rows { with(row) { bounds.add($0, in: 0) } }
    return bounds
  }

  private static func with<Result>(_ row: Row, _ body: (PostingRow) -> Result) -> Result {
    row.map(\.count).withUnsafeBufferPointer { counts in
      row.map(\.length).withUnsafeBufferPointer { body(PostingRow(counts: counts, lengths: $0)) }
    }
  }

  /// The corners of a block: for each column the count and the length.
  private static func corners(_ bounds: PostingBounds, _ block: Int = 0) -> [[[UInt32]]] {
    var corners: [[[UInt32]]] = []
    bounds.forEachCorner(block) { corners.append($0.map { [$0.most, $0.length] }) }
    return corners
  }

  @Test func `a row with the word in one column is no corner`() {
    let bounds = Self.bounds([[(1, 5), (0, 9)], [(0, 5), (3, 9)]], columns: 2)
    #expect(Self.corners(bounds).isEmpty)
    #expect(bounds.single(0, 0).greatest == 1 && bounds.single(0, 1).greatest == 3)
    #expect(Self.with([(1, 5), (0, 1)]) { bounds.allows($0, in: 0) })
    #expect(!Self.with([(1, 4), (0, 1)]) { bounds.allows($0, in: 0) })
    #expect(!Self.with([(1, 5), (1, 9)]) { bounds.allows($0, in: 0) })
  }

  @Test func `rows that no other one is better than are the corners`() {
    let bounds = Self.bounds(
      [[(1, 5), (1, 9)], [(1, 6), (1, 9)], [(1, 4), (1, 12)], [(2, 5), (1, 9)], [(1, 70_000), (70_000, 70_000)]],
      columns: 2)
    #expect(
      Self.corners(bounds) == [[[2, 5], [1, 9]], [[1, 4], [1, 12]], [[1, 30_720], [.max, 30_720]]])
  }

  @Test func `the closest corners are united when there are too many`() {
    let bounds = Self.bounds(
      [[(1, 10), (1, 100)], [(2, 20), (1, 90)], [(1, 1), (1, 9000)], [(30, 500), (1, 10)], [(1, 9), (1, 101)]],
      columns: 2)
    #expect(
      Self.corners(bounds)
        == [[[1, 9], [1, 100]], [[2, 20], [1, 90]], [[1, 1], [1, 8704]], [[30, 496], [1, 10]]])
  }

  @Test func `a corner rests on the row whose numbers it has`() {
    let bounds = Self.bounds([[(1, 5), (1, 9)], [(1, 6), (1, 10)]], columns: 2)
    #expect(Self.with([(1, 5), (1, 9)]) { bounds.rests(on: $0, in: 0) })
    #expect(!Self.with([(1, 6), (1, 10)]) { bounds.rests(on: $0, in: 0) })
  }

  @Test func `bounds of blocks are replaced`() {
    var bounds = Self.bounds([[(1, 1), (1, 1)]], columns: 2)
    bounds.append(Self.bounds([[(2, 2), (2, 2)]], columns: 2))
    bounds.append(Self.bounds([[(3, 3), (3, 3)]], columns: 2))
    var halves = Self.bounds([[(4, 4), (4, 4)]], columns: 2)
    halves.append(Self.bounds([[(5, 5), (0, 5)]], columns: 2))
    bounds.replace(1..<2, with: halves)
    #expect(bounds.count == 4)
    #expect(
      (0..<4).map { Self.corners(bounds, $0) } == [
        [[[1, 1], [1, 1]]], [[[4, 4], [4, 4]]], [], [[[3, 3], [3, 3]]],
      ])
    #expect((0..<4).map { bounds.single($0, 0).greatest } == [0, 0, 5, 0])
  }

  @Test(arguments: [SearchRank.rank, .fts5])
  func `no row has a greater score than its block can have`(formula: SearchRank) {
    var random = TestSeed.generator(2_310)
    for _ in 0..<300 {
      let columns = random.number(1...4)
      let mostWords = random.pick([4, 40, 100_000])
      let rows: [Row] = (0..<random.number(1...20)).map { _ in
        var row: Row = (0..<columns).map { _ in
          let length = random.number(1...mostWords)
          return (
            random.chance(50) ? 0 : UInt32(random.number(1...min(length, random.pick([2, 9, 100_000])))), UInt32(length)
          )
        }
        if row.allSatisfy({ $0.count == 0 }) { row[0].count = 1 }
        return row
      }
      let (bm25, bounds) = (Self.formula(formula, rows, columns, &random), Self.bounds(rows, columns: columns))
      let scores = rows.map { Self.score($0, bm25) }
      let most = bm25.most(0, bounds, 0)
      #expect(scores.allSatisfy { $0 <= most }, "\(scores) above \(most), seed \(TestSeed.current)")
      #expect(rows.allSatisfy { Self.with($0) { bounds.allows($0, in: 0) } }, "\(rows), seed \(TestSeed.current)")
      #expect(Self.corners(bounds).count <= PostingBounds.most)
      let isKnown =
        rows.count <= PostingBounds.most && rows.allSatisfy { $0.allSatisfy { $0.count < 7 && $0.length < 128 } }
      if isKnown, formula == .rank { #expect(most == scores.max(), "\(rows), seed \(TestSeed.current)") }
    }
  }

  private static func formula(
    _ formula: SearchRank, _ rows: [Row], _ columns: Int, _ random: inout SplitMix64
  ) -> BM25 {
    var statistics = RankStatistics(columns: columns, operands: 1)
    statistics.rows = rows.count * 3
    statistics.operandRows = [rows.count]
    for column in 0..<columns {
      statistics.filled[column] = rows.count * 3
      statistics.totals[column] = rows.reduce(random.number(0...1_000)) { $0 + Int($1[column].length) }
      statistics.columnRows[0][column] = rows.reduce(0) { $0 + ($1[column].count > 0 ? 1 : 0) }
    }
    return BM25(formula, (0..<columns).map { _ in Double(random.pick([0, 1, 3, 1_000])) }, statistics)
  }

  private static func score(_ row: Row, _ formula: BM25) -> Double {
    var norms = [Double](repeating: 0, count: formula.normCount)
    formula.forEachNorm({ row[$0].length }) { norms[$0] = $1 }
    return with(row) { row in norms.withUnsafeBufferPointer { formula.score(0, row.counts, $0) } }
  }
}
