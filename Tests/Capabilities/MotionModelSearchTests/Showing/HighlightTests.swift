import Testing

@testable import MotionModelSearch

/// Whole texts with what was found in them.
struct HighlightTests {
  private func marked(_ text: String, _ phrases: String..., analysis: TextAnalysis = TextAnalysis()) -> String {
    FoundText(text, phrases: phrases, analysis).highlight.marked("[", "]")
  }

  @Test(arguments: [
    ("Paint the door, then the DOOR.", "door", "Paint the [door], then the [DOOR]."),
    ("Crème brûlée", "CREME", "[Crème] brûlée"), ("Cre\u{300}me", "creme", "[Cre\u{300}me]"),
    ("Straße", "STRASSE", "[Straße]"),
    ("Walk the dog", "the dog", "Walk [the dog]"), ("l’amour", "amour", "l’[amour]"), ("日本語の文章", "本語", "日[本語]の文章"),
    ("日本語の文章", "語の文", "日本[語の文]章"), ("猫と猫", "猫", "[猫と猫]"), ("Go 👍🏽!", "👍", "Go [👍🏽]!"), ("👩‍💻 at work", "👩", "[👩‍💻] at work"),
    ("nothing here", "door", "nothing here"), ("", "door", ""), ("a\u{AD}b c", "ab", "[a\u{AD}b] c"),
    ("🇩🇰🇫🇷", "🇫🇷", "🇩🇰[🇫🇷]"),
  ])
  func `words and phrases are marked as they are written`(text: String, phrase: String, expected: String) {
    #expect(marked(text, phrase) == expected)
  }

  @Test func `overlapping marks merge, and neighbours do not`() {
    #expect(marked("one two three four", "one two", "two three") == "[one two three] four")
    #expect(marked("one two three", "one", "two") == "[one] [two] three")
    #expect(marked("a b a b a", "a b a") == "[a b a b a]")
  }

  @Test func `words of one character that joiners make are one mark`() {
    let family = "👩\u{200D}👩\u{200D}👧"
    #expect(marked("x\(family)y", "👩", "👧") == "x[\(family)]y")
  }

  @Test func `pieces are what is shown, marked or not`() {
    let excerpt = FoundText("Walk the dog", finding: "dog", "walk").highlight
    #expect(excerpt.pieces.map(\.isMarked) == [true, false, true])
    #expect(excerpt.pieces.map { String($0.text) } == ["Walk", " the ", "dog"])
    #expect(excerpt.marks.map { String(excerpt.text[$0]) } == ["Walk", "dog"])
    #expect(FoundText("", finding: "x").highlight.pieces == [])
  }

  @Test func `HTML is escaped, but for the tags`() {
    let excerpt = FoundText("<b>\"Tom\" & 'Jerry'</b>", finding: "tom", "jerry", "b").highlight
    #expect(
      excerpt.html()
        == "&lt;<mark>b</mark>&gt;&quot;<mark>Tom</mark>&quot; &amp; &#39;<mark>Jerry</mark>&#39;&lt;/<mark>b</mark>&gt;"
    )
    #expect(
      FoundText("a<", finding: "a").highlight.html("<em class=\"hit\">", "</em>") == "<em class=\"hit\">a</em>&lt;")
  }

  @Test func `places that a program's tokenizer gives may be anything`() {
    struct Odd: SearchTokenizer {
      func tokens(in text: String) -> [TextAnalysis.Token] {
        [-5..<2, 3..<900, 700..<900, 2..<1 + 1, 0..<1].map { TextAnalysis.Token(word: "x", range: $0) }
      }
    }
    let found = FoundText("日本語", phrases: ["x"], TextAnalysis(tokenizer: Odd()))
    #expect(found.highlight.marked("[", "]") == "[日]本語")
    #expect(FoundText("日本語", finding: "x", analysis: TextAnalysis(tokenizer: Odd())).snippet(1) == "[日]…")
  }
}
