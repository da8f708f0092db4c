public import Foundation

/// A clock that goes on only when told to.
public final class ManualClock: Sendable {
  private let start = Date(timeIntervalSince1970: 1_000_000)
  private let seconds = Counter()

  public init() {}

  /// The time that it shows.
  public var now: Date { start.addingTimeInterval(Double(seconds.value)) }

  /// Goes on by some seconds.
  public func advance(by seconds: Int = 1) { self.seconds.add(seconds) }
}
