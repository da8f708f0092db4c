import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Orders, conditions and distinct values of columns of all types, with nasty values such as NaN.
struct LiveTypesTests {
  private typealias Records = Finder<IndexedAllTypes>

  private static func finders(_ all: Records, _ random: inout SplitMix64) -> [Records] {
    let number = random.number(-3...3)
    return [
      all.order(by: \.double), all.order(by: \.maybeDouble, .descending, nils: .first), all.order(by: \.float),
      all.order(by: \.string).reversed(), all.order(by: \.maybeString, .descending), all.order(by: \.decimal),
      all.order(by: \.maybeDate), all.order(by: \.uint64, .descending), all.order(by: \.level).order(by: \.word),
      all.order(by: \.uuid), all.order(by: \.maybeBool).order(by: \.int8), all.order(by: \.url), all.order(by: \.data),
      all.distinct(by: \.double), all.order(by: \.maybeInt).distinct(by: \.maybeDouble, \.bool),
      all.where(\.double < Double(number)), all.where(\.maybeDouble >= Double(number)), all.where(\.word == .café),
      all.where(\.maybeInt == nil), all.where(\.uint64 > UInt64(abs(number))), all.where(\.maybeLevel != .low),
    ]
  }

  @Test(arguments: 0..<6) func `live results keep to columns of all types`(part: Int) throws {
    var random = TestSeed.generator(part + 5000)
    let store = Store(notificationCenter: nil)
    let table = store.table(IndexedAllTypes.self)
    var lives = Self.finders(table.records, &random).map { finder in
      let finder = random.chance(40) ? finder.limit(3) : finder
      return (finder, finder.live())
    }
    for step in 0..<60 {
      let ids = table.records.ids
      if let id = random.pickAny(ids), random.chance(50) {
        try table.changeRandomly(id, deleting: 30, using: &random)
      } else {
        var record = IndexedAllTypes.random(step, using: &random)
        try table.insert(&record)
      }
      for (finder, live) in lives {
        try #require(
          live.map(\.id) == finder.ids, "seed \(TestSeed.current), part \(part), step \(step): \(finder)")
      }
    }
    #expect(lives.allSatisfy { $0.1.plan == .followsChanges })
    lives = []
  }
}
