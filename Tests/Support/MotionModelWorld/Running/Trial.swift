import MotionModel
import MotionModelTestSupport

/// A run of steps in a new world.
package struct Trial {
  package let steps: [Step]
  /// The number of steps between expensive checks.
  private let interval: Int

  package init(_ steps: [Step], thoroughEvery interval: Int = 16) { (self.steps, self.interval) = (steps, interval) }

  /// Creates a run of a number of steps, which are generated from a seed.
  package init(seed: UInt64, count: Int) {
    var generator = Generator(seed: seed)
    self.init(generator.steps(count))
  }

  /// A failed step.
  package struct Failure {
    package let difference: Difference
    /// The number of the step.
    package let count: Int
  }

  /// Makes the steps.
  ///
  /// - Returns: The first failure; nil when there is none.
  package func run() -> Failure? { run(in: World(thoroughEvery: interval)) }

  private func run(in world: World) -> Failure? {
    for (index, step) in steps.enumerated() {
      if let difference = Self.difference({ try world.make(step) }) {
        return Failure(difference: difference, count: index + 1)
      }
    }
    return Self.difference { try world.examine() }.map { Failure(difference: $0, count: steps.count) }
  }

  /// Returns a short Swift program that fails in the same way as these steps, with the difference; nil when
  /// they do not fail.
  package func shrunkProgram() -> String? {
    guard let failure = Trial(steps, thoroughEvery: 1).run() ?? run() else { return nil }
    var shrinker = Shrinker(Array(steps.prefix(failure.count))) { steps in
      Trial(steps, thoroughEvery: 1).run()?.difference.rule == failure.difference.rule
    }
    return Trial(shrinker.shrink()).program()
  }

  /// How many more bytes are allocated after the steps than before, in each run of the steps.
  package var leakedBytes: Int { Allocations.steadyGrowth { _ = run() } }

  /// Returns a short Swift program that leaks memory as these steps do; nil when they leak none.
  package func leakingProgram() -> String? {
    if leakedBytes <= 0 { return nil }
    var shrinker = Shrinker(steps, budget: 400) { Trial($0, thoroughEvery: interval).leakedBytes > 0 }
    let shrunk = Trial(shrinker.shrink(), thoroughEvery: interval)
    return shrunk.program() + "\n// leaves \(shrunk.leakedBytes) bytes"
  }

  /// Returns the Swift program of the steps, with the difference if they fail.
  package func program() -> String {
    let world = World(isPrinting: true, thoroughEvery: 1)
    let failure = run(in: world)
    return world.program + (failure.map { "\n// \($0.difference)" } ?? "")
  }

  private static func difference(_ body: () throws -> Void) -> Difference? {
    do { try body() } catch { return error as? Difference ?? Difference("error", "\(error)") }
    return nil
  }
}
