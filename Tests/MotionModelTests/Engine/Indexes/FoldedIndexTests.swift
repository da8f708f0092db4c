import MotionModel
import MotionModelTestSupport
import Testing

/// Each string in a column with indexes without regard to accents, and in one without.
private struct Name: Model, Equatable {
  var id = 0
  var ordered = ""
  var maybe: String?
  var part = ""
  /// The same string in columns without an index, for comparison.
  var plain = ""
  var plainMaybe: String?

  static let schema = Schema<Name> {
    Column(\.ordered, .orderedIgnoringCaseAndAccents)
    Column(\.maybe, [.orderedIgnoringCaseAndAccents, .indexedIgnoringCaseAndAccents])
    Column(\.part)
    Column(\.plain)
    Column(\.plainMaybe)
    Index(substringsOf: \.part, accentSensitive: false)
  }

  init() {}
  init(_ text: String, isMissing: Bool = false) { set(text, isMissing: isMissing) }

  mutating func set(_ text: String, isMissing: Bool) {
    (ordered, part, plain) = (text, text, text)
    (maybe, plainMaybe) = isMissing ? (nil, nil) : (text, text)
  }
}

@Suite(.ownStore) struct FoldedIndexTests {
  private static let pieces = [
    "a", "A", "b", "ab", "é", "e\u{301}", "É", "E", "ß", "SS", "ẞ", "İ", "i\u{307}", "ı", "I", "ø", "Ø", "æ", "AE", "Å",
    "A\u{30A}", "ǖ",
    "u\u{308}\u{304}", "\u{301}", "\u{308}\u{301}", "が", "か", "か\u{3099}", "각", "\u{1100}\u{1161}", "مُحَمَّد", "محمد", "שָׁ",
    "👩‍👩‍👧", "👩", "🇩🇪",
    "Σ", "ς", "\u{1F71}", "क\u{93C}", " ", "1", "%",
  ]

  private struct Strings {
    var random: SplitMix64

    mutating func next(_ lengths: ClosedRange<Int> = 0...4) -> String {
      (0..<random.number(lengths)).map { _ in random.pick(FoldedIndexTests.pieces) }.joined()
    }

    /// Writes, changes or deletes records.
    mutating func write() throws {
      if random.chance(20), let name = random.pickAny(Name.all) { try name.delete() }
      if random.chance(40), var name = random.pickAny(Name.all) {
        let (text, isMissing) = (next(), random.chance(20))
        try name.update { $0.set(text, isMissing: isMissing) }
      }
      let names = (0..<random.number(1...3)).map { _ in Name(next(), isMissing: random.chance(20)) }
      try Name.insert(contentsOf: names)
    }
  }

  private static func strings(_ part: Int) -> Strings { Strings(random: TestSeed.generator(700 + part)) }

