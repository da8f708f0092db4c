import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Random finders and random commits of boards and cards: after each, live values across relations are what the finders
/// answer.
struct LiveIncludedOracleTests {
  @Test(arguments: 0..<30) func `values across relations are those of their finders after each commit`(part: Int) throws
  {
    var random = TestSeed.generator(part)
    let store = Store(notificationCenter: nil)
    var commits = RandomBoardCommits(TestSeed.generator(part + 1000))
    for _ in 0..<random.pick([0, 20, 60]) { try commits.commit(to: store) }
    var watched = (0..<5).map { _ in Self.randomWatched(in: store, using: &random) }
    for step in 0..<60 {
      try commits.commit(to: store)
      let faults = watched.flatMap(\.faults)
      try #require(faults.isEmpty, "seed \(TestSeed.current), part \(part), step \(step): \(faults)")
      if random.chance(20) { watched[random.number(0...4)] = Self.randomWatched(in: store, using: &random) }
    }
    watched = []
    #expect(store.liveRouter.count == 0)
  }

  private static func randomWatched(in store: Store, using random: inout SplitMix64) -> any WatchedLive {
    let (boards, cards) = (
      Finder<Board>.random(in: store, using: &random), Finder<Card>.random(in: store, using: &random)
    )
    let limit = random.number(1...3)
    switch random.number(0...16) {
    case 0: return WatchedValue.included(boards.including(\.cards))
    case 1: return WatchedValue.included(boards.including(\.urgentCards))
    case 2: return WatchedValue.included(boards.including(\.cards) { $0.order(by: \.title).limit(limit) })
    case 3:
      return WatchedValue.included(
        boards.including(\.cards) { $0.where { $0.labels.exists }.order(by: { $0.person.name }) })
    case 4: return WatchedValue.included(boards.including(\.owner))
    case 5: return WatchedValue.included(cards.including(\.board))
    case 6: return WatchedValue.included(boards.including(\.people))
    case 7: return WatchedValue.included(boards.including(\.labels))
    case 8: return WatchedValue.aggregate(cards, .sum(\.weight), isSame: ==)
    case 9: return WatchedValue.aggregate(boards, .count, isSame: ==)
    case 10: return WatchedSections(cards, by: \.weight, .descending, nils: .last)
    case 11: return WatchedSections(cards, by: \.personID, .ascending, nils: .first)
    case 12:
      let found = boards.including(\.cards) { $0.order(by: \.title).limit(limit).including(\.labels) }
      return WatchedValue.included(found.including(\.owner))
    case 13:
      return WatchedValue.included(
        cards.including(\.board) { $0.including(\.owner).including(\.urgentCards) { $0.limit(limit) } })
    case 14:
      return WatchedValue.included(
        boards.including(\.cards) { $0.where { $0.labels.exists }.including(\.person) { $0.including(\.boards) } })
    case 15:
      return WatchedValue.included(
        boards.including(\.people) { $0.including(\.cards) { $0.including(\.children) } }.including(\.urgentCards))
    default: return WatchedValue.groups(cards.group(by: \.weight), .count, isSame: ==)
    }
  }
}
