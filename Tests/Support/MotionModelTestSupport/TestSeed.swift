import Foundation

/// The seed of all random tests of one run.
///
/// It differs in each run. `MOTIONMODEL_SEED=7 swift test` sets it, to repeat a run that failed: every failure of a
/// random test names it.
public enum TestSeed {
  /// The seed of this run.
  public static let current: UInt64 = {
    let seed = ProcessInfo.processInfo.environment["MOTIONMODEL_SEED"].flatMap { UInt64($0) }
    let chosen = seed ?? .random(in: 0...UInt64(UInt32.max))
    print("MOTIONMODEL_SEED=\(chosen)")
    return chosen
  }()

  /// Returns a generator for one of several tests, or for one part of a test. Each has its own numbers.
  public static func generator(_ part: Int = 0) -> SplitMix64 {
    var generator = SplitMix64(seed: current &+ UInt64(truncatingIfNeeded: part) &* 0xD1B5_4A32_D192_ED03)
    return SplitMix64(seed: generator.next())
  }
}

/// Returns how many rounds a random test has: all of them with optimisation; without it, where each takes many times as
/// long, a sixth of them.
public func shortened(_ all: Int) -> Int { Allocations.areOptimised ? all : max(1, all / 6) }
