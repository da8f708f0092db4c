import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Each page must continue after the one before, whatever is written between them.
@Suite struct PagingOracleTests {
  @Test(arguments: 0..<6) func `pages visit every record once and in order`(part: Int) throws {
    if part.isMultiple(of: 2) { try still(Unindexed.self, 500 + part) } else { try still(Indexed.self, 500 + part) }
  }

  private func still<Indexing: AllTypesIndexing>(_ indexing: Indexing.Type, _ part: Int) throws {
    var world = try FinderWorld<Indexing>(part: part, size: 200)
    for _ in 0..<6 {
      let question = Question.random(AllTypesRecord<Indexing>.probes, depth: 2, using: &world.random)
      let shape = unlimitedShape(&world)
      let finder = shape.apply(to: world.records.where(question.predicate))
      let expected = shape.arrange(world.rows.filter(question.isMet)).map(\.id)
      let size = world.random.pick([0, 1, 7, 50, 1000])
      var visited: [Int] = []
      var cursor: PageCursor<AllTypesRecord<Indexing>>?
      repeat {
        let page = finder.page(after: cursor, size: size)
        visited += page.records.map(\.id)
        cursor = page.next
      } while cursor != nil && visited.count <= expected.count
      #expect(visited == expected, "\(question.text), \(shape.text), size \(size), seed \(TestSeed.current)")
    }
  }

  @Test(arguments: 0..<6) func `a page begins after the one before, whatever was written meanwhile`(part: Int) throws {
    if part.isMultiple(of: 2) { try moving(Unindexed.self, 600 + part) } else { try moving(Indexed.self, 600 + part) }
  }

  private func moving<Indexing: AllTypesIndexing>(_ indexing: Indexing.Type, _ part: Int) throws {
    var world = try FinderWorld<Indexing>(part: part, size: 150)
    for _ in 0..<4 {
      // The position of each record in the order of insertion, deleted records included.
      var places: [Int: Int] = [:]
      for row in world.rows { places[row.id] = places.count }
      let shape = unlimitedShape(&world)
      let size = world.random.pick([1, 5, 20])
      var cursor: PageCursor<AllTypesRecord<Indexing>>?
      var last: AllTypesRecord<Indexing>?
      for _ in 0..<60 {
        let page = shape.apply(to: world.records).page(after: cursor, size: size)
        let behind = world.rows.filter { row in last.map { isBehind(row, $0, shape, places) } ?? true }
        let expected = shape.arrange(behind).map(\.id)
        let comment = Comment(rawValue: "\(shape.text), size \(size), seed \(TestSeed.current)")
        #expect(page.records.map(\.id) == Array(expected.prefix(size)), comment)
        #expect((page.next != nil) == (expected.count > size), comment)
        guard let next = page.next, let visited = page.records.last else { break }
        // JSON does not keep the base of a relative URL.
        let isKept = shape.text.contains("url") || shape.text.contains("URL")
        cursor = try isKept || world.random.chance(50) ? next : reread(next)
        last = visited
        try world.change(besides: visited.id)
        for row in world.rows where places[row.id] == nil { places[row.id] = places.count }
      }
    }
  }

  private func isBehind<Record: Model>(
    _ row: Record, _ last: Record, _ shape: FinderShape<Record>, _ places: [Record.ID: Int]
  ) -> Bool {
    var order = shape.compare(row, last)
    if order == 0 { order = (places[row.id] ?? 0) - (places[last.id] ?? 0) }
    return shape.isReversed ? order < 0 : order > 0
  }

  private func unlimitedShape<Indexing: AllTypesIndexing>(
    _ world: inout FinderWorld<Indexing>
  ) -> FinderShape<AllTypesRecord<Indexing>> {
    var shape = FinderShape.random(AllTypesRecord<Indexing>.probes, using: &world.random)
    (shape.distinct, shape.offset, shape.limit) = ([], 0, nil)
    return shape
  }

  /// Returns the cursor after encoding it as JSON and decoding it, as a web service does.
  private func reread<Record: Model>(_ cursor: PageCursor<Record>) throws -> PageCursor<Record> {
    try JSONDecoder().decode(PageCursor<Record>.self, from: try JSONEncoder().encode(cursor))
  }
}
