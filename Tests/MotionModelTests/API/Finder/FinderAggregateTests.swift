import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Aggregates, groups and bulk writes of random finders must have the results of a plain array.
@Suite struct FinderAggregateTests {
  @Test(arguments: 0..<2) func `aggregates without an index are those of a plain array`(part: Int) throws {
    try checkAggregates(Unindexed.self, 300 + part)
  }

  @Test(arguments: 0..<2) func `aggregates with indexes are those of a plain array`(part: Int) throws {
    try checkAggregates(Indexed.self, 300 + part)
  }

  private func checkAggregates<Indexing: AllTypesIndexing>(_ indexing: Indexing.Type, _ part: Int) throws {
    var world = try FinderWorld<Indexing>(part: part, size: 200)
    for _ in 0..<25 {
      let question = Question.random(AllTypesRecord<Indexing>.probes, depth: 2, using: &world.random)
      let shape = FinderShape.random(AllTypesRecord<Indexing>.probes, using: &world.random)
      let finder = shape.apply(to: world.records.where(question.predicate))
      let rows = shape.arrange(world.rows.filter(question.isMet))
      let comment = Comment(rawValue: "\(question.text), \(shape.text), seed \(TestSeed.current)")
      values(finder, rows, comment)
      extremes(finder, rows, comment)
      groups(finder, rows, comment)
    }
  }

  private func values<Indexing: AllTypesIndexing>(
    _ finder: Finder<AllTypesRecord<Indexing>>, _ rows: [AllTypesRecord<Indexing>], _ comment: Comment
  ) {
    #expect(exactText(finder.pluck(\.string)) == exactText(rows.map { $0.string }), comment)
    #expect(finder.sum(\.serial) == rows.compactMap { $0.serial }.reduce(0, +), comment)
    let doubles = rows.map { $0.double }
    let sum = finder.sum(\.double)
    #expect(isSum(sum, of: doubles), comment)
    let mean = rows.isEmpty ? nil : sum / Double(rows.count)
    #expect(isSame(finder.average(\.double), mean), comment)
    let serials = rows.compactMap { $0.serial }
    let serialMean = serials.isEmpty ? nil : Double(serials.reduce(0, +)) / Double(serials.count)
    #expect(finder.average(\.serial) == serialMean, comment)
  }

  /// Whether a number is a sum of others that were added in any order: an aggregate does not sort what it adds.
  private func isSum(_ sum: Double, of numbers: [Double]) -> Bool {
    let others = numbers.filter { !$0.isFinite }
    let finite = numbers.filter(\.isFinite)
    let magnitude = finite.reduce(0) { $0 + abs($1) }
    // Where finite numbers overflow, their order decides between a number, an infinity and NaN.
    guard magnitude.isFinite else { return others.isEmpty || !sum.isFinite }
    guard others.isEmpty else { return isSame(sum, others.reduce(0, +)) }
    return abs(sum - finite.reduce(0, +)) <= magnitude * .ulpOfOne * Double(numbers.count)
  }

  private func isSame(_ first: Double?, _ second: Double?) -> Bool {
    first == second || first?.isNaN == true && second?.isNaN == true
  }

  private func extremes<Indexing: AllTypesIndexing>(
    _ finder: Finder<AllTypesRecord<Indexing>>, _ rows: [AllTypesRecord<Indexing>], _ comment: Comment
  ) {
    let doubles = rows.map { $0.double }.filter { !$0.isNaN }
    #expect(finder.minimum(\.double) == doubles.min(), comment)
    #expect(finder.maximum(\.double) == doubles.max(), comment)
    let texts = rows.compactMap { $0.maybeString }
    #expect(finder.minimum(\.maybeString) == texts.min(), comment)
    #expect(finder.maximum(\.maybeString) == texts.max(), comment)
    let dates = rows.compactMap { $0.maybeDate }.filter { $0 == $0 }
    #expect(finder.minimum(\.maybeDate) == dates.min(), comment)
    #expect(finder.maximum(\.maybeDate) == dates.max(), comment)
  }

