import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// The part of a text that shows most of a query.
struct SnippetTests {
  private let text = """
    Boil water for the pasta. While it boils, chop an onion and fry it in oil until it is golden. Add the tomatoes with salt \
    and let the sauce simmer. Drain the pasta and stir it into the sauce. Serve at once with cheese.
    """

  @Test func `the window with most different words is shown`() {
    #expect(
      FoundText(text, finding: "pasta", "sauce", "cheese").snippet(12)
        == "…[pasta] and stir it into the [sauce]. Serve at once with [cheese].")
    #expect(
      FoundText(text, finding: "onion", "golden").snippet(12)
        == "…an [onion] and fry it in oil until it is [golden]. Add…")
  }

  @Test func `a window that begins a sentence is preferred`() {
    #expect(FoundText(text, finding: "onion").snippet(8) == "…While it boils, chop an [onion] and fry…")
    #expect(FoundText(text, finding: "water").snippet(4) == "Boil [water] for the…")
    #expect(FoundText("One two. (\"Three four\") five", finding: "four").snippet(2) == "…Three [four]…")
    #expect(FoundText("One two\nthree four five", finding: "four").snippet(2) == "…three [four]…")
    #expect(FoundText("example.com shows it", finding: "com").snippet(1) == "…[com]…")
  }

  @Test func `without a sentence near, what was found is in the middle`() {
    #expect(FoundText("a b c d e f g h i", finding: "f").snippet(3) == "…e [f] g…")
    #expect(FoundText("a b c d e f g h i", finding: "i").snippet(3) == "…g h [i]")
  }

  @Test func `a text that fits is shown whole`() {
    #expect(FoundText("  Walk the dog!  ", finding: "dog").snippet(10) == "Walk the [dog]!")
    #expect(FoundText("", finding: "dog").snippet(10) == "")
    #expect(FoundText("…", finding: "dog").snippet(10) == "…")
  }

  @Test func `the beginning is shown where nothing was found`() {
    #expect(FoundText(text, finding: "bread").snippet(4) == "Boil water for the…")
  }

  @Test func `a window has a word at least`() {
    #expect(FoundText("a b c", finding: "b").snippet(0) == "…[b]…")
    #expect(FoundText("a b c", finding: "b").snippet(-5) == "…[b]…")
    #expect(FoundText("a b c", finding: "b").snippet(Int.max / 2) == "a [b] c")
  }

  @Test func `a phrase that is longer than the window is shown in part`() {
    #expect(FoundText("a b c d e f", finding: "c d e f").snippet(2) == "…[c d]…")
  }

  @Test func `a snippet of a text with endless words is short`() {
    let long = String(repeating: "x", count: 100_000)
    for text in [
      "\(long) dog \(long)", "dog\(String(repeating: ".", count: 100_000))x", long,
      "é" + String(repeating: "\u{301}", count: 50_000),
    ] {
      let excerpt = FoundText(text, phrases: ["dog", "e", long]).snippet(
        SnippetWindow(of: FoundText(text, finding: "dog"), size: 5))
      #expect(excerpt.text[excerpt.range].utf8.count <= 5 * 64)
      #expect(excerpt.marked().utf8.count <= 5 * 64 + 100)
    }
    #expect(FoundText("\(long) dog \(long)", finding: "dog").snippet(3).contains(" [dog] "))
  }

  // MARK: - Oracle

  @Test func `the window is the best of all by a naive count`() throws {
    var random = TestSeed.generator(21)
    for _ in 0..<1500 {
      let words = (0..<random.number(0...30)).map { _ in
        random.pick(["a", "b", "c", "d", "e", "f", "g"]) + random.pick(["", "", "", ".", ".", ","])
      }
      let text = words.joined(separator: " ")
      let phrases = Array(["a", "b", "a b", "c"].prefix(random.number(1...4)))
      let size = random.number(1...8)
      let found = FoundText(text, phrases: phrases)
      let window = SnippetWindow(of: found, size: size)
      let best = bestScore(found, size)
      try #require(
        window.score == best && window.words.count == min(size, found.places.count),
        "seed \(TestSeed.current): \(text.debugDescription), \(phrases), \(size): \(window), \(best)")
      // The snippet begins and ends with words of the text, and shows those of the window.
      let shown = found.snippet(window)
      let range = TextAnalysis().tokens(in: String(text[shown.range])).map(\.word)
      try #require(
        range == TextAnalysis().tokens(in: text).map(\.word)[window.words].map { $0 }, "seed \(TestSeed.current)")
    }
  }

  /// The best score of a window that begins with a hit, or with a sentence that has one.
  private func bestScore(_ found: FoundText, _ size: Int) -> Int {
    let bytes = Array(found.text.utf8)
    let sentences = found.places.indices.filter { word in
      word == 0 || found.places[word].lowerBound > 1 && bytes[found.places[word].lowerBound - 2] == UInt8(ascii: ".")
    }
    func score(_ start: Int) -> Int {
      let shown = found.hits.filter { (start..<start + size).contains($0.words.lowerBound) }
      let different = Set(shown.map(\.operand)).count
      return different * 1000 + shown.count - different
    }
    let begins = found.hits.compactMap { hit in sentences.last { $0 <= hit.words.lowerBound } }
    return max(
      found.hits.map { score($0.words.lowerBound) }.max() ?? 0,
      begins.map { score($0) + ($0 == 0 ? 120 : 100) }.max() ?? 0)
  }

  @Test func `marks are apart, in the part that is shown, and divide no character`() throws {
    var random = TestSeed.generator(22)
    let parts = ["a", "b", " ", "é", "e\u{301}", "日", "本", "👩‍💻", "👍🏽", "🇩🇰", ".", "\u{200D}", "\u{301}", "\r\n", "<"]
    for _ in 0..<1500 {
      let text = (0..<random.number(0...25)).map { _ in random.pick(parts) }.joined()
      let found = FoundText(text, phrases: ["a", "b", "e", "日本", "本", "👩", "👍", "🇩🇰"])
      for excerpt in [found.highlight, found.snippet(SnippetWindow(of: found, size: random.number(1...5)))] {
        let characters = Set(text.indices).union([text.endIndex])
        let ends = excerpt.marks.flatMap { [$0.lowerBound, $0.upperBound] }
        try #require(
          zip(excerpt.marks, excerpt.marks.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
            && excerpt.marks.allSatisfy { !$0.isEmpty && excerpt.range.lowerBound <= $0.lowerBound }
            && ends.allSatisfy { $0 <= excerpt.range.upperBound }
            && ends.filter { $0 != excerpt.range.lowerBound && $0 != excerpt.range.upperBound }.allSatisfy(
              characters.contains)
            && excerpt.pieces.map(\.text).joined() == text[excerpt.range],
          "seed \(TestSeed.current): \(text.debugDescription)")
      }
    }
  }

  @Test func `choosing a window takes time in proportion to the text`() throws {
    // 100,000 words, all of which were found, in one sentence and in as many; counting each window anew would take minutes.
    for sign in [" ", ". "] {
      let found = FoundText(String(repeating: "a b\(sign)", count: 50_000), finding: "a", "b")
      #expect(SnippetWindow(of: found, size: 10_000).words == 0..<10_000)
      #expect(found.highlight.marks.count == 100_000)
    }
    // One character of 50,000 words.
    let endless = FoundText(String(repeating: "👩\u{200D}", count: 50_000), finding: "👩")
    #expect(endless.highlight.marks.count == 1)
    #expect(endless.snippet(3).utf8.count < 300)
  }
}
