import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Two stores get the same changes: one whose indexes come and go, and one without indexes. Both must find the same
/// records.
@Suite struct IndexOracleTests {
  private static func condition(_ random: inout SplitMix64) -> RecordPredicate<Parcel> {
    let (shelf, rank) = (random.number(0...9), random.number(0...5))
    let (name, part) = (random.pick(Parcel.names), random.pick(Parcel.names))
    let weight = random.pick([0, .nan, 1.5, -.infinity])
    let sensitive = random.chance(50)
    switch random.number(0...20) {
    case 0: return \.shelf == shelf
    case 1: return \.rank == (random.chance(30) ? nil : rank)
    case 2: return \.name == name
    case 3: return \.isSold == false
    case 4: return \.shelf > 4
    case 5: return \.rank >= rank
    case 6: return \.rank < rank
    case 7: return ColumnTerm(\.shelf).in([shelf, 3, 3])
    case 8: return ColumnTerm(\.tags).contains(random.pick(Parcel.allTags))
    case 9: return ColumnTerm(\.name).contains(part, caseSensitive: sensitive)
    case 10: return ColumnTerm(\.note).startsWith(part, caseSensitive: sensitive)
    case 11: return ColumnTerm(\.name).endsWith(part, caseSensitive: sensitive)
    case 12: return \.initial == String(name.prefix(1))
    case 13: return \.rank != nil
    case 14: return \.weight == weight
    case 15: return \.weight > weight
    case 16: return !condition(&random)
    case 17: return \.rank == nil
    case 18: return ColumnTerm(\.name).startsWith(part)
    case 19: return ColumnTerm(\.note).like(random.pick(["a%", "abc_%", "%c", "É%", "日本語%", "ab\\%"]))
    default: return condition(&random) || condition(&random)
    }
  }

  private static func finder(_ random: inout SplitMix64) -> @Sendable (ModelTable<Parcel>) -> Finder<Parcel> {
    let conditions = (0..<random.number(1...3)).map { _ in condition(&random) }
    let (order, isReversed) = (random.number(0...7), random.chance(20))
    let (offset, limit) = (
      random.chance(20) ? random.number(0...9) : 0, random.chance(50) ? random.number(0...20) : nil
    )
    return { table in
      var finder = conditions.reduce(table.records) { $0.where($1) }
      switch order {
      case 0: finder = finder.order(by: \.rank)
      case 1: finder = finder.order(by: \.rank, .descending, nils: .first).order(by: \.name)
      case 2: finder = finder.order(by: \.weight, .descending)
      case 3: finder = finder.order(by: \.initial).order(by: \.shelf)
      case 4: finder = finder.order(by: \.isSold, .descending).order(by: \.weight, .descending)
      case 5: finder = finder.order(by: \.note).order(by: \.shelf, .descending)
      default: break
      }
      if isReversed { finder = finder.reversed() }
      if let limit { finder = finder.limit(limit) }
      return finder.offset(offset)
    }
  }

  @Test(arguments: 0..<shortened(6)) func `results are the same with and without indexes`(part: Int) throws {
    var random = TestSeed.generator(800 + part)
    let (indexed, plain) = (Store(notificationCenter: nil), Store(notificationCenter: nil))
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    var used = 0
    for _ in 0..<25 {
      try change(indexed, plain, &random)
      try changeIndexes(of: indexed, &random)
      try #require(indexed.violation() == nil, comment)
      for _ in 0..<25 {
        let finder = Self.finder(&random)
        let (first, second) = (finder(indexed.table(Parcel.self)), finder(plain.table(Parcel.self)))
        let text = Comment(rawValue: "\(first), \(first.plan), seed \(TestSeed.current)")
        #expect(first.ids == second.ids && first.count == second.count, text)
        #expect(first.first?.id == second.first?.id && first.isEmpty == second.isEmpty, text)
        #expect(second.plan.indexes.isEmpty)
        if !first.plan.indexes.isEmpty { used += 1 }
      }
    }
    #expect(used > 100, comment)
  }

  /// Makes the same change in two stores.
  private func change(_ first: Store, _ second: Store, _ random: inout SplitMix64) throws {
    let (seed, kind) = (random.next(), random.number(0...4))
    for store in [first, second] {
      var random = SplitMix64(seed: seed)
      let table = store.table(Parcel.self)
      switch kind {
      case 0, 1: try table.insert(contentsOf: (0..<random.number(1...150)).map { _ in Parcel.random(&random) })
      case 2: try table.records.where(\.shelf == random.number(0...9)).updateAll { $0.name += "x" }
      case 3: try table.records.where(\.rank == random.number(0...5)).limit(40).deleteAll()
      default:
        for id in table.records.ids.prefix(30) {
          var item = Parcel.random(&random)
          item.id = id
          try table.save(&item)
        }
      }
    }
  }

  private func changeIndexes(of store: Store, _ random: inout SplitMix64) throws {
    let index = random.pick(parcelIndexes)()
    if try !store.addIndex(index) { try store.removeIndex(index.name, of: Parcel.self) }
    try store.addIndex(random.pick(parcelIndexes)())
  }
}