  @Test(arguments: 0..<3) func `an ordered index without regard to accents finds what a scan finds`(part: Int) throws {
    var (strings, uses) = (Self.strings(part), 0)
    for _ in 0..<shortened(300) {
      try strings.write()
      let (text, isSensitive) = (strings.next(0...2), strings.random.chance(50))
      let note: Comment = "\(text.debugDescription) \(isSensitive) seed \(TestSeed.current)"
      let expected = Name.where(\.plain).startsWith(text, caseSensitive: isSensitive, accentSensitive: false).ids
      let found = Name.where(\.ordered).startsWith(text, caseSensitive: isSensitive, accentSensitive: false)
      #expect(found.ids == expected, note)
      if found.plan.usesIndex(on: \Name.ordered) { uses += 1 }
      #expect(
        Name.where(\.maybe).startsWith(text, caseSensitive: isSensitive, accentSensitive: false).ids
          == Name.where(\.plainMaybe).startsWith(text, caseSensitive: isSensitive, accentSensitive: false).ids, note)
      #expect(
        Name.where(\.ordered).eq(text, caseSensitive: isSensitive, accentSensitive: false).ids
          == Name.where(\.plain).eq(text, caseSensitive: isSensitive, accentSensitive: false).ids, note)
      #expect(
        Name.where(\.ordered).like("\(text)%", caseSensitive: isSensitive, accentSensitive: false).ids
          == Name.where(\.plain).like("\(text)%", caseSensitive: isSensitive, accentSensitive: false).ids, note)
      #expect(Name.where(\.maybe == nil).ids == Name.where(\.plainMaybe == nil).ids)
      // Tests with regard to accents, and ranges, do not use it.
      #expect(Name.where(\.ordered).startsWith(text).ids == Name.where(\.plain).startsWith(text).ids, note)
      #expect(Name.where(\.ordered > text).ids == Name.where(\.plain > text).ids, note)
    }
    #expect(uses > shortened(300) / 4)
    #expect(try Store.current.verify().isEmpty)
  }

  @Test(arguments: 0..<3) func `an order without regard to case and accents is read from the index`(part: Int) throws {
    var (strings, uses) = (Self.strings(10 + part), 0)
    for _ in 0..<shortened(200) {
      try strings.write()
      let (limit, offset) = (strings.random.number(1...12), strings.random.number(0...3))
      let (direction, nils) = (
        strings.random.pick(OrderDirection.allCases), strings.random.pick(NilOrder.allCases)
      )
      let isReversed = strings.random.chance(30)
      func first(_ finder: Finder<Name>) -> [Int] {
        (isReversed ? finder.reversed() : finder).offset(offset).limit(limit).ids
      }
      let note: Comment = "\(direction) \(nils) \(offset) \(limit) \(isReversed) seed \(TestSeed.current)"
      let names = strings.random.chance(50) ? Name.records : Name.where(\.id > strings.random.number(0...20))
      let ordered = names.order(by: \.ordered, direction, caseSensitive: false, accentSensitive: false)
      if ordered.limit(limit).plan.usesIndex(on: \Name.ordered) { uses += 1 }
      #expect(
        first(ordered)
          == first(names.order(by: \.plain, direction, caseSensitive: false, accentSensitive: false)), note)
      #expect(
        first(names.order(by: \.maybe, direction, nils: nils, caseSensitive: false, accentSensitive: false))
          == first(names.order(by: \.plainMaybe, direction, nils: nils, caseSensitive: false, accentSensitive: false)),
        note)
      let further = names.order(by: \.maybe, direction, nils: nils, caseSensitive: false, accentSensitive: false)
      let expected = names.order(by: \.plainMaybe, direction, nils: nils, caseSensitive: false, accentSensitive: false)
      #expect(
        first(further.order(by: \.id, .descending)) == first(expected.order(by: \.id, .descending)), note)
      // With regard to case, the order is another one.
      #expect(
        first(names.order(by: \.ordered, direction, caseSensitive: true, accentSensitive: false))
          == first(names.order(by: \.plain, direction, caseSensitive: true, accentSensitive: false)), note)
    }
    #expect(uses > shortened(200) / 4)
  }

  @Test func `pages of an order without regard to accents have each record once`() throws {
    var strings = Self.strings(20)
    for _ in 0..<shortened(100) { try strings.write() }
    for direction in OrderDirection.allCases {
      let order = Name.order(by: \.maybe, direction, caseSensitive: false, accentSensitive: false)
      var (page, ids) = (order.page(size: 7), [Int]())
      ids += page.records.map(\.id)
      while let next = page.next {
        page = order.page(after: next, size: 7)
        ids += page.records.map(\.id)
      }
      #expect(ids == order.ids && ids.count == Name.count)
    }
  }

  @Test(arguments: 0..<3) func `an index of parts without accents finds what a scan finds`(part: Int) throws {
    var (strings, uses) = (Self.strings(30 + part), 0)
    for _ in 0..<shortened(300) {
      try strings.write()
      let (text, isSensitive) = (strings.next(1...4), strings.random.chance(50))
      for isAccentSensitive in [true, false] {
        let note: Comment = "\(text.debugDescription) \(isSensitive) \(isAccentSensitive) seed \(TestSeed.current)"
        let (found, expected) = (Name.where(\.part), Name.where(\.plain))
        let plan = found.contains(text, caseSensitive: isSensitive, accentSensitive: isAccentSensitive).plan
        if plan.usesIndex(on: \Name.part) { uses += 1 }
        #expect(
          found.contains(text, caseSensitive: isSensitive, accentSensitive: isAccentSensitive).ids
            == expected.contains(text, caseSensitive: isSensitive, accentSensitive: isAccentSensitive).ids, note)
        #expect(
          found.endsWith(text, caseSensitive: isSensitive, accentSensitive: isAccentSensitive).ids
            == expected.endsWith(text, caseSensitive: isSensitive, accentSensitive: isAccentSensitive).ids, note)
        #expect(
          found.eq(text, caseSensitive: isSensitive, accentSensitive: isAccentSensitive).ids
            == expected.eq(text, caseSensitive: isSensitive, accentSensitive: isAccentSensitive).ids, note)
      }
    }
    #expect(uses > shortened(300) / 4)
    #expect(try Store.current.verify().isEmpty)
  }

  @Test func `plans name the indexes, and orders read no more rows than they need`() throws {
    try Name.insert(contentsOf: (0..<2_000).map { Name("Élodie \($0)") } + [Name("zoë"), Name("Ärger"), Name("ZOE")])
    let prefix = Name.where(\.ordered).startsWith("zo", caseSensitive: false, accentSensitive: false)
    #expect(prefix.plan.indexes.map(\.kind) == [.orderedIgnoringCaseAndAccents])
    #expect(prefix.plan.indexes.map(\.rows) == [2] && prefix.ids == [2_001, 2_003])
    #expect(prefix.plan.indexes.map(\.name) == ["ordered ordered ignoring case and accents"])
    let first = Name.order(by: \.ordered, caseSensitive: false, accentSensitive: false).limit(2)
    #expect(first.plan.indexes.map(\.name) == ["ordered ordered ignoring case and accents"])
    #expect(first.all.map(\.plain) == ["Ärger", "Élodie 0"])
    #expect(Name.order(by: \.ordered, caseSensitive: false).limit(2).plan.indexes.isEmpty)
    #expect(Name.order(by: \.ordered).limit(2).plan.indexes.isEmpty)
    #expect(Name.where(\.ordered).startsWith("zo").plan.indexes.isEmpty)
    let part = Name.where(\.part).contains("RGE", caseSensitive: false, accentSensitive: false)
    #expect(part.plan.indexes.map(\.name) == ["part substrings ignoring accents"] && part.ids == [2_002])
    #expect(Name.where(\.part).contains("ärge", caseSensitive: false).plan.indexes.map(\.rows) == [1])
    #expect(Name.schema["ordered"].map { "\($0.options)" } == "[orderedIgnoringCaseAndAccents]")
  }
}
