import Foundation
import MotionModelTestSupport
import MotionModelWorld
import Testing

/// Everything takes part at once.
@Suite struct WorldTests {
  /// How many worlds there are: few without optimisation, which makes them slow.
  private static var worlds: Int { _isDebugAssertConfiguration() ? 20 : 100 }

  /// The seeds of the worlds: the same in each run, unless `MOTIONMODEL_WORLD` asks for new ones. `Scripts/world.sh` runs new ones for hours.
  ///
  /// What a new world finds does not stop a change that has nothing to do with it.
  private static func seeds(_ part: Int) -> SplitMix64 {
    let isNew = ProcessInfo.processInfo.environment["MOTIONMODEL_WORLD"] != nil
    return isNew ? TestSeed.generator(part) : SplitMix64(seed: 200 + UInt64(part))
  }

  @Test(arguments: 0..<4) func `the library does what a store of plain arrays does`(part: Int) {
    var seeds = Self.seeds(part)
    for _ in 0..<Self.worlds {
      let trial = Trial(seed: seeds.next(), count: 100)
      guard let failure = trial.run() else { continue }
      Issue.record("\(failure.difference)\n\(trial.shrunkProgram() ?? "It does not go wrong again.")")
      return
    }
  }
}
