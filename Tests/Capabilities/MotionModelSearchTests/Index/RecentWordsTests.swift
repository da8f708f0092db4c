import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// The words that an index remembers while it is built, beside its table.
@Suite struct RecentWordsTests {
  /// Asks for words as an index does that is being built, and returns their numbers and how often the table was asked.
  private func numbers(of words: [String]) -> (numbers: [Int], asked: Int) {
    var (recent, table, asked) = (RecentWords(), WordTable(columns: 1), 0)
    let numbers = words.map { word in
      word.withBytes { bytes in
        recent.number(of: bytes) {
          asked += 1
          return table.add($0, isListed: false)
        }
      }
    }
    return (numbers, asked)
  }

  @Test func `a word is looked up once, and a long one each time`() {
    let (short, long) = ("sixteen letters!", "seventeen letters")
    let (numbers, asked) = numbers(of: [short, long, short, long, short])
    #expect(numbers == [0, 1, 0, 1, 0])
    #expect(asked == 3)
  }

  @Test func `words that differ in one byte anywhere are different words`() {
    var words: [String] = []
    for count in 1...20 {
      words.append(String(repeating: "a", count: count))
      for place in 0..<count {
        for letter in ["b", "\0"] {
          var word = Array(repeating: "a", count: count)
          word[place] = letter
          words.append(word.joined())
        }
      }
    }
    #expect(numbers(of: words + words).numbers == Array(words.indices) + Array(words.indices))
  }

  @Test func `words that take each other's slots keep their numbers`() {
    var random = TestSeed.generator(2_020)
    // More words than there are slots, so that many share one.
    let words = (0..<10_000).map { "w\($0)" }
    let asked = (0..<shortened(100_000)).map { _ in random.number(0...words.count - 1) }
    var table = WordTable(columns: 1)
    for word in words { _ = word.withBytes { table.add($0, isListed: false) } }
    var recent = RecentWords()
    let wrong = asked.filter { number in
      words[number].withBytes { bytes in recent.number(of: bytes) { table.add($0, isListed: false) } } != number
    }
    #expect(wrong == [], "seed \(TestSeed.current)")
  }
}
