import AllocationCounter

/// Counts the allocations of a piece of code. Unlike times, these figures are the same each time.
package enum Allocations {
  /// Whether allocations can be counted on this system; if not, tests of them are skipped.
  package static var areCounted: Bool { allocations_are_counted() != 0 }

  /// Whether the program was built with optimisation; without it, the program allocates many times as often.
  package static var areOptimised: Bool { !_isDebugAssertConfiguration() }

  /// Returns how often `body` allocates memory on this thread, on average: the least average of ten rounds.
  ///
  /// It first runs `body` a few times without counting, because the first runs also create schemas, descriptions of
  /// types, and memory to grow.
  package static func average(of times: Int = 100, _ body: () throws -> Void) rethrows -> Double {
    for _ in 0..<5 { try body() }
    return try least(of: 10) {
      let before = allocations_so_far().allocations
      for _ in 0..<times { try body() }
      return Double(allocations_so_far().allocations - before) / Double(times)
    }
  }

  /// Returns how many bytes `body` allocates on this thread, whether it frees them or not: memory that is allocated has to
  /// be filled, so it is a measure of the work.
  package static func total(_ body: () throws -> Void) rethrows -> Int {
    let before = allocations_so_far().total
    try body()
    return allocations_so_far().total - before
  }

  /// Returns how many more bytes are allocated on this thread after `body` than before.
  package static func growth(_ body: () throws -> Void) rethrows -> Int {
    let before = allocations_so_far().bytes
    try body()
    return allocations_so_far().bytes - before
  }

  /// Returns what `body` returns, and how many bytes more than before are allocated on this thread at once meanwhile, at most.
  package static func peak<Result>(of body: () throws -> Result) rethrows -> (result: Result, bytes: Int) {
    let before = allocations_so_far().bytes
    allocations_forget_peak()
    let result = try body()
    return (result, allocations_so_far().peak - before)
  }

  /// Returns the least growth in bytes of ten runs of `body` on this thread: memory that leaks grows in all of them.
  package static func steadyGrowth(_ body: () throws -> Void) rethrows -> Int {
    try least(of: 10) { try growth(body) }
  }

  /// Returns the least figure of several rounds.
  ///
  /// The runtime allocates memory for its own descriptions of types in blocks of 16 kilobytes, on the thread that
  /// happens to need the next block. That is rare, but while other tests run, it can happen in any round.
  package static func least<Figure: Comparable>(of rounds: Int, _ measure: () throws -> Figure) rethrows -> Figure {
    var least = try measure()
    for _ in 1..<rounds { least = min(least, try measure()) }
    return least
  }
}
