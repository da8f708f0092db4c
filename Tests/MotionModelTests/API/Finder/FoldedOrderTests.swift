import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import MotionModelValues
import Testing

private struct Singer: Model, Equatable {
  var id = 0
  var name = ""
  var alias: String?
  var rank = 0

  static let schema = Schema<Singer> {
    Column(\.name, .ordered)
    Column(\.alias)
    Column(\.rank)
  }
}

@Suite(.store) struct FoldedOrderTests {
  private static let names = ["emma", "Émile", "ada", "Ada", "Zoë", "élodie", "zoe", "Łukasz", "lea", "ÁDA"]

  private func create(_ names: [String]) throws {
    try Singer.insert(
      contentsOf: names.map { name in
        var singer = Singer()
        singer.name = name
        return singer
      })
  }

  @Test func `strings are ordered without regard to case and to accents`() throws {
    try create(Self.names)
    #expect(
      Singer.order(by: \.name, caseSensitive: false, accentSensitive: false).pluck(\.name)
        == ["ada", "Ada", "ÁDA", "élodie", "Émile", "emma", "lea", "Łukasz", "Zoë", "zoe"])
    #expect(
      Singer.order(by: \.name, caseSensitive: false).order(by: \.name).first(2).map(\.name) == ["Ada", "ada"])
    #expect(
      Singer.records.order(by: \.name, .descending, caseSensitive: true, accentSensitive: false).limit(3).pluck(\.name)
        == ["zoe", "lea", "emma"])
    #expect(
      Singer.order(by: \.name, caseSensitive: true).pluck(\.name) == Singer.order(by: \.name).pluck(\.name))
  }

  @Test func `the cursor of a page has the values of the order and no others`() throws {
    try create(["ada", "Ada"])
    for accentSensitive in [true, false] {
      let finder = Singer.order(by: \.name, caseSensitive: false, accentSensitive: accentSensitive)
      let next = try #require(finder.page(size: 1).next)
      let token = String(decoding: try JSONEncoder().encode(next), as: UTF8.self)
      #expect(token.contains("name") && !token.contains("rank"))
      #expect(finder.page(after: next, size: 1).records.map(\.name) == ["Ada"])
    }
  }

  @Test func `missing values are first or last`() throws {
    for alias in ["b", nil, "A", "á"] { try Singer.create { $0.alias = alias } }
    let order = { (nils: NilOrder, direction: OrderDirection) in
      Singer.order(by: \.alias, direction, nils: nils, caseSensitive: false, accentSensitive: false).pluck(\.alias)
    }
    #expect(order(.last, .ascending) == ["A", "á", "b", nil])
    #expect(order(.first, .descending) == [nil, "b", "A", "á"])
  }

  @Test func `digits are compared as numbers`() throws {
    try create(["Side 10", "side 2", "side 02b", "side", "9", "10", "", "a", "1", "01", "2.5", "2.10", "٣"])
    #expect(
      Singer.order(by: \.name, caseSensitive: false, digitsAsNumbers: true).pluck(\.name)
        == ["", "1", "01", "2.5", "2.10", "9", "10", "a", "side", "side 2", "side 02b", "Side 10", "٣"])
    #expect(
      Singer.order(by: \.name, .descending, caseSensitive: true, digitsAsNumbers: true).limit(4).pluck(\.name)
        == ["٣", "side 02b", "side 2", "side"])
    let finder = Singer.order(by: \.name, caseSensitive: false, digitsAsNumbers: true)
    #expect("\(finder)" == "Singer order by name (case-insensitive) with digits as numbers")
    #expect(finder == Singer.order(by: \.name, caseSensitive: false, digitsAsNumbers: true))
    #expect(finder != Singer.order(by: \.name, caseSensitive: false))
    let long = String(repeating: "9", count: 7_000)
    try create([long, "1" + long])
    #expect(Singer.order(by: \.name, caseSensitive: true, digitsAsNumbers: true).pluck(\.name).count == 15)
  }

  @Test func `a finder says how it orders, and equals another with the same order`() {
    func finder(_ caseSensitive: Bool) -> Finder<Singer> {
      Singer.order(by: \.name, .descending, caseSensitive: caseSensitive, accentSensitive: false)
    }
    #expect(finder(false).description == "Singer order by name (case-insensitive, accent-insensitive) descending")
    #expect(finder(false) == finder(false) && finder(false) != finder(true))
    #expect(finder(false) != Singer.order(by: \.name, .descending))
    #expect(finder(false) != Singer.order(by: \.name, caseSensitive: false, accentSensitive: false))
  }

  @Test(arguments: [(true, false), (false, true), (false, false)])
  func `orders, limits and pages agree with a sorted array`(caseSensitive: Bool, accentSensitive: Bool) throws {
    var random = TestSeed.generator()
    let letters = ["a", "A", "á", "Ä", "b", "B", "ł", "L", "æ", "ae", "z", ""]
    for _ in 0..<120 {
      try Singer.create {
        $0.name = (0..<random.number(0...3)).map { _ in random.pick(letters) }.joined()
        $0.alias = random.number(0...3) == 0 ? nil : random.pick(letters)
        $0.rank = random.number(0...2)
      }
    }
    func folded(_ text: String) -> String {
      let text = accentSensitive ? text : AccentFolding.folded(text)
      return caseSensitive ? text : text.lowercased()
    }
    let all = Singer.all
    for direction in OrderDirection.allCases {
      let finder = Singer.order(
        by: \.name, direction, caseSensitive: caseSensitive, accentSensitive: accentSensitive
      ).order(by: \.rank)
      let expected = all.enumerated().sorted { first, second in
        let (one, other) = (folded(first.element.name), folded(second.element.name))
        if one != other { return direction == .ascending ? one < other : other < one }
        return (first.element.rank, first.offset) < (second.element.rank, second.offset)
      }.map(\.element)
      #expect(finder.all == expected && finder.reversed().all == expected.reversed())
      let (limit, offset) = (random.number(1...20), random.number(0...90))
      #expect(finder.offset(offset).limit(limit).all == Array(expected.dropFirst(offset).prefix(limit)))
      var (page, read) = (finder.page(size: 7), [Singer]())
      read += page.records
      while let next = page.next {
        page = finder.page(after: next, size: 7)
        read += page.records
      }
      #expect(read == expected)
    }
  }
}
