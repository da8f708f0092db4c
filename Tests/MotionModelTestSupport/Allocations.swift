import AllocationCounter

/// Counts what a piece of code allocates: figures that, unlike times, are the same each time.
package enum Allocations {
  /// Whether the system lets them be counted; where it does not, tests of them are left out.
  package static var areCounted: Bool { allocations_are_counted() != 0 }

  /// Whether the program was built with optimisation, without which it allocates many times as often.
  package static var areOptimised: Bool { !_isDebugAssertConfiguration() }

  /// How often `body` asks for memory on this thread, on average.
  ///
  /// It is run a few times before, for what is only made once: schemas, descriptions of types, room to grow.
  package static func average(of times: Int = 100, _ body: () throws -> Void) rethrows -> Double {
    for _ in 0..<5 { try body() }
    return try least(of: 3) {
      let before = allocations_so_far().allocations
      for _ in 0..<times { try body() }
      return Double(allocations_so_far().allocations - before) / Double(times)
    }
  }

  /// How many bytes more are held on this thread after `body` than before.
  package static func growth(_ body: () throws -> Void) rethrows -> Int {
    let before = allocations_so_far().bytes
    try body()
    return allocations_so_far().bytes - before
  }

  /// How many bytes more are held on this thread after each of ten runs of `body`, at least: what is kept for good grows in all of them.
  package static func steadyGrowth(_ body: () throws -> Void) rethrows -> Int {
    try least(of: 10) { try growth(body) }
  }

  /// The least figure of several rounds.
  ///
  /// The runtime takes memory for its own descriptions of types in blocks of 16 kilobytes, on whichever thread happens to need the next one:
  /// seldom, but beside other tests in any round.
  package static func least<Figure: Comparable>(of rounds: Int, _ measure: () throws -> Figure) rethrows -> Figure {
    var least = try measure()
    for _ in 1..<rounds { least = min(least, try measure()) }
    return least
  }
}
