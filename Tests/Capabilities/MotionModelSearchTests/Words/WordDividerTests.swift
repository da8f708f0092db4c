import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// Division beside a naive one, which has the scalars of a text in an array and looks everything up.
struct WordDividerTests {
  private static let alphabet: [String] = [
    "a", "B", "z", "0", "9", " ", " ", ".", "'", "_", "é", "E\u{301}", "\u{301}", "\u{323}", "ß", "Σ", "ø", "日", "本",
    "か", "\u{3099}", "ｶ", "ﾞ", "한",
    "\u{1112}", "\u{1161}", "\u{11AB}", "ไ", "ย", "🎉", "👍🏽", "🇩", "🇰", "\u{AD}", "\u{200D}", "\u{FE0F}", "ि", "ह", "ﬁ",
    "Ａ", "，", "\u{200B}", "𐐀", "٣",
    "שָ", "İ", "½", "\u{E0100}", "\0", "—",
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    (0..<random.number(0...40)).map { _ in random.pick(alphabet) }.joined()
  }

  @Test(arguments: [true, false])
  func `words and places are those of a naive division`(foldsAccents: Bool) throws {
    var random = TestSeed.generator(foldsAccents ? 1 : 2)
    for _ in 0..<2000 {
      let text = Self.text(&random)
      let tokens = TextAnalysis(foldsAccents: foldsAccents).tokens(in: text)
      let expected = NaiveDivision(text, foldsAccents).tokens
      try #require(tokens == expected, "seed \(TestSeed.current): \(text.debugDescription)")
    }
  }

  @Test func `places are in order and their text has the same words`() throws {
    var random = TestSeed.generator(3)
    for _ in 0..<2000 {
      let text = Self.text(&random)
      let tokens = TextAnalysis().tokens(in: text)
      try #require(zip(tokens, tokens.dropFirst()).allSatisfy { $0.range.lowerBound < $1.range.lowerBound })
      for token in tokens {
        let part = String(decoding: Array(text.utf8)[token.range], as: UTF8.self)
        let words = TextAnalysis().tokens(in: part).map(\.word)
        try #require(words.first == token.word, "seed \(TestSeed.current): \(text.debugDescription)")
      }
    }
  }

  @Test func `simple words are runs of letters, digits and all that is not ASCII`() throws {
    var random = TestSeed.generator(4)
    for _ in 0..<1000 {
      let text = Self.text(&random)
      let words = text.utf8.split {
        $0 < 0x80 && !Character(Unicode.Scalar($0)).isLetter && !Character(Unicode.Scalar($0)).isNumber
      }
      let expected = words.map { word in
        String(decoding: word.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
      }
      try #require(
        TextAnalysis.simple.tokens(in: text).map(\.word) == expected,
        "seed \(TestSeed.current): \(text.debugDescription)")
    }
  }
}

/// Division of a text as the documentation says it, without regard to time and memory.
private struct NaiveDivision {
  private(set) var tokens: [TextAnalysis.Token] = []

  private typealias Piece = (scalar: Unicode.Scalar, kind: ScalarClass, range: Range<Int>)

  init(_ text: String, _ foldsAccents: Bool) {
    var offset = 0
    let pieces: [Piece] = text.unicodeScalars.compactMap { scalar in
      let range = offset..<offset + UTF8.width(scalar)
      offset = range.upperBound
      let kind = ScalarClass(of: scalar.usualWidth)
      return kind == .ignorable ? nil : (scalar, kind, range)
    }
    var index = 0
    while index < pieces.count {
      let first = pieces[index]
      switch first.kind {
      case .separator, .mark, .ignorable: index += 1
      case .letter:
        let word = pieces[index...].prefix { $0.kind == .letter || $0.kind == .mark }
        addWord(Array(word), foldsAccents)
        index += word.count
      case .unspaced:
        // A mark of another script inside such a run counts for nothing.
        let run = pieces[index...].prefix { $0.kind == .unspaced || $0.kind == .mark }
        addPairs(run.filter { $0.kind == .unspaced }, foldsAccents)
        index += run.count
      case .emoji:
        addWord([first], foldsAccents)
        index += 1
      case .regionalIndicator:
        let isFlag =
          index + 1 < pieces.count && pieces[index + 1].kind == .regionalIndicator
          && pieces[index + 1].range.lowerBound == first.range.upperBound
        addWord(Array(pieces[index...].prefix(isFlag ? 2 : 1)), foldsAccents)
        index += isFlag ? 2 : 1
      }
    }
  }

  private mutating func addWord(_ pieces: [Piece], _ foldsAccents: Bool) {
    var word = ""
    for piece in pieces {
      let isSymbol = piece.kind == .emoji || piece.kind == .regionalIndicator
      word += isSymbol ? String(piece.scalar) : ScalarFolding.folded(piece.scalar, foldingAccents: foldsAccents)
    }
    add(
      word.decomposedStringWithCanonicalMapping, pieces[0].range.lowerBound..<pieces[pieces.count - 1].range.upperBound)
  }

  private mutating func addPairs(_ pieces: [Piece], _ foldsAccents: Bool) {
    var letters: [(text: String, range: Range<Int>)] = []
    for piece in pieces {
      let form = ScalarFolding.folded(piece.scalar, foldingAccents: foldsAccents)
      if let last = letters.last {
        let joined = (last.text + form).decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
        if joined.unicodeScalars.count == 1 {
          letters[letters.count - 1] = (joined, last.range.lowerBound..<piece.range.upperBound)
          continue
        }
      }
      letters.append((form, piece.range))
    }
    for (letter, next) in zip(letters, letters.dropFirst()) {
      add(letter.text + next.text, letter.range.lowerBound..<next.range.upperBound)
    }
    if let last = letters.last { add(last.text, last.range) }
  }

  private mutating func add(_ word: String, _ range: Range<Int>) {
    tokens.append(TextAnalysis.Token(word: word, range: range))
  }
}
