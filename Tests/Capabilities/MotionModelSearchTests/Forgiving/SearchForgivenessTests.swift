import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// Which words a word of a query becomes.
struct SearchForgivenessTests {
  private func like(
    _ word: String, prefix: Bool = false, in words: [String], _ forgiveness: SearchForgiveness = SearchForgiveness()
  ) -> [String] {
    forgiveness.words(like: word, isPrefix: prefix, in: WordList(words)).map { "\($0.word) \($0.tier)" }
  }

  @Test func `the closest words come first, then those that most records have`() {
    let words = ["paint", "paints", "painter", "print", "print", "point", "paint"]
    #expect(
      like("paint", prefix: true, in: words) == [
        "paint word", "painter prefix", "paints prefix", "print oneSlip", "point oneSlip",
      ])
    #expect(like("paint", in: words) == ["paint word", "print oneSlip", "paints oneSlip", "point oneSlip"])
  }

  @Test func `short words, numbers and first letters are taken more strictly`() {
    #expect(like("door", in: ["doors", "dor"]) == [])
    #expect(like("doors", in: ["door", "doers", "boors"]) == ["doers oneSlip", "door oneSlip"])
    #expect(like("20261", in: ["20262", "2026"]) == [])
    #expect(like("tomatoes", in: ["tomates", "tomate"]) == ["tomates oneSlip"])
    #expect(
      like("aubergine", in: ["auberge", "oubergine", "aubergines"]) == [
        "aubergines oneSlip", "auberge twoSlips", "oubergine twoSlips",
      ])
    #expect(like("日本", in: ["日本", "日人"]) == ["日本 word"])
    #expect(like("", prefix: true, in: ["a"]) == [])
  }

  @Test func `a prefix may have slips too`() {
    #expect(like("lasag", prefix: true, in: ["lasagne", "lesagne", "sagne"]) == ["lasagne prefix", "lesagne oneSlip"])
    #expect(like("lasan", prefix: true, in: ["lasagne"]) == ["lasagne oneSlip"])
  }

  @Test func `each tier has its limit, and keeps what most records have`() {
    let many = (0..<3000).flatMap { number in Array(repeating: "paint\(number)", count: number == 1234 ? 3 : 1) }
    let found = SearchForgiveness().words(like: "paint", isPrefix: true, in: WordList(many))
    #expect(found.count == 1000)
    #expect(found[0] == LikeWord(word: "paint1234", tier: .prefix, records: 3))
    #expect(found[1...3].map(\.word) == ["paint0", "paint1", "paint10"])
    let letters = "abcdefghijklmnopqrstuvwxyz".unicodeScalars.map { String($0) }
    let slips = WordList(
      ["string"]
        + (0..<6).flatMap { place in
          letters.map { letter in "string".prefix(place) + letter + "string".dropFirst(place) }
        })
    let some = SearchForgiveness().words(like: "string", isPrefix: false, in: slips)
    #expect(some.filter { $0.tier == .oneSlip }.count == slips.counts.count - 1 - 25)
    var few = SearchForgiveness()
    few.oneSlipWords = 3
    #expect(few.words(like: "string", isPrefix: false, in: slips).count == 4)
    #expect(SearchForgiveness.none.words(like: "string", isPrefix: false, in: slips).map(\.word) == ["string"])
  }

  @Test func `words are those of a plain search`() throws {
    var random = TestSeed.generator(32)
    for _ in 0..<60 {
      let words = (0..<random.number(0...400)).map { _ in
        (0..<random.number(3...11)).map { _ in random.pick(["a", "b", "c"]) }.joined()
      }
      let list = WordList(words)
      for _ in 0..<5 {
        let word = (0..<random.number(1...11)).map { _ in random.pick(["a", "b", "c"]) }.joined()
        let (isPrefix, forgiveness) = (random.chance(50), SearchForgiveness())
        let found = forgiveness.words(like: word, isPrefix: isPrefix, in: list)
        var expected: [LikeWord.Tier: [LikeWord]] = [:]
        for (other, count) in list.counts {
          let slips = isPrefix ? PlainDistance.prefixSlips(word, other) : PlainDistance.slips(word, other)
          guard slips <= forgiveness.slips(in: word) else { continue }
          let tier: LikeWord.Tier = slips == 0 ? (other == word ? .word : .prefix) : slips == 1 ? .oneSlip : .twoSlips
          expected[tier, default: []].append(LikeWord(word: other, tier: tier, records: count))
        }
        let limits: [LikeWord.Tier: Int] = [.word: 1, .prefix: 1000, .oneSlip: 150, .twoSlips: 50]
        let sorted = [LikeWord.Tier.word, .prefix, .oneSlip, .twoSlips].flatMap { tier in
          (expected[tier] ?? []).sorted { ($1.records, $0.word) < ($0.records, $1.word) }.prefix(limits[tier] ?? 0)
        }
        try #require(found == sorted, "seed \(TestSeed.current): \(word), \(isPrefix)")
      }
    }
  }
}
