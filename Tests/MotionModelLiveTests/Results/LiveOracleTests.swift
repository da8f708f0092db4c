import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Random finders and random commits: after each, a live result shows what its finder finds, and was told of exactly that.
struct LiveOracleTests {
  @Test(arguments: 0..<40) func `live results have the records of their finders after each commit`(part: Int) throws {
    var random = TestSeed.generator(part)
    let store = Store(notificationCenter: nil)
    var commits = RandomCommits(TestSeed.generator(part + 1000), undoing: store)
    for _ in 0..<random.pick([0, 5, 40]) { try commits.commit(to: store) }
    var watched = (0..<6).map { _ in Watched(.random(in: store, using: &random)) }
    for step in 0..<60 {
      try commits.commit(to: store)
      let faults = watched.flatMap(\.faults)
      try #require(faults.isEmpty, "seed \(TestSeed.current), part \(part), step \(step): \(faults)")
      if random.chance(10) { watched[random.number(0...5)] = Watched(.random(in: store, using: &random)) }
    }
    watched = []
    #expect(store.liveRouter.count == 0)
  }
}
