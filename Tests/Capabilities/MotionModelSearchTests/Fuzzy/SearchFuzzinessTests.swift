import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// Which words a word of a query becomes.
struct SearchFuzzinessTests {
  private func like(
    _ word: String, prefix: Bool = false, in words: [String], _ fuzziness: SearchFuzziness = SearchFuzziness()
  ) -> [String] {
    fuzziness.words(like: word, isPrefix: prefix, in: WordList(words)).map { "\($0.word) \($0.tier)" }
  }

  @Test func `the closest words come first, then those that most records have`() {
    let words = ["paint", "paints", "painter", "print", "print", "point", "paint"]
    #expect(
      like("paint", prefix: true, in: words) == [
        "paint word", "painter prefix", "paints prefix", "print oneEdit", "point oneEdit",
      ])
    #expect(like("paint", in: words) == ["paint word", "print oneEdit", "paints oneEdit", "point oneEdit"])
  }

  @Test func `short words, numbers and first letters are taken more strictly`() {
    #expect(like("door", in: ["doors", "dor"]) == [])
    #expect(like("doors", in: ["door", "doers", "boors"]) == ["doers oneEdit", "door oneEdit"])
    #expect(like("20261", in: ["20262", "2026"]) == [])
    #expect(like("tomatoes", in: ["tomates", "tomate"]) == ["tomates oneEdit"])
    #expect(
      like("aubergine", in: ["auberge", "oubergine", "aubergines"]) == [
        "aubergines oneEdit", "auberge twoEdits", "oubergine twoEdits",
      ])
    #expect(like("日本", in: ["日本", "日人"]) == ["日本 word"])
    #expect(like("", prefix: true, in: ["a"]) == [])
  }

  @Test func `a prefix may have edits too`() {
    #expect(like("lasag", prefix: true, in: ["lasagne", "lesagne", "sagne"]) == ["lasagne prefix", "lesagne oneEdit"])
    #expect(like("lasan", prefix: true, in: ["lasagne"]) == ["lasagne oneEdit"])
  }

  @Test func `each tier has its limit, and keeps what most records have`() {
    let many = (0..<3000).flatMap { number in Array(repeating: "paint\(number)", count: number == 1234 ? 3 : 1) }
    let found = SearchFuzziness().words(like: "paint", isPrefix: true, in: WordList(many))
    #expect(found.count == 1000)
    #expect(found[0] == WordMatch(word: "paint1234", tier: .prefix, records: 3))
    #expect(found[1...3].map(\.word) == ["paint0", "paint1", "paint10"])
    let letters = "abcdefghijklmnopqrstuvwxyz".unicodeScalars.map { String($0) }
    let edits = WordList(
      ["string"]
        + (0..<6).flatMap { place in
          letters.map { letter in "string".prefix(place) + letter + "string".dropFirst(place) }
        })
    let some = SearchFuzziness().words(like: "string", isPrefix: false, in: edits)
    #expect(some.filter { $0.tier == .oneEdit }.count == edits.counts.count - 1 - 25)
    var few = SearchFuzziness(oneEditWords: 3)
    #expect(few.words(like: "string", isPrefix: false, in: edits).count == 4)
    (few.oneEditWords, few.twoEditWords) = (0, 0)
    #expect(few.words(like: "string", isPrefix: false, in: edits).map(\.word) == ["string"])
  }

  @Test func `each number is the one that was given, and a usual one otherwise`() {
    var fuzziness = SearchFuzziness()
    (fuzziness.lettersForOneEdit, fuzziness.lettersForTwoEdits) = (1, 2)
    (fuzziness.prefixWords, fuzziness.oneEditWords, fuzziness.twoEditWords) = (3, 4, 5)
    #expect(
      fuzziness
        == SearchFuzziness(
          lettersForOneEdit: 1, lettersForTwoEdits: 2, prefixWords: 3, oneEditWords: 4, twoEditWords: 5))
    #expect(SearchFuzziness() == SearchFuzziness(prefixWords: 1000))
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
        let (isPrefix, fuzziness) = (random.chance(50), SearchFuzziness())
        let found = fuzziness.words(like: word, isPrefix: isPrefix, in: list)
        var expected: [WordMatch.Tier: [WordMatch]] = [:]
        for (other, count) in list.counts {
          let edits = isPrefix ? PlainDistance.prefixSlips(word, other) : PlainDistance.edits(word, other)
          guard edits <= fuzziness.edits(in: word) else { continue }
          let tier: WordMatch.Tier = edits == 0 ? (other == word ? .word : .prefix) : edits == 1 ? .oneEdit : .twoEdits
          expected[tier, default: []].append(WordMatch(word: other, tier: tier, records: count))
        }
        let limits: [WordMatch.Tier: Int] = [.word: 1, .prefix: 1000, .oneEdit: 150, .twoEdits: 50]
        let sorted = [WordMatch.Tier.word, .prefix, .oneEdit, .twoEdits].flatMap { tier in
          (expected[tier] ?? []).sorted { ($1.records, $0.word) < ($0.records, $1.word) }.prefix(limits[tier] ?? 0)
        }
        try #require(found == sorted, "seed \(TestSeed.current): \(word), \(isPrefix)")
      }
    }
  }
}
