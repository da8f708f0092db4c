import MotionModelTestSupport
import MotionModelWorld
import Testing

/// Random steps with records in memory and records that an adapter keeps.
@Suite struct DepotTests {
  @Test func `a store with an adapter has the same results as plain arrays`() {
    for seed in 1...(_isDebugAssertConfiguration() ? 8 as UInt64 : 100) {
      let trial = DepotTrial(seed: seed, count: 80)
      guard let difference = trial.run() else { continue }
      Issue.record("\(difference)\n\(trial.shrunkProgram() ?? "It does not go wrong again.")")
      return
    }
  }
}
