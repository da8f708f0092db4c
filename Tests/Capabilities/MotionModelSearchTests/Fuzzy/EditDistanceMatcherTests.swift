import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// Words within a distance, beside a plain computation of all distances.
struct EditDistanceMatcherTests {
  @Test(arguments: [
    ("paint", "paint", 0), ("paint", "paints", 1), ("paint", "pait", 1), ("paint", "point", 1), ("paint", "piant", 1),
    ("paint", "saint", 2), ("paint", "apint", 2), ("paint", "aint", 2), ("paint", "xpaint", 2), ("paint", "pianted", 3),
    ("café", "cafe", 1), ("日本語の文", "日本語文の", 1), ("ca", "abc", 4),
  ])
  func `an edit is a letter too many, too few, wrong or swapped, and the first one counts twice`(
    wanted: String, word: String, edits: Int
  ) {
    var walk = EditDistanceMatcher(wanted, limit: 6, isPrefix: false)
    #expect(Array(word.utf8).withUnsafeBufferPointer { walk.visit($0) } == .within(edits: edits))
    #expect(PlainDistance.edits(wanted, word) == edits)
  }

  @Test func `each word is found at its distance, and none is left out`() throws {
    var random = TestSeed.generator(31)
    for round in 0..<150 {
      let letters = random.pick([["a", "b"], ["a", "b", "c", "é", "日"], ["a", "b", "c", "d", "e", "f", "g", "h"]])
      func word(_ random: inout SplitMix64, _ lengths: ClosedRange<Int>) -> String {
        (0..<random.number(lengths)).map { _ in random.pick(letters) }.joined()
      }
      let words = WordList((0..<random.number(0...300)).map { _ in word(&random, 1...9) })
      for _ in 0..<10 {
        let (wanted, limit, isPrefix) = (word(&random, 1...9), random.number(0...3), random.chance(50))
        var walk = EditDistanceMatcher(wanted, limit: limit, isPrefix: isPrefix)
        var found: [String: Int] = [:]
        var dead: [[UInt8]] = []
        words.forEachWord(from: []) { word, _ in
          if dead.contains(where: { word.starts(with: $0) }) { return true }
          switch walk.visit(word) {
          case .within(let edits): found[String(decoding: word, as: UTF8.self)] = edits
          case .beyond: break
          case .dead(let bytes): dead.append(Array(word[..<bytes]))
          }
          return true
        }
        let expected = words.counts.keys.reduce(into: [String: Int]()) { expected, word in
          let edits = isPrefix ? PlainDistance.prefixSlips(wanted, word) : PlainDistance.edits(wanted, word)
          if edits <= limit { expected[word] = edits }
        }
        try #require(
          found == expected,
          "seed \(TestSeed.current), round \(round): \(wanted), \(limit), \(isPrefix), \(words.counts.keys)")
      }
    }
  }

  @Test func `only words that begin alike are read`() {
    // 26³ words of three letters and the same ending; with one edit, the first letter has to be right: 25 words
    // with another second letter, 25 with another third one, and `srting`.
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let words = WordList(letters.flatMap { a in letters.flatMap { b in letters.map { a + b + $0 + "ing" } } })
    let found = SearchFuzziness().words(like: "string", isPrefix: false, in: words)
    #expect(found.filter { $0.tier == .word }.map(\.word) == ["string"])
    #expect(found.count == 52)
    #expect(words.reads.value < 1000)
  }
}

/// The distance of two words with the whole matrix: optimal string alignment, and one more where the first letters differ.
enum PlainDistance {
  static func edits(_ one: String, _ other: String) -> Int {
    matrix(Array(one.unicodeScalars), Array(other.unicodeScalars)).last?.last.map { $0 + first(one, other) } ?? 0
  }

  /// The least distance of a beginning of `word`.
  static func prefixSlips(_ wanted: String, _ word: String) -> Int {
    let matrix = matrix(Array(word.unicodeScalars), Array(wanted.unicodeScalars))
    return (matrix.compactMap(\.last).min() ?? 0) + first(wanted, word)
  }

  private static func first(_ one: String, _ other: String) -> Int {
    one.unicodeScalars.first == other.unicodeScalars.first ? 0 : 1
  }

  private static func matrix(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> [[Int]] {
    var matrix = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
    for row in 0...one.count {
      for column in 0...other.count {
        if row == 0 || column == 0 { matrix[row][column] = row + column; continue }
        var least = min(matrix[row - 1][column], matrix[row][column - 1]) + 1
        least = min(least, matrix[row - 1][column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          least = min(least, matrix[row - 2][column - 2] + 1)
        }
        matrix[row][column] = least
      }
    }
    return matrix
  }
}
