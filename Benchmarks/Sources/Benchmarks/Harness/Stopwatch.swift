/// Times calls.
enum Stopwatch {
  private static let clock = ContinuousClock()

  /// Returns the nanoseconds that `body` takes.
  static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try clock.measure(body).components
    return Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9
  }
}
