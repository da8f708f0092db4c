import MotionModel
import MotionModelTestSupport

/// A run of steps in a new world.
package struct Trial {
  package let steps: [Step]
  /// After how many steps it is looked at what costs much.
  private let interval: Int

  package init(_ steps: [Step], thoroughEvery interval: Int = 16) { (self.steps, self.interval) = (steps, interval) }

  /// A run of so many steps that follow from a seed.
  package init(seed: UInt64, count: Int) {
    var generator = Generator(seed: seed)
    self.init(generator.steps(count))
  }

  /// What went wrong.
  package struct Failure {
    package let difference: Difference
    /// The number of the step.
    package let count: Int
  }

  /// Makes the steps.
  ///
  /// - Returns: What went wrong first; nil when nothing did.
  package func run() -> Failure? { run(in: World(thoroughEvery: interval)) }

  private func run(in world: World) -> Failure? {
    for (index, step) in steps.enumerated() {
      if let difference = Self.difference({ try world.make(step) }) {
        return Failure(difference: difference, count: index + 1)
      }
    }
    return Self.difference { try world.examine() }.map { Failure(difference: $0, count: steps.count) }
  }

  /// A short Swift program that goes wrong as these steps do, with what goes wrong; nil when nothing does.
  package func shrunkProgram() -> String? {
    guard let failure = Trial(steps, thoroughEvery: 1).run() ?? run() else { return nil }
    var shrinker = Shrinker(Array(steps.prefix(failure.count))) { steps in
      Trial(steps, thoroughEvery: 1).run()?.difference.rule == failure.difference.rule
    }
    return Trial(shrinker.shrink()).program()
  }

  /// How many bytes more are held after the steps than before, each time that they are made.
  package var leakedBytes: Int { Allocations.steadyGrowth { _ = run() } }

  /// A short Swift program that leaves memory behind as these steps do; nil when they leave none.
  package func leakingProgram() -> String? {
    if leakedBytes <= 0 { return nil }
    var shrinker = Shrinker(steps, budget: 400) { Trial($0, thoroughEvery: interval).leakedBytes > 0 }
    let shrunk = Trial(shrinker.shrink(), thoroughEvery: interval)
    return shrunk.program() + "\n// leaves \(shrunk.leakedBytes) bytes"
  }

  /// The Swift program of the steps, with what goes wrong.
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
