import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Random queries must have the same result with a finder as with a plain array.
@Suite struct FinderOracleTests {
  static let parts = 0..<shortened(6)
  static let questions = 130

  // MARK: - Records

  @Test(arguments: parts) func `without an index every result is that of a plain array`(part: Int) throws {
    try checkRandomQueries(Unindexed.self, part)
  }

  @Test(arguments: parts) func `with indexes every result is that of a plain array`(part: Int) throws {
    try checkRandomQueries(Indexed.self, part)
  }

  private func checkRandomQueries<Indexing: AllTypesIndexing>(_ indexing: Indexing.Type, _ part: Int) throws {
    var world = try FinderWorld<Indexing>(part: part)
    try #require(
      world.records.all.map { exactText($0) } == world.rows.map { exactText($0) }, "seed \(TestSeed.current)")
    let probes = AllTypesRecord<Indexing>.probes
    var selective = 0
    for number in 0..<Self.questions {
      if number % 50 == 49 { try world.churn(steps: 10) }
      let question = Question.random(probes, using: &world.random)
      let shape = FinderShape.random(probes, using: &world.random)
      let found = check(&world, question, shape)
      if found > 0 && found < world.rows.count { selective += 1 }
    }
    // Conditions that all records or none match would prove little.
    #expect(selective > Self.questions / 4, "seed \(TestSeed.current)")
  }

  /// - Returns: How many records match the condition.

  private func check<Indexing: AllTypesIndexing>(
    _ world: inout FinderWorld<Indexing>, _ question: Question<AllTypesRecord<Indexing>>,
    _ shape: FinderShape<AllTypesRecord<Indexing>>
  ) -> Int {
    let comment = Comment(rawValue: "\(question.text), \(shape.text), seed \(TestSeed.current)")
    let met = world.rows.filter(question.isMet)
    let expected = shape.arrange(met).map(\.id)
    let finder = shape.apply(to: world.records.where(question.predicate))
    let size = world.random.pick([-1, 0, 1, 2, 10, 1000])
    switch world.random.number(0...6) {
    case 0: #expect(finder.all.map(\.id) == expected, comment)
    case 1: #expect(finder.first(size).map(\.id) == Array(expected.prefix(max(0, size))), comment)
    case 2: #expect(finder.last(size).map(\.id) == Array(expected.suffix(max(0, size))), comment)
    case 3:
      #expect(
        [finder.first?.id, finder.last?.id] == [expected.first, expected.last], comment)
      #expect(finder.map(\.id) == expected, comment)
    case 4:
      #expect([finder.isEmpty, finder.exists] == [expected.isEmpty, !expected.isEmpty], comment)
      #expect(finder.pluck(\.id) == expected, comment)
    default: #expect(finder.ids == expected, comment)
    }
    #expect(finder.count == expected.count, comment)
    if let row = world.random.pickAny(world.rows) {
      #expect(question.predicate.matches(row) == question.isMet(row), comment)
      #expect(finder.find(row.id)?.id == (question.isMet(row) ? row.id : nil), comment)
    }
    return met.count
  }
}
