import MotionModelTestSupport
import MotionModelWorld
import Testing

/// Everything takes part at once.
@Suite struct WorldTests {
  /// How many worlds there are: few without optimisation, which makes them slow.
  private static var worlds: Int { _isDebugAssertConfiguration() ? 20 : 100 }

  @Test(arguments: 0..<4) func `the library does what a store of plain arrays does`(part: Int) {
    var seeds = TestSeed.generator(part)
    for _ in 0..<Self.worlds {
      let trial = Trial(seed: seeds.next(), count: 100)
      guard let failure = trial.run() else { continue }
      Issue.record("\(failure.difference)\n\(trial.shrunkProgram() ?? "It does not go wrong again.")")
      return
    }
  }
}
