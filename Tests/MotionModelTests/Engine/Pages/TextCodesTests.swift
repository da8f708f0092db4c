import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A record of texts.
private struct Word: Model, Equatable {
  var id = 0
  var text = ""
  var note: String?
  private var rest: (Int, Int, Int) = (0, 0, 0)

  static let schema = Schema<Word> {
    Column(\.text, .packed)
    Column(\.note, .packed)
    Transient(\.rest)
  }

  static func == (a: Word, b: Word) -> Bool { (a.id, a.text, a.note) == (b.id, b.text, b.note) }
}

@Suite struct TextCodesTests {
  /// Short, long, empty, equal to others that are encoded differently, and equal to others that are another copy.
  private static func text(using random: inout SplitMix64) -> String {
    let long = "a text that is too long for a string of sixteen bytes"
    switch random.number(0...8) {
    case 0: return "box"
    case 1: return "Box"
    case 2: return "é"
    case 3: return "e\u{301}"
    case 4: return ""
    case 5: return String(decoding: Array(long.utf8), as: UTF8.self)
    case 6: return "K"
    case 7: return "\u{212A}"
    default: return random.pick([false, true]) ? "box 12" : "sixteen bytes or more"
    }
  }

  /// Records of which some chunks have few texts and the others many, in a store that packs them.
  private static func store(_ random: inout SplitMix64) throws -> (store: Store, items: [Word]) {
    let store = Store(notificationCenter: nil)
    (store.pageRule, store.scanWidth, store.leastWideScan) = (.always, random.number(1...2), 0)
    let items = (0..<15 * RowPosition.perChunk + 3).map { number in
      var item = Word()
      item.id = number + 1
      let isRare = number / RowPosition.perChunk % 3 == 2
      item.text = isRare ? "box \(random.number(0...999))" : text(using: &random)
      item.note = random.number(0...3) == 0 ? nil : text(using: &random)
      return item
    }
    try store.table(Word.self).insert(contentsOf: items)
    return (store, items)
  }

  private static func conditions(_ word: String) -> [(RecordPredicate<Word>, (Word) -> Bool)] {
    let (text, note) = (ColumnTerm(\Word.text), ColumnTerm(\Word.note))
    return [
      (\.text == word, { $0.text == word }),
      (\.text != word, { $0.text != word }),
      (\.text < word, { $0.text < word }),
      (text.in([word, "box", "box 7"]), { [word, "box", "box 7"].contains($0.text) }),
      (text.contains("box"), { $0.text.contains("box") }),
      (text.startsWith("b", caseSensitive: false), { $0.text.first == "b" || $0.text.first == "B" }),
      (\.note == word, { $0.note == word }),
      (\.note != word, { $0.note != word }),
      (\.note == nil, { $0.note == nil }),
      (\.note != nil, { $0.note != nil }),
      (note.in([word, nil]), { $0.note == word || $0.note == nil }),
      (note.contains("x"), { $0.note?.contains("x") ?? false }),
      (!(\.note == word), { $0.note != word }),
      (\.id < 40 && \.text == word, { $0.id < 40 && $0.text == word }),
      (\.text == word && note.contains("o"), { $0.text == word && $0.note?.contains("o") ?? false }),
      (\.text == word || \.note == word, { $0.text == word || $0.note == word }),
    ]
  }

  private static func check(_ store: Store, _ items: [Word], _ random: inout SplitMix64, _ comment: Comment) {
    let records = store.table(Word.self).records
    for (condition, isMet) in conditions(text(using: &random)) {
      let found = items.filter(isMet)
      #expect(records.where(condition).ids == found.map(\.id), "\(condition), \(comment)")
      #expect(records.where(condition).pluck(\.text) == found.map(\.text), "\(condition), \(comment)")
      #expect(
        records.where(condition).group(by: \.note).count()
          == Dictionary(grouping: found, by: \.note).mapValues(\.count),
        "\(condition), \(comment)")
    }
    #expect(records.pluck(\.note) == items.map(\.note), comment)
    #expect(records.group(by: \.text).count() == Dictionary(grouping: items, by: \.text).mapValues(\.count), comment)
    #expect(records.minimum(\.text) == items.map(\.text).min(), comment)
    #expect((records.maximum(\.note) as String?) == items.compactMap(\.note).max(), comment)
  }

  @Test(arguments: 0..<shortened(8)) func `answers are those of a loop over the records`(part: Int) throws {
    var random = TestSeed.generator(9_600 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    var (store, items) = try Self.store(&random)
    Self.check(store, items, &random, comment)
    let (snapshot, before) = (store.snapshot(), items)
    for _ in 0..<20 {
      let index = random.number(0...items.count - 1)
      items[index].text = Self.text(using: &random)
      items[index].note = random.pick([false, true]) ? nil : Self.text(using: &random)
      try store.table(Word.self).save(&items[index])
    }
    try store.table(Word.self).records.where(\.id > 20 && \.id <= 30).deleteAll()
    items.removeAll { $0.id > 20 && $0.id <= 30 }
    Self.check(store, items, &random, comment)
    Self.check(snapshot, before, &random, comment)
  }

  @Test func `equal texts are found however they are encoded, and texts that are plucked are as they were`() throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = .always
    let texts = (0..<300).map { ["é", "e\u{301}", "e"][$0 % 3] }
    try store.table(Word.self).insert(contentsOf: texts.map { text in with(Word()) { $0.text = text } })
    let records = store.table(Word.self).records
    #expect(records.where(\.text == "e\u{301}").count == 200 && records.where(\.text != "é").count == 100)
    #expect(records.group(by: \.text).count() == ["é": 200, "e": 100])
    #expect(records.pluck(\.text).map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test(.enabled(if: RowPosition.perChunk == 128))
  func `texts that repeat take little memory, and others no more than before`() throws {
    func bytes(_ text: (Int) -> String) throws -> Int {
      let store = Store(notificationCenter: nil)
      store.pageRule = .always
      try store.table(Word.self).insert(
        contentsOf: (0..<12_800).map { number in with(Word()) { $0.text = text(number) } })
      for _ in 0..<2 { #expect(store.table(Word.self).records.where(\.text == "none").isEmpty) }
      return store.packedColumnBytes
    }
    // What is known of 128 chunks, and blocks that are not full.
    let rest = 128 * 60 + 40_000
    #expect(try bytes { "word \($0 % 10)" } < 12_800 * 3 + rest)
    #expect(try bytes { "word \($0)" } < 12_800 * 16 + rest)
  }

  @Test(.enabled(if: RowPosition.perChunk == 128)) func `texts are numbered as long as there are few`() {
    let texts = (0..<128).map { "text \($0 % 32)" }
    let coder = TextCoder()
    texts.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      #expect(coder.read(base, 16, 128) && coder.count == 32 && coder.bytes == 32 * 16 + 8 + 128)
      #expect(coder.read(base, 16, 40) == false)
      #expect(coder.read(base, 16 * 32, 4) && coder.count == 1 && coder.bytes == 32)
    }
    let others = (0..<128).map { "text \($0 % 33)" }
    others.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { #expect(coder.read(base, 16, 128) == false) }
    }
  }
}

/// Returns a value with changes.
private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
