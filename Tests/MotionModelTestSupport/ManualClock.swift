package import Foundation

/// A clock that goes on only when told to.
package final class ManualClock: Sendable {
  private let start = Date(timeIntervalSince1970: 1_000_000)
  private let seconds = Counter()

  package init() {}

  /// The time that it shows.
  package var now: Date { start.addingTimeInterval(Double(seconds.value)) }

  /// Goes on by some seconds.
  package func advance(by seconds: Int = 1) { self.seconds.add(seconds) }
}