  private func groups<Indexing: AllTypesIndexing>(
    _ finder: Finder<AllTypesRecord<Indexing>>, _ rows: [AllTypesRecord<Indexing>], _ comment: Comment
  ) {
    let words = Dictionary(grouping: rows) { $0.word }
    #expect(finder.group(by: \.word).count() == words.mapValues(\.count), comment)
    #expect(
      finder.group(by: \.word).sum(\.serial)
        == words.mapValues { $0.compactMap { $0.serial }.reduce(0, +) }, comment)
    #expect(
      finder.group(by: \.word).all().mapValues { $0.map(\.id) } == words.mapValues { $0.map(\.id) }, comment)
    let texts = Dictionary(grouping: rows) { $0.maybeString }
    #expect(finder.group(by: \.maybeString).count() == texts.mapValues(\.count), comment)
    let lengths = Dictionary(grouping: rows) { $0.string.count }
    #expect(
      finder.group { $0.string.count }.count() == lengths.mapValues(\.count), comment)
    let least = texts.mapValues { $0.compactMap { $0.serial }.min() }
    #expect(finder.group(by: \.maybeString).minimum(\.serial) == least, comment)
    let greatest = texts.mapValues { $0.compactMap { $0.serial }.max() }
    #expect(finder.group(by: \.maybeString).maximum(\.serial) == greatest, comment)
    let means = words.mapValues { $0.compactMap { $0.serial } }.filter { !$0.value.isEmpty }
      .mapValues { Double($0.reduce(0, +)) / Double($0.count) }
    #expect(finder.group(by: \.word).average(\.serial) == means, comment)
  }

  // MARK: - Bulk writes

  @Test(arguments: 0..<8) func `updateAll and deleteAll change what the finder finds and nothing else`(part: Int) throws
  {
    if part.isMultiple(of: 2) { try bulk(Unindexed.self, 400 + part) } else { try bulk(Indexed.self, 400 + part) }
  }

  private func bulk<Indexing: AllTypesIndexing>(_ indexing: Indexing.Type, _ part: Int) throws {
    var world = try FinderWorld<Indexing>(part: part, size: 200)
    var rows = world.rows
    for _ in 0..<12 {
      let question = Question.random(AllTypesRecord<Indexing>.probes, depth: 2, using: &world.random)
      let shape = FinderShape.random(AllTypesRecord<Indexing>.probes, using: &world.random)
      let finder = shape.apply(to: world.records.where(question.predicate))
      let found = Set(shape.arrange(rows.filter(question.isMet)).map(\.id))
      let comment = Comment(rawValue: "\(question.text), \(shape.text), seed \(TestSeed.current)")
      if world.random.chance(30) {
        let victims = Set(shape.arrange(rows.filter(question.isMet)).prefix(10).map(\.id))
        #expect(try finder.limit(min(10, shape.limit.map { max(0, $0) } ?? 10)).deleteAll() == victims.count, comment)
        rows.removeAll { victims.contains($0.id) }
      } else {
        let text = String.nasty(using: &world.random)
        let count = try finder.updateAll {
          $0.maybeString = text; $0.int32 = 42
        }
        var changed = 0
        for index in rows.indices where found.contains(rows[index].id) {
          // An equal string is written if its scalars differ. A NaN in another column is not a change.
          if rows[index].maybeString.map(exactText) == exactText(text) && rows[index].int32 == 42 { continue }
          (rows[index].maybeString, rows[index].int32) = (text, 42)
          changed += 1
        }
        #expect(count == changed, comment)
      }
      #expect(world.records.all.map(\.id) == rows.map(\.id), comment)
      #expect(world.records.count == rows.count, comment)
    }
    #expect(world.records.all.map { exactText($0) } == rows.map { exactText($0) }, "seed \(TestSeed.current)")
  }

  @Test func `a failing updateAll changes nothing`() throws {
    struct Refusal: Error {}
    let world = try FinderWorld<Indexed>(part: 450, size: 150)
    let before = world.records.all.map { exactText($0) }
    try #require(before.count > 3)
    var count = 0
    #expect(throws: Refusal.self) {
      try world.records.updateAll { record in
        record.string = "changed"
        count += 1
        if count == before.count / 2 { throw Refusal() }
      }
    }
    #expect(throws: StoreError.self) { try world.records.updateAll { $0.code = "the same" } }
    #expect(world.records.all.map { exactText($0) } == before, "seed \(TestSeed.current)")
    #expect(world.records.where(\.string == "changed").isEmpty)
    #expect(world.records.where(\.code == "the same").isEmpty)
  }
}
