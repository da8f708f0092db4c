import Foundation
import MotionModelTestSupport
import MotionModelWorld
import Testing

/// Random steps use all features of the library together.
@Suite struct WorldTests {
  /// The number of worlds; fewer without optimisation, because they are slow then.
  private static var worlds: Int { _isDebugAssertConfiguration() ? 5 : 100 }

  /// The seeds of the worlds: the same in each run, unless `MOTIONMODEL_WORLD` is set. `Scripts/world.sh` tries new
  /// seeds for hours.
  ///
  /// The seeds are fixed so that a fault that only a new seed finds does not block an unrelated change.
  private static func seeds(_ part: Int) -> SplitMix64 {
    let isNew = ProcessInfo.processInfo.environment["MOTIONMODEL_WORLD"] != nil
    return isNew ? TestSeed.generator(part) : SplitMix64(seed: 200 + UInt64(part))
  }

  /// A merge does not check rules of single records.
  @Test func `a booking that a merge made like another one is saved unchanged, and changed`() {
    let create = Step.create(Draft(kind: .booking, id: .none, edits: [Edit(field: 0, value: 2)]), .create)
    let first = Target(kind: .booking, index: 0, which: .present)
    let trial = Trial([
      .branch, .onBranch(0, [create]), create, .mergeBranch(0, .fail), .update(first, [], .save),
      .update(first, [Edit(field: 1, value: 3)], .save), create,
    ])
    #expect(trial.run()?.difference == nil, "\(trial.program())")
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

  @Test func `a world that is recorded is replayed to the same records`() {
    var seeds = Self.seeds(4)
    for _ in 0..<Self.worlds / 2 {
      let seed = seeds.next()
      if let difference = RecordedTrial(seed: seed, count: 60).run() {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }
}
