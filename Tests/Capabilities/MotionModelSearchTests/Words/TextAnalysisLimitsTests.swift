import MotionModelSearch
import MotionModelTestSupport
import Testing

/// Long texts, long words and what a program can do wrong.
struct TextAnalysisLimitsTests {
  private func count(_ text: String, _ analysis: TextAnalysis = TextAnalysis()) -> Int {
    var count = 0
    analysis.forEachToken(in: text) { _, _ in count += 1 }
    return count
  }

  @Test(arguments: [("a", 1), ("é", 2), ("日", 3), ("𐐀", 4), ("\u{301}", 2)])
  func `a word of a megabyte is cut at a character`(letter: String, width: Int) {
    let analysis = TextAnalysis(foldsAccents: false)
    let letters = shortened(1 << 20)
    let word = "x" + String(repeating: letter, count: letters) + "y"
    let tokens = analysis.tokens(in: word)
    #expect(tokens.allSatisfy { $0.word.utf8.count <= TextAnalysis.longestWord })
    if letter != "日" {
      #expect(tokens.map(\.range) == [0..<word.utf8.count])
      #expect(tokens[0].word.utf8.count > TextAnalysis.longestWord - width)
      #expect(analysis.queryTokens(in: word, isPrefix: false).map(\.word) == tokens.map(\.word))
    } else {
      #expect(tokens.count == letters + 2)
    }
    #expect(TextAnalysis.simple.tokens(in: word).map(\.word.utf8.count).max() ?? 0 <= TextAnalysis.longestWord)
  }

  @Test func `a word that is cut ends there, also when shorter letters follow`() {
    let analysis = TextAnalysis(foldsAccents: false)
    let word = String(repeating: "a", count: 255) + "éb"
    #expect(analysis.tokens(in: word).map(\.word) == [String(repeating: "a", count: 255)])
    #expect(TextAnalysis.simple.tokens(in: word).map(\.word) == [String(repeating: "a", count: 255)])
  }

  @Test func `texts take no memory beyond a constant`() throws {
    let bound = MemoryBound(perByte: 0, constant: 1 << 20)
    // The tables are made before.
    _ = count("é日")
    let long = ["Wörter wie diese. ", "words like these, ", "日本語の文章です", "a\u{301}\u{323}", "👩‍💻🇩🇰"].map {
      String(repeating: $0, count: 10_000)
    }
    for text in long {
      for analysis in [TextAnalysis(), TextAnalysis(foldsAccents: false), .english, .simple] {
        let words = try bound.check(text.utf8.count) { count(text, analysis) }
        #expect(words > 0)
      }
    }
  }

  @Test(.enabled(if: Allocations.areCounted && Allocations.areOptimised)) func `words of ASCII take no allocation`() {
    func allocations(_ words: Int, _ analysis: TextAnalysis) -> Double {
      let text = String(repeating: "Words like these. ", count: words / 3)
      return Allocations.average(of: 5) { _ = count(text, analysis) }
    }
    for analysis in [TextAnalysis(), .simple, TextAnalysis(stopWords: ["like"])] {
      #expect(allocations(3000, analysis) == allocations(30, analysis))
    }
  }

  @Test func `a text of ten megabytes is divided`() {
    #expect(count(String(repeating: "one two. ", count: 1_200_000)) == 2_400_000)
  }

  @Test func `any bytes that became a string are divided`() throws {
    var random = TestSeed.generator(5)
    for _ in 0..<500 {
      let text = String(decoding: (0..<random.number(0...64)).map { _ in UInt8(random.number(0...255)) }, as: UTF8.self)
      for analysis in [TextAnalysis(), TextAnalysis(foldsAccents: false), .english, .simple] {
        let tokens = analysis.tokens(in: text)
        let bounds = 0..<text.utf8.count + 1
        try #require(
          tokens.allSatisfy { !$0.word.isEmpty && !$0.range.isEmpty && bounds.contains($0.range.upperBound) },
          "seed \(TestSeed.current): \(text.debugDescription)")
      }
    }
  }
}
