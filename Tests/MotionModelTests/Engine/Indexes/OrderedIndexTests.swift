import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A record with ordered indexes on columns of several types.
private struct Place: Model {
  var id = 0
  var rank = 0
  var name = ""
  var height: Double?
  var code: String?

  static let schema = Schema<Place> {
    Column(\.rank, .ordered)
    Column(\.name, .ordered)
    Column(\.height, .ordered)
    Column(\.code, .ordered)
  }

  static let names = [
    "", "a", "A", "b", "abcdefgh", "abcdefghi", "abcdefghij", "abcdefg\u{E9}", "abcdefge\u{301}", "abcdefge",
    "e\u{301}",
    "é", "e", "f", "z\u{308}\u{323}", "z", "ÿ", "Ā", "日本", "日", "👍", "👍🏽", "\u{0}", "a\u{0}", "\u{212B}", "Å",
    "\u{1100}\u{1161}", "가",
  ]
  static let heights: [Double?] = [
    nil, 0, -0.0, 1, -1, .infinity, -.infinity, .nan, -.nan, .leastNonzeroMagnitude, .pi,
  ]

  /// NB: The codes are composed, because Swift 6.3's `<` contradicts itself for decomposed strings:
  /// "é" == "e\u{301}", and yet "é2" < "e\u{301}".
  static func random(_ random: inout SplitMix64) -> Place {
    var place = Place()
    place.rank = random.chance(50) ? random.number(-3...3) : random.chance(5) ? .min : random.number(-9_999...9_999)
    place.name = random.pick(names)
    place.height = random.chance(50) ? random.pick(heights) : Double(random.number(-99...99))
    place.code =
      random.chance(30) ? nil : random.pick(names).precomposedStringWithCanonicalMapping + "\(random.number(0...99))"
    return place
  }
}

@Suite(.ownStore) struct OrderedIndexTests {
  private var seed: Comment { "seed \(TestSeed.current)" }

  @Test func `rows stay in order through random writes, in the store and in its snapshots`() throws {
    var random = TestSeed.generator(711)
    let store = Store.current
    var snapshots: [(store: Store, places: String)] = []
    for round in 0..<shortened(50) {
      switch round < 3 ? 0 : random.number(0...5) {
      case 0, 1: try Place.insert(contentsOf: (0..<random.number(300...600)).map { _ in Place.random(&random) })
      case 2: try Place.where(\.rank <= random.number(-3...3)).updateAll { $0.rank &+= 1 }
      case 3: try Place.where(\.name > random.pick(Place.names)).limit(random.number(0...700)).deleteAll()
      default:
        for id in Place.ids.shuffled(using: &random).prefix(30) {
          var place = Place.random(&random)
          place.id = id
          if random.chance(50) { try place.save() } else { try place.delete() }
        }
      }
      try #require(store.violation() == nil, seed)
      // NaN is not equal to itself, but its description is.
      if round % 10 == 0 { snapshots.append((store.snapshot(), "\(Place.all)")) }
    }
    for snapshot in snapshots {
      #expect(snapshot.store.violation() == nil && "\(snapshot.store.table(Place.self).records.all)" == snapshot.places)
    }
    try Place.deleteAll()
    #expect(store.violation() == nil)
  }

