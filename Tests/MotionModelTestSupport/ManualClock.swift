package import Foundation

/// A clock that advances only by ``advance(by:)``.
package final class ManualClock: Sendable {
  private let start = Date(timeIntervalSince1970: 1_000_000)
  private let seconds = Counter()

  package init() {}

  /// The time of the clock.
  package var now: Date { start.addingTimeInterval(Double(seconds.value)) }

  /// Advances the clock by some seconds.
  package func advance(by seconds: Int = 1) { self.seconds.add(seconds) }
}
