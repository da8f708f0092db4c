import MotionModel
import MotionModelTestSupport

/// A record with columns for all kinds of indexes, but without any index.
struct Parcel: Model, Equatable {
  var id = 0
  var shelf = 0
  var rank: Int?
  var name = ""
  var note: String?
  var tags: [String] = []
  var weight = 0.0
  var isSold = false

  /// A computed property, for an index.
  var initial: String { String(name.prefix(1)) }

  static let schema = Schema<Parcel> {
    Column(\.shelf)
    Column(\.rank)
    Column(\.name)
    Column(\.note)
    Column(\.tags)
    Column(\.weight)
    Column(\.isSold)
  }

  /// Only composed strings: for others, Swift 6.3's `<` contradicts itself; see ``ColumnOptions/ordered``.
  static let names = [
    "", "ab", "abc", "abcd", "ABCD", "xabcx", "Straße", "STRASSE", "étude", "ÉTUDE", "日本語の本", "👍🏽👍", "abcabcabc",
    "İstanbul",
  ]
  static let allTags = ["red", "blue", "e\u{301}", "é", ""]

  static func random(_ random: inout SplitMix64) -> Parcel {
    var item = Parcel()
    (item.shelf, item.rank) = (random.number(0...9), random.chance(20) ? nil : random.number(0...5))
    (item.name, item.note) = (random.pick(names), random.chance(30) ? nil : random.pick(names) + random.pick(names))
    item.tags = (0..<random.number(0...4)).map { _ in random.pick(allTags) }
    (item.weight, item.isSold) = (random.pick([0, -0.0, .nan, 1.5, .infinity]), random.chance(50))
    return item
  }
}

/// The kinds of indexes that a parcel can have.
let parcelIndexes: [@Sendable () -> Index<Parcel>] = [
  { Index(\.shelf) }, { Index(\.rank) }, { Index(\.shelf, \.rank) }, { Index(\.shelf, \.name, \.isSold) },
  { Index(\.weight) }, { Index(orderedBy: \.rank) }, { Index(orderedBy: \.weight) }, { Index(orderedBy: \.name) },
  { Index(\.initial) }, { Index(orderedBy: \.initial) }, { Index(\.shelf, where: \.isSold == false) },
  { Index(orderedBy: \.rank, where: \.isSold == false && \.shelf > 4) }, { Index(elementsOf: \.tags) },
  { Index(orderedBy: \.shelf, \.rank) }, { Index(orderedBy: \.isSold, \.weight, \.name) }, { Index(orderedBy: \.note) },
  { Index(orderedBy: \.rank, \.note, where: \.isSold == false) }, { Index(elementsOf: \.tags, where: \.rank != nil) },
  { Index(substringsOf: \.name) }, { Index(substringsOf: \.note) },
]
