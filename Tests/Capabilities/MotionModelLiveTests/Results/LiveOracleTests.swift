import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Random finders and random commits: after each, a live result shows what its finder finds, and was told of exactly that.
struct LiveOracleTests {
  @Test(arguments: 0..<shortened(30)) func `live results have the records of their finders after each commit`(part: Int)
    throws
  {
    var random = TestSeed.generator(part)
    let store = Store(notificationCenter: nil)
    var commits = RandomCommits(TestSeed.generator(part + 1000), undoing: store)
    for _ in 0..<random.pick([0, 5, 40]) { try commits.commit(to: store) }
    var watched = (0..<6).map { _ in Watched(Finder<Todo>.random(in: store, using: &random)) }
    for step in 0..<50 {
      try commits.commit(to: store)
      let faults = watched.flatMap(\.faults)
      try #require(faults.isEmpty, "seed \(TestSeed.current), part \(part), step \(step): \(faults)")
      if random.chance(10) { watched[random.number(0...5)] = Watched(Finder<Todo>.random(in: store, using: &random)) }
    }
    watched = []
    #expect(store.liveRouter.count == 0)
  }

  @Test(arguments: 0..<30) func `live results follow related records`(part: Int) throws {
    var random = TestSeed.generator(part + 2000)
    let store = Store(notificationCenter: nil)
    var commits = RandomBoardCommits(TestSeed.generator(part + 3000))
    for _ in 0..<random.pick([0, 10, 40]) { try commits.commit(to: store) }
    var cards = (0..<4).map { _ in Watched(Finder<Card>.random(in: store, using: &random)) }
    var boards = (0..<3).map { _ in Watched(Finder<Board>.random(in: store, using: &random)) }
    for step in 0..<50 {
      try commits.commit(to: store)
      let faults = cards.flatMap(\.faults) + boards.flatMap(\.faults)
      try #require(faults.isEmpty, "seed \(TestSeed.current), part \(part), step \(step): \(faults)")
    }
    #expect((cards.map(\.live.plan) + boards.map(\.live.plan)).allSatisfy { $0 == .followsChanges })
    (cards, boards) = ([], [])
    #expect(store.liveRouter.count == 0)
  }
}
