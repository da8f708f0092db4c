/// A run of steps in a new world whose crates an adapter keeps.
package struct DepotTrial {
  private let steps: [DepotStep]

  package init(_ steps: [DepotStep]) { self.steps = steps }

  /// Creates a run of a number of steps, which are generated from a seed.
  package init(seed: UInt64, count: Int) { self.init(DepotStep.steps(count, seed: seed)) }

  /// Makes the steps.
  ///
  /// - Returns: The first difference; nil when there is none.
  package func run() -> Difference? { run(in: DepotWorld()) }

  private func run(in world: DepotWorld) -> Difference? {
    do { for step in steps { try world.make(step) } } catch {
      return error as? Difference ?? Difference("error", "\(error)")
    }
    return nil
  }

  /// Returns a short Swift program that fails in the same way as these steps, with the difference; nil when they do not
  /// fail.
  package func shrunkProgram() -> String? {
    guard let difference = run() else { return nil }
    var shrinker = Shrinker(steps) { DepotTrial($0).run()?.rule == difference.rule }
    let world = DepotWorld()
    let last = DepotTrial(shrinker.shrink()).run(in: world)
    return world.program + (last.map { "\n// \($0)" } ?? "")
  }
}
