public import Foundation

extension RESTOutbox {
  /// When what failed is sent again.
  ///
  /// The pause doubles with each failure in a row, up to the longest, and of it a random part between the half and the
  /// whole is waited, so that many clients do not come back at once. A server's `Retry-After` is waited in any case,
  /// for a day at most.
  public struct RetryPolicy: Sendable {
    let firstPause: TimeInterval
    let longestPause: TimeInterval
    let random: @Sendable () -> Double

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - firstPause: The pause after the first failure, in seconds.
    ///   - longestPause: The longest pause, in seconds.
    ///   - random: Returns a random number between 0 and 1; tests pass their own.
    public init(
      firstPause: TimeInterval = 1, longestPause: TimeInterval = 300,
      random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
      (self.firstPause, self.longestPause, self.random) = (firstPause, longestPause, random)
    }

    /// The longest pause that a server can ask for, in seconds. What it says is a number of any size.
    static let longestAskedPause: TimeInterval = 86_400

    /// The longest pause that there can be, in seconds.
    var longestOfAll: TimeInterval { max(longestPause, Self.longestAskedPause) }

    /// Returns the pause after a number of failures in a row.
    func pause(after failures: Int) -> TimeInterval {
      let whole = min(longestPause, firstPause * pow(2, Double(max(failures, 1) - 1)))
      return whole * (0.5 + 0.5 * min(max(random(), 0), 1))
    }
  }
}

extension RESTError {
  /// Whether sending the same later may succeed: there was no usable response, or one that is not the server's last
  /// word.
  var isWorthRetrying: Bool {
    if isTemporary { return true }
    switch reason {
    case .notJSON, .noBody, .redirect: return true
    case .status: return status == 407 || status == 511 || status == 404 && !isGone
    default: return false
    }
  }

  /// How long the server wants to be left alone, in seconds; at most ``RESTOutbox/RetryPolicy/longestAskedPause``.
  func pauseAskedFor(at now: Date) -> TimeInterval? {
    guard let text = response?.headers["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    let seconds = Double(text) ?? HTTPDate.read(text).map { max(0, $0.timeIntervalSince(now)) }
    guard let seconds, seconds >= 0 else { return nil }
    return min(seconds, RESTOutbox.RetryPolicy.longestAskedPause)
  }
}
