/// How long something takes at its quickest of a few times, in seconds.
///
/// What is compared with it had better be many times as long: a machine that is busy makes everything slow.
public func quickest(_ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let time = try ContinuousClock().measure { try body() }
    best = min(best, time / .seconds(1))
  }
  return best
}
