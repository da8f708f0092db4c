import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Conditions without regard to accents.
@Suite(.ownStore) struct AccentConditionTests {
  struct Plain: Model, Equatable {
    var id = 0
    var name = ""
    var nick: String?
    static let schema = Schema<Plain> {
      Column(\.name)
      Column(\.nick)
    }
  }

  struct Indexed: Model, Equatable {
    var id = 0
    var name = ""
    var nick: String?
    static let schema = Schema<Indexed> {
      Column(\.name, [.indexedIgnoringCase, .ordered])
      Column(\.nick, .indexed)
      Index(substringsOf: \.name)
    }
  }

  /// Letters with what they are without accents, also decomposed.
  private static let letters: [(String, String)] = [
    ("a", "a"), ("á", "a"), ("a\u{301}", "a"), ("Ä", "A"), ("e", "e"), ("ë", "e"), ("é", "e"), ("E\u{302}\u{323}", "E"),
    ("o", "o"), ("ö", "o"), ("Ø", "O"), ("z", "z"), ("ž", "z"), ("Ł", "L"), ("l", "l"), ("æ", "ae"), ("Œ", "OE"),
    ("ß", "ß"), ("ά", "α"), ("й", "и"), ("が", "が"), ("한", "한"), ("1", "1"), (" ", " "), ("🎉", "🎉"),
  ]

  private func word(_ random: inout SplitMix64) -> (text: String, plain: String) {
    let letters = (0..<random.number(0...4)).map { _ in random.pick(Self.letters) }
    return (letters.map(\.0).joined(), letters.map(\.1).joined())
  }

  @Test func `accents are left out of both strings`() throws {
    for name in ["Zoë", "zoe", "ZOÉ", "Zoa", "Łukasz", "Encyclopædia", "Ångström", "Straße"] {
      try Plain.create { $0.name = name }
    }
    func names(_ finder: Finder<Plain>) -> [String] { finder.pluck(\.name) }
    #expect(
      names(Plain.where(\.name).eq("Zoe", caseSensitive: false, accentSensitive: false)) == ["Zoë", "zoe", "ZOÉ"])
    #expect(names(Plain.where(\.name).eq("Zóe", caseSensitive: true, accentSensitive: false)) == ["Zoë"])
    #expect(names(Plain.where(\.name).eq("Zoe", caseSensitive: true, accentSensitive: true)).isEmpty)
    #expect(names(Plain.where(\.name).startsWith("Luk", accentSensitive: false)) == ["Łukasz"])
    #expect(names(Plain.where(\.name).contains("paedi", accentSensitive: false)) == ["Encyclopædia"])
    #expect(names(Plain.where(\.name).endsWith("STROM", caseSensitive: false, accentSensitive: false)) == ["Ångström"])
    #expect(names(Plain.where(\.name).like("%ö_", accentSensitive: false)).count == 4)
    #expect(Plain.where { $0.name.ne("zoe", caseSensitive: false, accentSensitive: false) }.count == 5)
    let predicate = Plain.where(\.name).contains("é", caseSensitive: false, accentSensitive: false)
    #expect("\(predicate)".contains("(case-insensitive, accent-insensitive)"))
  }

  @Test func `nil is equal to nil alone`() throws {
    try Plain.create { $0.nick = "Zoë" }
    try Plain.create { $0.nick = nil }
    func count(_ predicate: (Columns<Plain>) -> RecordPredicate<Plain>) -> Int { Plain.where(predicate).count }
    #expect(count { $0.nick.eq(nil, caseSensitive: false, accentSensitive: false) } == 1)
    #expect(count { $0.nick.eq("zoe", caseSensitive: false, accentSensitive: false) } == 1)
    #expect(count { $0.nick.in(["zoe", nil], caseSensitive: false, accentSensitive: false) } == 2)
    #expect(count { $0.nick.notIn(["zoe"], caseSensitive: false, accentSensitive: false) } == 1)
    #expect(count { $0.nick.contains("", accentSensitive: false) } == 1)
  }

  @Test(arguments: 0..<shortened(6)) func `all tests agree with plain strings, with and without an index`(part: Int)
    throws
  {
    var random = TestSeed.generator(530 + part)
    var plain: [String] = []
    for _ in 0..<60 {
      let (name, folded) = word(&random)
      plain.append(folded)
      try Plain.create { $0.name = name }
      try Indexed.create { $0.name = name }
    }
    for _ in 0..<40 {
      let ((text, folded), isCaseSensitive) = (word(&random), random.chance(50))
      func fold(_ text: String) -> String { isCaseSensitive ? text : text.lowercased() }
      let tests: [(String, (String) -> Bool)] = [
        ("equal", { fold($0) == fold(folded) }), ("contains", { folded.isEmpty || fold($0).contains(fold(folded)) }),
        ("startsWith", { fold($0).hasPrefix(fold(folded)) }), ("endsWith", { fold($0).hasSuffix(fold(folded)) }),
      ]
      for (name, test) in tests {
        let expected = plain.indices.filter { test(plain[$0]) }.map { $0 + 1 }
        let comment: Comment = "\(name) \(text.debugDescription), \(isCaseSensitive), seed \(TestSeed.current)"
        #expect(ids(Plain.where(\.name), name, text, isCaseSensitive) == expected, comment)
        #expect(ids(Indexed.where(\.name), name, text, isCaseSensitive).sorted() == expected, comment)
      }
      let list = [text, word(&random).text]
      #expect(
        Plain.where(\.name).in(list, caseSensitive: isCaseSensitive, accentSensitive: false).count
          + Plain.where(\.name).notIn(list, caseSensitive: isCaseSensitive, accentSensitive: false).count == 60)
    }
  }

  private func ids<Record: Model>(
    _ column: ColumnFinder<Record, String>, _ test: String, _ text: String, _ isCaseSensitive: Bool
  ) -> [Int] where Record.ID == Int, Record.Adapter.Failure == Never {
    let finder =
      switch test {
      case "equal": column.eq(text, caseSensitive: isCaseSensitive, accentSensitive: false)
      case "contains": column.contains(text, caseSensitive: isCaseSensitive, accentSensitive: false)
      case "startsWith": column.startsWith(text, caseSensitive: isCaseSensitive, accentSensitive: false)
      default: column.endsWith(text, caseSensitive: isCaseSensitive, accentSensitive: false)
      }
    return finder.ids
  }
}
