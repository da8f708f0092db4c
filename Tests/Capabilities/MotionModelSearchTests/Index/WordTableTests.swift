import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// The words of an index beside a set.
@Suite struct WordTableTests {
  @Test(arguments: [true, false]) func `words are found, and listed in the order of their bytes`(isListed: Bool) {
    var random = TestSeed.generator(1_960)
    var (table, expected) = (WordTable(columns: 1), Set<String>())
    for _ in 0..<8 {
      let first = table.count
      for _ in 0..<100 {
        let word = Self.word(&random)
        expected.insert(word)
        _ = word.withBytes { table.add($0, isListed: isListed) }
      }
      if !isListed { table.list(from: first) }
      for word in expected.sorted().prefix(random.number(0...60)) {
        expected.remove(word)
        table.remove(table.number(of: word) ?? -1)
      }
      Self.expect(table, expected)
    }
  }

  private static func word(_ random: inout SplitMix64) -> String {
    random.pick(["", "internationalisation", "ä", "日本"]) + String(repeating: "ab", count: random.number(0...3))
      + String(random.number(1...99_999), radix: 36)
  }

  private static func expect(_ table: WordTable, _ expected: Set<String>) {
    let sorted = expected.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(table.numbers(withPrefix: "").map { table[$0].word } == sorted, "seed \(TestSeed.current)")
    for prefix in ["a", "ab", "internationalisation", "ä", "zz", "日"] {
      let words = table.numbers(withPrefix: prefix).map { table[$0].word }
      #expect(words == sorted.filter { $0.utf8.starts(with: prefix.utf8) }, "seed \(TestSeed.current)")
    }
    #expect(expected.allSatisfy { word in table.number(of: word).map { table[$0].word } == word })
    #expect(table.number(of: "no such word") == nil)
  }
}
