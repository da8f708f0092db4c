import MotionModel
import MotionModelTestSupport
import Testing

private struct Word: Model, Equatable {
  var id = 0
  var text = ""
  var note: String?
  /// The same string in a column without an index, for comparison.
  var plain = ""
  var accented = ""
  var maybe: String?

  static let schema = Schema<Word> {
    Column(\.text, .indexedIgnoringCase)
    Column(\.note, [.unique, .indexedIgnoringCase])
    Column(\.plain)
    Column(\.accented, .indexedIgnoringCaseAndAccents)
    Column(\.maybe, .indexedIgnoringCaseAndAccents)
  }

  init() {}

  init(_ text: String, note: String? = nil) {
    (self.text, self.note, plain, accented, maybe) = (text, note, text, text, text == "A" ? nil : text)
  }
}

@Suite(.ownStore) struct CaselessIndexTests {
  private static let pieces = ["a", "A", "ß", "SS", "ẞ", "İ", "i", "I", "ı", "é", "e\u{301}", "É", "Σ", "σ", "ς", "1"]

  @Test func `a case-insensitive index finds what a scan finds`() throws {
    var random = TestSeed.generator()
    func word() -> String { (0..<random.number(0...2)).map { _ in random.pick(Self.pieces) }.joined() }
    for _ in 0..<400 {
      if random.chance(20), let word = random.pickAny(Word.all) { try word.delete() }
      if random.chance(30), var changed = random.pickAny(Word.all) {
        let text = word()
        try changed.update { ($0.text, $0.plain) = (text, text) }
      }
      try Word.insert(contentsOf: [Word(word())])
      let (text, other) = (word(), word())
      let found = Word.where(\.text).eq(text, caseSensitive: false)
      #expect(found.all == Word.where(\.plain).eq(text, caseSensitive: false).all, "\(text.debugDescription)")
      #expect(
        Word.where(\.text).in([text, other], caseSensitive: false).ids
          == Word.where(\.plain).in([text, other], caseSensitive: false).ids)
      #expect(Word.where(\.text).eq(text).all == Word.where(\.plain).eq(text).all)
    }
  }

  @Test func `an index without regard to accents finds what a scan finds, with and without regard to case`() throws {
    let letters = Self.pieces + ["ø", "Ø", "æ", "AE", "Å", "A\u{30A}", "が", "か", "\u{301}", "Ṩ"]
    var random = TestSeed.generator()
    func word() -> String { (0..<random.number(0...2)).map { _ in random.pick(letters) }.joined() }
    for _ in 0..<shortened(400) {
      if random.chance(20), let word = random.pickAny(Word.all) { try word.delete() }
      if random.chance(30), var changed = random.pickAny(Word.all) {
        let text = word()
        try changed.update { ($0.plain, $0.accented, $0.maybe) = (text, text, text) }
      }
      try Word.insert(contentsOf: [Word(word())])
      let (text, other, isSensitive) = (word(), word(), random.chance(50))
      let expected = Word.where(\.plain).eq(text, caseSensitive: isSensitive, accentSensitive: false)
      let found = Word.where(\.accented).eq(text, caseSensitive: isSensitive, accentSensitive: false)
      #expect(found.all == expected.all, "\(text.debugDescription)")
      #expect(
        Word.where(\.maybe).eq(text, caseSensitive: isSensitive, accentSensitive: false).ids
          == expected.all.filter { $0.maybe != nil }.map(\.id))
      #expect(
        Word.where(\.accented).in([text, other], caseSensitive: isSensitive, accentSensitive: false).ids
          == Word.where(\.plain).in([text, other], caseSensitive: isSensitive, accentSensitive: false).ids)
      #expect(
        Word.where(\.accented).eq(text, caseSensitive: false).ids
          == Word.where(\.plain).eq(text, caseSensitive: false).ids)
    }
  }

  @Test func `an index without regard to accents is used for such tests alone`() throws {
    try Word.insert(contentsOf: (0..<500).map { Word("Wórd \($0)") })
    let plan = Word.where(\.accented).eq("WORD 77", caseSensitive: false, accentSensitive: false).plan
    #expect(plan.usesIndex(on: \Word.accented) && plan.indexes.map(\.rows) == [1])
    #expect(!Word.where(\.accented).eq("wórd 77", caseSensitive: false).plan.usesIndex(on: \Word.accented))
    let other = Word.where(\.text).eq("word 77", caseSensitive: false, accentSensitive: false).plan
    #expect(!other.usesIndex(on: \Word.text))
    #expect(Word.schema["accented"].map { "\($0.options)" } == "[indexedIgnoringCaseAndAccents]")
  }

  @Test func `a unique column with a case-insensitive index stays case-sensitive`() throws {
    try Word.insert(contentsOf: [Word("a", note: "Bob"), Word("b", note: "bob"), Word("c")])
    #expect(Word.where(\.note).eq("BOB", caseSensitive: false).ids == [1, 2])
    #expect(Word.where(\.note).eq("bob").ids == [2])
    #expect(Word.where(\.note).eq(nil, caseSensitive: false).ids == [3])
    #expect(throws: StoreError.notUnique(model: "Word", columns: ["note"], id: "2")) {
      try Word.insert(contentsOf: [Word("d", note: "bob")])
    }
  }

  @Test func `a case-insensitive index finds exactly the matching rows, at any size`() throws {
    for range in [0..<500, 500..<5_000] {
      try Word.insert(contentsOf: range.map { Word("Word \($0)") })
      let plan = Word.where(\.text).eq("WORD 77", caseSensitive: false).plan
      #expect(plan.usesIndex(on: \Word.text) && plan.indexes.map(\.rows) == [1])
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a case-insensitive index on a column that is not a string traps`() async {
      struct Number: Model {
        var id = 0
        var value = 0
        static let schema = Schema<Number> { Column(\.value, .indexedIgnoringCase) }
      }
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Number.schema }
      expectSentence("The column \"value\" of Number cannot have an index without regard to case", result)
    }
  #endif
}
