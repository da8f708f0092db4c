/// A step that may be replaced by simpler ones.
package protocol Simplifiable {
  /// Simpler sequences of steps, one of which may replace this step.
  var simpler: [[Self]] { get }
}

/// Finds a short sequence of steps that fails in the same way as a long one.
///
/// It leaves out halves, quarters and so on as long as the rest still fails (A. Zeller and R. Hildebrandt,
/// *Simplifying and Isolating Failure-Inducing Input*, 2002), then simplifies the steps that are left.
package struct Shrinker<Step: Simplifiable> {
  private var steps: [Step]
  private let fails: ([Step]) -> Bool
  /// How many more sequences may be tried.
  private var budget: Int

  /// - Parameters:
  ///   - steps: A sequence that fails.
  ///   - budget: How many sequences are tried at most.
  ///   - fails: Whether a sequence fails in the same way.
  package init(_ steps: [Step], budget: Int = 6000, fails: @escaping ([Step]) -> Bool) {
    (self.steps, self.budget, self.fails) = (steps, budget, fails)
  }

  /// Returns the shortest sequence that was found.
  package mutating func shrink() -> [Step] {
    repeat { dropChunks() } while simplify() && budget > 0
    return steps
  }

  /// Replaces the current sequence by another one, if that fails.
  private mutating func take(_ candidate: [Step]) -> Bool {
    budget -= 1
    if budget < 0 || !fails(candidate) { return false }
    steps = candidate
    return true
  }

  private mutating func dropChunks() {
    var size = max(1, steps.count / 2)
    while true {
      var start = 0
      while start < steps.count {
        let end = min(start + size, steps.count)
        if !take(Array(steps[..<start] + steps[end...])) { start = end }
      }
      if size == 1 { return }
      size /= 2
    }
  }

  /// Replaces the steps that are left by simpler ones.
  ///
  /// - Returns: Whether any simpler step was found.
  private mutating func simplify() -> Bool {
    var isSimpler = false
    for index in steps.indices.reversed() {
      while index < steps.count, simplify(at: index) { isSimpler = true }
    }
    return isSimpler
  }

  private mutating func simplify(at index: Int) -> Bool {
    let (before, step, after) = (steps[..<index], steps[index], steps[(index + 1)...])
    for simpler in step.simpler where take(before + simpler + after) { return true }
    return false
  }
}
