import Foundation

/// Returns how long the processor works for the calling thread while a body runs; the least of three runs.
///
/// What else the machine does takes little part in it, so that it can tell a time that grows with the square of the input from one
/// that grows with the input. It is no measure of speed.
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  var least: Duration?
  for _ in 0..<3 {
    let start = now()
    try body()
    let time = now() - start
    least = least.map { min($0, time) } ?? time
  }
  return least ?? .zero
}

/// Returns how many times as long `body` takes for `many` as for `few`.
///
/// The processor is slower for some runs than for others on a busy machine. So it is the least ratio of up to ten pairs of runs
/// that follow each other, and pairs end with one that is within a limit.
public func growth(from few: Int, to many: Int, limit: Double, _ body: (Int) throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<10 where least > limit {
    let time = try processorTime { try body(few) }
    least = min(least, try processorTime { try body(many) } / time)
  }
  return least
}
