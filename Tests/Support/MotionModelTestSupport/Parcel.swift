package import MotionModel

/// A record with columns for all kinds of indexes, but without any index.
package struct Parcel: Model, Equatable {
  package var id = 0
  package var shelf = 0
  package var rank: Int?
  package var name = ""
  package var note: String?
  package var tags: [String] = []
  package var weight = 0.0
  package var isSold = false

  /// A computed property, for an index.
  package var initial: String { String(name.prefix(1)) }

  package static let schema = Schema<Parcel> {
    Column(\.shelf)
    Column(\.rank)
    Column(\.name)
    Column(\.note)
    Column(\.tags)
    Column(\.weight)
    Column(\.isSold)
  }

  package init() {}

  /// Only composed strings: for others, Swift 6.3's `<` contradicts itself; see ``ColumnOptions/ordered``.
  package static let names = [
    "", "ab", "abc", "abcd", "ABCD", "xabcx", "Straße", "STRASSE", "étude", "ÉTUDE", "日本語の本", "👍🏽👍", "abcabcabc",
    "İstanbul",
  ]
  package static let allTags = ["red", "blue", "e\u{301}", "é", ""]

  package static func random(_ random: inout SplitMix64) -> Parcel {
    var item = Parcel()
    (item.shelf, item.rank) = (random.number(0...9), random.chance(20) ? nil : random.number(0...5))
    (item.name, item.note) = (random.pick(names), random.chance(30) ? nil : random.pick(names) + random.pick(names))
    item.tags = (0..<random.number(0...4)).map { _ in random.pick(allTags) }
    (item.weight, item.isSold) = (random.pick([0, -0.0, .nan, 1.5, .infinity]), random.chance(50))
    return item
  }
}

/// The kinds of indexes that a parcel can have.
package let parcelIndexes: [@Sendable () -> Index<Parcel>] = [
  { Index(\.shelf) }, { Index(\.rank) }, { Index(\.shelf, \.rank) }, { Index(\.shelf, \.name, \.isSold) },
  { Index(\.weight) }, { Index(orderedBy: \.rank) }, { Index(orderedBy: \.weight) }, { Index(orderedBy: \.name) },
  { Index(\.initial) }, { Index(orderedBy: \.initial) }, { Index(\.shelf, where: \.isSold == false) },
  { Index(orderedBy: \.rank, where: \.isSold == false && \.shelf > 4) }, { Index(elementsOf: \.tags) },
  { Index(orderedBy: \.shelf, \.rank) }, { Index(orderedBy: \.isSold, \.weight, \.name) }, { Index(orderedBy: \.note) },
  { Index(orderedBy: \.rank, \.note, where: \.isSold == false) }, { Index(elementsOf: \.tags, where: \.rank != nil) },
  { Index(substringsOf: \.name) }, { Index(substringsOf: \.note) },
  { Index(substringsOf: \.name, accentSensitive: false) },
]