  @Test func `the first records in an order are those of a plain array`() throws {
    var random = TestSeed.generator(712)
    try Place.insert(contentsOf: (0..<1_200).map { _ in Place.random(&random) })
    let all = Place.all
    func check(_ finder: Finder<Place>, _ isIncluded: (Place) -> Bool, _ precedes: (Place, Place) -> Bool) {
      let kept = all.filter(isIncluded)
      // Swift's sort keeps the order of equal elements.
      let expected = kept.sorted(by: precedes).map(\.id)
      let (offset, limit) = (random.number(0...9), random.number(0...40))
      #expect(finder.offset(offset).limit(limit).ids == Array(expected.dropFirst(offset).prefix(limit)), seed)
      #expect(finder.first?.id == expected.first && finder.last?.id == expected.last, seed)
      #expect(finder.count == expected.count && finder.ids == expected, seed)
      #expect(finder.reversed().limit(limit).ids == Array(expected.reversed().prefix(limit)), seed)
    }
    for _ in 0..<6 {
      let (rank, name) = (random.number(-5...5), random.pick(Place.names))
      check(Place.order(by: \.rank), { _ in true }, { $0.rank < $1.rank })
      check(Place.where(\.rank > rank).order(by: \.rank), { $0.rank > rank }, { $0.rank < $1.rank })
      check(
        Place.where(\.rank >= rank && \.rank < rank + 2).order(by: \.rank, .descending).finder,
        { $0.rank >= rank && $0.rank < rank + 2 }, { $0.rank > $1.rank })
      check(Place.where(\.name <= name).order(by: \.name), { $0.name <= name }, { $0.name < $1.name })
      check(
        Place.where(\.name == name).order(by: \.name, .descending).order(by: \.rank), { $0.name == name },
        { $0.rank < $1.rank })
      check(
        Place.where(\.rank < rank).order(by: \.name).order(by: \.rank, .descending), { $0.rank < rank },
        { ($0.name, $1.rank) < ($1.name, $0.rank) })
      check(
        Place.where(\.code == nil).order(by: \.rank, .descending), { $0.code == nil }, { $0.rank > $1.rank })
      check(Place.order(by: \.code, nils: .first), { _ in true }) { first, second in
        guard let other = second.code else { return false }
        return first.code.map { $0 < other } ?? true
      }
      check(Place.order(by: \.code, .descending), { _ in true }) { first, second in
        guard let code = first.code else { return false }
        return second.code.map { code > $0 } ?? true
      }
    }
  }

  @Test func `a NaN is in no range, and is ordered after all numbers`() throws {
    for height in [nil, .nan, 1, -.infinity, .infinity] as [Double?] { try Place.create { $0.height = height } }
    #expect(Place.where(\.height > 0).ids == [3, 5] && Place.where(\.height <= .infinity).ids == [3, 4, 5])
    #expect(Place.where(\.height >= .nan).isEmpty && Place.where(\.height < .nan).isEmpty)
    #expect(Place.order(by: \.height).ids == [4, 3, 5, 2, 1])
    #expect(Place.order(by: \.height, .descending).limit(4).ids == [2, 5, 3, 4])
    #expect(Place.order(by: \.height, nils: .first).reversed().ids == [2, 5, 3, 4, 1])
  }

  @Test func `strings that are canonically equivalent are one value`() throws {
    for name in ["e\u{301}tude", "étude", "etude", "\u{212B}", "Å", "\u{1100}\u{1161}", "가"] {
      try Place.create { $0.name = name }
    }
    #expect(Place.where(\.name == "étude").ids == [1, 2] && Place.where(\.name >= "étude").ids == [1, 2, 6, 7])
    #expect(Place.order(by: \.name).ids == [3, 4, 5, 1, 2, 6, 7])
    #expect(Place.where(\.name > "가").isEmpty && Place.where(\.name <= "Å" && \.name >= "Å").ids == [4, 5])
  }

  @Test func `many texts with long common beginnings are in order, whatever follows`() throws {
    var random = TestSeed.generator(713)
    let beginnings = ["", "the same ", "the same beginning of many ", String(repeating: "long ", count: 200), "é"]
    let ends = Place.names.map(\.precomposedStringWithCanonicalMapping) + ["a\u{0}b", "\u{0}\u{0}", "12345678"]
    try Place.insert(
      contentsOf: (0..<3_000).map { _ in
        var place = Place.random(&random)
        place.name = random.pick(beginnings) + random.pick(ends) + random.pick(["", random.pick(ends)])
        return place
      })
    let index = Index<Place>(orderedBy: \.height, \.code, \.name)
    #expect(try Store.current.addIndex(index))
    #expect(Store.current.violation() == nil, seed)
    #expect(Place.order(by: \.name).ids == Place.all.sorted { $0.name < $1.name }.map(\.id), seed)
  }

  @Test func `an index on a type with an inconsistent order neither loses nor duplicates records`() throws {
    for number in 0..<600 { try Odd.create { $0.value = Whim(rawValue: number) } }
    for number in stride(from: 1, through: 600, by: 2) { try Odd.require(number).delete() }
    try Odd.find { $0.id % 3 == 0 }.deleteAll()
    #expect(Odd.order(by: \.value).ids.sorted() == Odd.ids)
  }
}

/// A value whose order contradicts itself.
private struct Whim: RawRepresentable, ColumnValue, Comparable {
  var rawValue = 0

  static func < (first: Whim, second: Whim) -> Bool { (first.rawValue &* 31 % 7) < (second.rawValue &* 17 % 5) }
}

private struct Odd: Model {
  var id = 0
  var value = Whim()

  static let schema = Schema<Odd> { Column(\.value, .ordered) }
}
