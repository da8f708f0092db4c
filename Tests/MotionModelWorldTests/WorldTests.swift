import Foundation
import MotionModelTestSupport
import MotionModelWorld
import Testing

/// Random steps use all features of the library together.
@Suite struct WorldTests {
  /// The number of worlds; fewer without optimisation, because they are slow then.
  private static var worlds: Int { _isDebugAssertConfiguration() ? 20 : 100 }

  /// The seeds of the worlds: the same in each run, unless `MOTIONMODEL_WORLD` is set. `Scripts/world.sh` tries new
  /// seeds for hours.
  ///
  /// The seeds are fixed so that a fault that only a new seed finds does not block an unrelated change.
  private static func seeds(_ part: Int) -> SplitMix64 {
    let isNew = ProcessInfo.processInfo.environment["MOTIONMODEL_WORLD"] != nil
    return isNew ? TestSeed.generator(part) : SplitMix64(seed: 200 + UInt64(part))
  }

  @Test(arguments: 0..<4) func `the library has the same results as a store of plain arrays`(part: Int) {
    var seeds = Self.seeds(part)
    for _ in 0..<Self.worlds {
      let trial = Trial(seed: seeds.next(), count: 100)
      guard let failure = trial.run() else { continue }
      Issue.record("\(failure.difference)\n\(trial.shrunkProgram() ?? "It does not go wrong again.")")
      return
    }
  }
}
