import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Many live results with random conditions on columns of all types: whichever of them a commit is shown to, all of them have
/// the records of their finders afterwards.
struct LiveRoutingOracleTests {
  private typealias Condition = RecordPredicate<AllTypes>

  private static func condition<Value: ColumnValue & NastyValue>(
    _ column: any KeyPath<AllTypes, Value> & Sendable, _ random: inout SplitMix64
  ) -> Condition {
    let (value, other) = (Value.nasty(using: &random), Value.nasty(using: &random))
    return switch random.number(0...6) {
    case 0: ColumnTerm(column).eq(value)
    case 1: ColumnTerm(column).in([value, other])
    case 2: ColumnTerm(column).lt(value)
    case 3: ColumnTerm(column).gte(value)
    case 4: ColumnTerm(column).gt(value) && ColumnTerm(column).lte(other)
    case 5: ColumnTerm(column).ne(value)
    default: ColumnTerm(column).between(value, other)
    }
  }

  private static func condition(_ random: inout SplitMix64, depth: Int = 0) -> Condition {
    switch random.number(0...(depth < 3 ? 17 : 13)) {
    case 0: condition(\.int, &random)
    case 1: condition(\.uint64, &random)
    case 2: condition(\.double, &random)
    case 3: condition(\.string, &random)
    case 4: condition(\.date, &random)
    case 5: condition(\.decimal, &random)
    case 6: condition(\.uuid, &random)
    case 7: condition(\.bool, &random)
    case 8: condition(\.maybeInt, &random)
    case 9: condition(\.maybeDouble, &random)
    case 10: condition(\.maybeString, &random)
    case 11: condition(\.word, &random)
    case 12: condition(\.maybeLevel, &random)
    case 13: \.maybeInt == nil
    case 14, 15: condition(&random, depth: depth + 1) && condition(&random, depth: depth + 1)
    case 16: condition(&random, depth: depth + 1) || condition(&random, depth: depth + 1)
    default: !condition(&random, depth: depth + 1)
    }
  }

  @Test(arguments: 0..<10) func `each commit is shown to all results that it concerns`(part: Int) throws {
    var random = TestSeed.generator(part + 8000)
    let store = Store(notificationCenter: nil)
    let table = store.table(AllTypes.self)
    func open(_ random: inout SplitMix64) -> (finder: Finder<AllTypes>, live: LiveResults<AllTypes>) {
      let finder = table.where(Self.condition(&random))
      return (finder, finder.live())
    }
    var lives = (0..<60).map { _ in open(&random) }
    for step in 0..<60 {
      lives[random.number(0...59)] = open(&random)
      if let id = random.pickAny(table.records.ids), random.chance(60) {
        try table.changeRandomly(id, deleting: 20, using: &random)
      } else {
        let count = random.pick([1, 1, 5])
        try table.insert(contentsOf: (0..<count).map { AllTypes.random(step * 10 + $0, using: &random) })
      }
      for (finder, live) in lives {
        try #require(
          live.map(\.id) == finder.ids, "seed \(TestSeed.current), part \(part), step \(step): \(finder)")
      }
    }
    let work = store.liveRouter.statistics
    #expect(work.asked < 60 * 60, "not all results are asked about all commits")
    lives = []
    #expect(store.liveRouter.isEmpty)
  }
}
