import Foundation

/// Times calls.
enum Stopwatch {
  /// The time of a clock that all processes share, in nanoseconds.
  static var sharedNow: Int { read(CLOCK_MONOTONIC) }

  /// What this process has taken of the processors, in nanoseconds.
  static var processorTime: Int { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static let clock = ContinuousClock()

  /// Returns the nanoseconds that `body` takes.
  static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try clock.measure(body).components
    return Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9
  }
}
