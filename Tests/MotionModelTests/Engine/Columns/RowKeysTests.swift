import MotionModel
import MotionModelTestSupport
import Testing

/// A record with a computed property that counts how often it is read.
private struct Phrase: Model {
  var id = 0
  var letters = ""
  var rank = 0

  static let reads = Counter()

  var length: Int {
    Phrase.reads.add()
    return letters.count
  }

  var lengthOrNil: Int? {
    Phrase.reads.add()
    return letters.isEmpty ? nil : letters.count
  }

  static let schema = Schema<Phrase> {
    Column(\.letters)
    Column(\.rank, .ordered)
  }
}

/// Orders by code, which is called once for each record.
@Suite(.ownStore, .serialized) struct RowKeysTests {
  private func insert(_ count: Int, _ random: inout SplitMix64) throws -> [Phrase] {
    try Phrase.insert(
      contentsOf: (0..<count).map { _ in
        var phrase = Phrase()
        phrase.letters = String(repeating: "a", count: random.number(0...6))
        phrase.rank = random.number(0...20)
        return phrase
      })
  }

  private func reads(_ answer: () -> Void) -> Int {
    let before = Phrase.reads.value
    answer()
    return Phrase.reads.value - before
  }

  @Test func `an order by a computed property reads it once for each record`() throws {
    var random = TestSeed.generator(760)
    _ = try insert(500, &random)
    #expect(reads { _ = Phrase.order(by: \.length).all } == 500)
    #expect(reads { _ = Phrase.order(by: \.length, .descending).limit(10).all } == 500)
    #expect(reads { _ = Phrase.order(by: \.lengthOrNil, nils: .first).order(by: \.letters).all } == 500)
    #expect(reads { _ = Phrase.order(by: \.length).order(by: \.lengthOrNil).reversed().all } == 1_000)
    #expect(reads { _ = Phrase.order(by: \.length).distinct(by: \.letters).all } == 500)
    #expect(reads { _ = Phrase.where(\.letters == "").order(by: \.length).all } < 250)
  }

  @Test func `an order by a computed value computes it once for each record`() throws {
    var random = TestSeed.generator(761)
    _ = try insert(500, &random)
    #expect(reads { _ = Phrase.order(by: { $0.length + 1 }).all } == 500)
    #expect(reads { _ = Phrase.order(by: { $0.length + 1 }, .descending).limit(10).all } == 500)
    #expect(reads { _ = Phrase.order(by: \.rank).order(by: { $0.length + 1 }).all } == 500)
    #expect(reads { _ = Phrase.order(by: \.rank, .descending).order(by: { $0.length + 1 }).reversed().all } == 500)
  }

  @Test func `a further key of an order is not computed where the first one decides`() throws {
    var random = TestSeed.generator(762)
    _ = try insert(500, &random)
    #expect(reads { _ = Phrase.order(by: { $0.id + 1 }).order(by: { $0.length + 1 }).all } == 0)
    #expect(reads { _ = Phrase.order(by: \.id, .descending).order(by: \.length).all } == 0)
  }

  @Test func `results that do not depend on the order are computed without it`() throws {
    var random = TestSeed.generator(763)
    let all = try insert(500, &random)
    let finder = Phrase.order(by: \.length).reversed()
    let grouped = finder.group(by: \.rank)
    let total = all.reduce(0) { $0 + $1.id }
    let readings = reads {
      #expect(finder.sum(\.id) == total && finder.average(\.id) == Double(total) / 500)
      #expect(finder.minimum(\.id) == all.first?.id && finder.maximum(\.id) == all.last?.id)
      #expect(finder.aggregate(.count, .sum(\.id)) == (500, total))
      #expect(grouped.sum(\.id).values.reduce(0, +) == total && grouped.count().values.reduce(0, +) == 500)
      #expect(grouped.maximum(\.id).values.max() == all.last?.id)
      #expect(grouped.aggregate(.sum(\.id), .count).values.reduce(0) { $0 + $1.0 } == total)
      #expect(grouped.having(.count) { $0 > 0 }.average(\.id).count == Set(all.map(\.rank)).count)
    }
    #expect(readings == 0)
    // The order decides which records are in the window, and the order of the records of a group.
    let longest = all.reversed().sorted { $0.letters.count > $1.letters.count }
    #expect(finder.limit(9).sum(\.id) == longest.prefix(9).reduce(0) { $0 + $1.id })
    #expect(grouped.all()[7]?.map(\.id) == longest.filter { $0.rank == 7 }.map(\.id))
  }

  @Test(arguments: 0..<4) func `an order by a computed property is that of a plain array`(part: Int) throws {
    var random = TestSeed.generator(770 + part)
    let all = try insert(random.number(1...300), &random)
    func check(_ finder: Finder<Phrase>, _ precedes: (Phrase, Phrase) -> Bool) {
      // Swift's sort keeps the order of equal elements.
      let (expected, limit) = (all.sorted(by: precedes).map(\.id), random.number(0...30))
      #expect(finder.ids == expected, "\(finder), seed \(TestSeed.current)")
      #expect(finder.offset(2).limit(limit).ids == Array(expected.dropFirst(2).prefix(limit)), "\(finder)")
      #expect(finder.reversed().limit(limit).ids == Array(expected.reversed().prefix(limit)), "\(finder)")
      let pages = [finder.page(size: 7)]
      let second = finder.page(after: pages[0].next, size: 9)
      #expect(pages[0].next == nil || second.records.map(\.id) == Array(expected.dropFirst(7).prefix(9)), "\(finder)")
    }
    check(Phrase.order(by: \.length)) { $0.letters.count < $1.letters.count }
    check(Phrase.order(by: \.length, .descending)) { $0.letters.count > $1.letters.count }
    check(Phrase.order(by: \.lengthOrNil)) { ($0.lengthOrNil ?? .max) < ($1.lengthOrNil ?? .max) }
    check(Phrase.order(by: \.lengthOrNil, .descending)) { ($0.lengthOrNil ?? .min) > ($1.lengthOrNil ?? .min) }
    check(Phrase.order(by: \.lengthOrNil, .descending, nils: .first)) {
      ($0.lengthOrNil ?? .max) > ($1.lengthOrNil ?? .max)
    }
    check(Phrase.order(by: \.length).order(by: \.letters)) { $0.letters < $1.letters }
    check(Phrase.order(by: { $0.length + 1 })) { $0.letters.count < $1.letters.count }
    check(Phrase.order(by: { $0.lengthOrNil + 1 }, .descending, nils: .first)) {
      ($0.lengthOrNil ?? .max) > ($1.lengthOrNil ?? .max)
    }
    check(Phrase.order(by: \.rank).order(by: { $0.lengthOrNil + 1 })) {
      ($0.rank, $0.lengthOrNil ?? .max) < ($1.rank, $1.lengthOrNil ?? .max)
    }
    check(Phrase.order(by: \.rank, .descending).order(by: { $0.lengthOrNil + 1 }, .descending)) {
      (-$0.rank, -($0.lengthOrNil ?? .min + 1)) < (-$1.rank, -($1.lengthOrNil ?? .min + 1))
    }
  }
}
