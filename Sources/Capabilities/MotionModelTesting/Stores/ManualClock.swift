public import Foundation
import MotionModel

/// A clock for tests: it stands still, or advances by a fixed step each time a store reads it.
///
/// ```swift
/// let clock = ManualClock(step: 1)
/// let store = Store(clock: clock.read)
/// try store.table(Todo.self).create().createdAt   // => 2001-01-01T00:00:00Z
/// try store.table(Todo.self).create().createdAt   // => 2001-01-01T00:00:01Z
/// clock.advance(by: 3600)
/// ```
///
/// A store reads its clock once for each write outside of a transaction, and once for each transaction, also if it is
/// undone or changes nothing. Any thread may use a clock.
public final class ManualClock: Sendable {
  private let state: Locked<Date>
  private let step: TimeInterval

  /// The time at which clocks start: 2001-01-01T00:00:00Z.
  public static let start = Date(timeIntervalSinceReferenceDate: 0)

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - start: The time that is read first.
  ///   - step: How many seconds the clock advances each time it is read. It traps unless this is a finite number.
  public init(at start: Date = ManualClock.start, step: TimeInterval = 0) {
    Self.check(step)
    (state, self.step) = (Locked(start), step)
  }

  /// The clock of the store in use, which a ``StoreOption/clock(at:step:)`` has given it; traps if it has none.
  public static var current: ManualClock {
    if let clock = Store.current.companion.clock { return clock }
    fatalError("The store in use has no ManualClock: make it with the option .clock(), as in @Suite(.store(.clock())).")
  }

  /// The time that is read next.
  public var now: Date { state.withLock { $0 } }

  /// Returns the time, and then advances the clock by its step.
  public func read() -> Date {
    state.withLock { now in
      defer { now += step }
      return now
    }
  }

  /// Advances the clock by some seconds; a negative number sets it back. It traps unless the number is finite.
  public func advance(by seconds: TimeInterval) {
    Self.check(seconds)
    state.withLock { $0 += seconds }
  }

  /// Sets the time that is read next.
  public func set(to time: Date) { state.withLock { $0 = time } }

  private static func check(_ seconds: TimeInterval) {
    if !seconds.isFinite { fatalError("A ManualClock cannot go on by \(seconds) seconds: pass a finite number.") }
  }
}
