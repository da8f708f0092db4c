import MotionModelSearch
import Testing

/// How texts are divided into words, and how words are folded.
struct TextAnalysisTests {
  private func words(_ text: String, _ analysis: TextAnalysis = TextAnalysis()) -> [String] {
    analysis.tokens(in: text).map(\.word)
  }

  @Test func `tokens are words in lower case with their places`() {
    let tokens = TextAnalysis().tokens(in: " Paint the Door, 2 times")
    let expected = [("paint", 1..<6), ("the", 7..<10), ("door", 11..<15), ("2", 17..<18), ("times", 19..<24)]
    #expect(tokens == expected.map { TextAnalysis.Token(word: $0.0, range: $0.1) })
  }

  @Test func `places are offsets in the text as it is written`() {
    let tokens = TextAnalysis().tokens(in: "Crème «Brûlée»")
    #expect(
      tokens == [TextAnalysis.Token(word: "creme", range: 0..<6), TextAnalysis.Token(word: "brulee", range: 9..<17)])
  }

  @Test(
    arguments: [
      ("", []), (" ", []), ("…—\n\t\0", []), ("a", ["a"]), ("don't", ["don", "t"]), ("l’amour", ["l", "amour"]),
      ("O'Brien's", ["o", "brien", "s"]), ("example.com", ["example", "com"]),
      ("me@example.com", ["me", "example", "com"]),
      ("foo_bar", ["foo", "bar"]), ("full-text", ["full", "text"]), ("3.14 1,000", ["3", "14", "1", "000"]),
      ("v2 2nd 4x4", ["v2", "2nd", "4x4"]), ("x² №5 ½", ["x²", "5", "½"]), ("C++ & C#", ["c", "c"]),
      ("©2024™", ["2024"]),
      ("а б", ["а", "б"]), ("١٢٣", ["١٢٣"]), ("п'ять Hawaiʻi", ["п", "ять", "hawai", "i"]),
      ("\u{E000}a\u{378}b", ["a", "b"]),
    ] as [(String, [String])])
  func `letters, marks and numbers stay together, and all else divides`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func `a mark, a soft hyphen, a joiner or a selector does not divide`() {
    #expect(words("exam\u{AD}ple a\u{200D}b a\u{2060}b a\u{FE0F}b") == ["example", "ab", "ab", "ab"])
    #expect(words("zero\u{200B}width") == ["zero", "width"])
    #expect(words("\u{301}\u{AD} \u{301}a\u{301}", TextAnalysis(foldsAccents: false)) == ["a\u{301}"])
    // The place of a word ends with its last letter or mark.
    #expect(TextAnalysis().tokens(in: "e\u{301}\u{AD} b").map(\.range) == [0..<3, 6..<7])
  }

  // MARK: - Folding

  @Test(arguments: [
    ("STRASSE", "Straße"), ("STRASSE", "STRAẞE"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("İstanbul", "istanbul"),
    ("ISPARTA", "ısparta"),
    ("ﬁne", "FINE"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"), ("ПРИВЕТ", "привет"), ("ᏣᎳᎩ", "ꮳꮃꭹ"), ("𐐀", "𐐨"), ("ＡＢＣ１", "abc1"),
    ("Ω", "Ω"),
    ("K", "k"), ("ſ", "s"), ("և", "եւ"),
  ])
  func `case and width are folded`(one: String, other: String) {
    #expect(words(one) == words(other))
    #expect(words(one).count == 1)
  }

  @Test(arguments: [
    ("Crème Brûlée", "creme brulee"), ("Ångström", "angstrom"), ("Smørrebrød", "smorrebrod"), ("Łódź", "lodz"),
    ("Đà Nẵng", "da nang"),
    ("Œuvre Æsir", "oeuvre aesir"), ("þórr ħ ŧ ð", "thorr h t d"), ("ά ῷ", "α ωι"), ("ёлка", "елка"), ("שָׁלוֹם", "שלום"),
    ("مُحَمَّد", "محمد"),
  ])
  func `accents are folded`(text: String, folded: String) {
    #expect(words(text).joined(separator: " ") == folded)
  }

  @Test func `accents are kept on request, however they are written`() {
    let analysis = TextAnalysis(foldsAccents: false)
    #expect(words("Señor", analysis) == words("SEN\u{303}OR", analysis))
    #expect(words("Señor", analysis) != words("Senor", analysis))
    #expect(words("a\u{323}\u{302}", analysis) == words("a\u{302}\u{323}", analysis))
    #expect(words("ậ", analysis) == words("a\u{302}\u{323}", analysis))
    #expect(words("øl", analysis) == ["øl"])
  }

  @Test func `marks that make other letters stay`() {
    for text in ["हिन्दी", "தமிழ்", "ক্ষ"] { #expect(words(text) == [text]) }
    #expect(words("が") == ["が"])
    #expect(words("か") == ["か"])
  }

  // MARK: - Scripts without spaces

  @Test(arguments: [
    ("猫", ["猫"]), ("日本", ["日本", "本"]), ("日本語", ["日本", "本語", "語"]), ("東京、大阪", ["東京", "京", "大阪", "阪"]),
    ("iPhone手机2", ["iphone", "手机", "机", "2"]), ("カメラ", ["カメ", "メラ", "ラ"]), ("ｶﾒﾗ", ["カメ", "メラ", "ラ"]),
    ("한국", ["한국", "국"]), ("ไทย", ["ไท", "ทย", "ย"]), ("𠀀𠀁", ["𠀀𠀁", "𠀁"]), ("葛\u{E0100}飾", ["葛飾", "飾"]),
    ("時々", ["時々", "々"]),
  ])
  func `scripts without spaces are divided into pairs`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func `syllables and voiced kana are letters, however they are written`() {
    let hangul = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"
    #expect(words(hangul) == ["한국", "국"])
    #expect(TextAnalysis().tokens(in: hangul).map(\.range) == [0..<18, 9..<18])
    #expect(words("か\u{3099}く") == ["がく", "く"])
    #expect(words("ｶﾞｸ") == ["ガク", "ク"])
    #expect(words("\u{F900}") == ["\u{8C48}"])
  }

  @Test func `pairs know the place of both letters`() {
    #expect(TextAnalysis().tokens(in: "a日本b").map(\.range) == [0..<1, 1..<7, 4..<7, 7..<8])
  }

  // MARK: - Emoji

  @Test(arguments: [
    ("🎉", ["🎉"]), ("a🎉🎉b", ["a", "🎉", "🎉", "b"]), ("👍🏽👍", ["👍", "👍"]), ("❤ ❤️", ["❤", "❤"]), ("👩‍💻", ["👩", "💻"]),
    ("🇩🇰🇫🇷", ["🇩🇰", "🇫🇷"]),
    ("🇩", ["🇩"]), ("🇩a", ["🇩", "a"]), ("🇩🇰🇫", ["🇩🇰", "🇫"]), ("1️⃣", ["1"]), ("🇩é", ["🇩", "e"]),
  ])
  func `each emoji is a word`(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  // MARK: - Options

  @Test func `English endings are removed on request`() {
    #expect(words("Running dogs; the café's ponies", .english) == ["run", "dog", "the", "cafe", "s", "poni"])
    #expect(
      words("naïvely naïvely", TextAnalysis(foldsAccents: false, stemming: .english)) == [
        "nai\u{308}vely", "nai\u{308}vely",
      ])
  }

  @Test func `a stop word keeps its place`() {
    let analysis = TextAnalysis(stopWords: ["The", "ÖF"])
    let tokens = analysis.tokens(in: "The end of the")
    let expected = [("", 0..<3), ("end", 4..<7), ("", 8..<10), ("", 11..<14)]
    #expect(tokens == expected.map { TextAnalysis.Token(word: $0.0, range: $0.1) })
    #expect(words("the theme", TextAnalysis(stemming: .english, stopWords: ["the"])) == ["", "theme"])
    #expect(
      words("to be or not to be", TextAnalysis(stopWords: TextAnalysis.englishStopWords)) == ["", "", "", "", "", ""])
    #expect(words("don't we'll", TextAnalysis(stopWords: TextAnalysis.englishStopWords)) == ["don", "", "", ""])
  }

  @Test func `SQLite's simple tokenizer divides and folds ASCII alone`() {
    let text = "@draconisNZ full-text don't foo_bar Café CAFÉ 2日本—x"
    let expected = ["draconisnz", "full", "text", "don", "t", "foo", "bar", "café", "cafÉ", "2日本—x"]
    #expect(words(text, .simple) == expected)
  }

  @Test func `a program's own tokenizer is asked for texts and queries`() {
    struct Lines: SearchTokenizer {
      func tokens(in text: String) -> [TextAnalysis.Token] {
        text.split(separator: "|").map { TextAnalysis.Token(word: String($0), range: 0..<1) }
      }
    }
    let analysis = TextAnalysis(tokenizer: Lines())
    let long = String(repeating: "é", count: 200)
    #expect(words("A b|\(long)", analysis) == ["A b", String(repeating: "é", count: 128)])
    #expect(
      analysis.queryTokens(in: "A b|c", isPrefix: true) == [
        QueryToken(word: "A b", isPrefix: false), QueryToken(word: "c", isPrefix: true),
      ])
  }

  @Test func `analyses are the same if they divide all texts alike for certain`() {
    struct Known: SearchTokenizer, Hashable {
      var mark = "|"
      func tokens(in text: String) -> [TextAnalysis.Token] { [] }
    }
    struct Unknown: SearchTokenizer { func tokens(in text: String) -> [TextAnalysis.Token] { [] } }
    let analyses = [
      TextAnalysis(), TextAnalysis(foldsAccents: false), .english, .simple, TextAnalysis(stopWords: ["a"]),
      TextAnalysis(tokenizer: Known()), TextAnalysis(tokenizer: Known(mark: ",")),
    ]
    for (number, one) in analyses.enumerated() {
      #expect(analyses.map { $0.isSame(as: one) } == analyses.indices.map { $0 == number })
    }
    #expect(TextAnalysis(stopWords: ["a", "B"]).isSame(as: TextAnalysis(stopWords: ["b", "A"])))
    #expect(!TextAnalysis(tokenizer: Unknown()).isSame(as: TextAnalysis(tokenizer: Unknown())))
    #expect(analyses.map(\.hasCode) == [false, false, false, false, false, true, true])
  }
}
