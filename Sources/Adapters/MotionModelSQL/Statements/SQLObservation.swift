import MotionModelValues
import Synchronization

/// A statement that an adapter has run; see `onStatement` of the adapters.
///
/// It has no values that were bound to the statement.
public struct SQLRun: Sendable {
  /// The text, in which values are placeholders.
  public let text: String
  /// How long the database took, with the way to it.
  public let duration: Duration
  /// How many rows were read, or written by a statement that is run for several.
  public let rowCount: Int
  /// Why the statement was refused; nil for one that was not.
  public let failure: SQLError?
}

extension SQLRun: CustomStringConvertible {
  /// `0.21 ms, 3 rows: SELECT …`.
  public var description: String {
    let time = (duration / .microseconds(10)).rounded() / 100
    return "\(time) ms, \(failure == nil ? "\(rowCount) row\(rowCount == 1 ? "" : "s")" : "refused"): \(text)"
  }
}

/// The observation of an adapter's statements. It ends when it is cancelled or released.
public final class SQLObservation: Sendable {
  private let observers: SQLObservers
  private let number: Int

  fileprivate init(_ observers: SQLObservers, _ number: Int) { (self.observers, self.number) = (observers, number) }

  /// Ends the observation. A call that is running on another thread continues.
  public func cancel() { observers.remove(number) }

  deinit { cancel() }
}

/// Those who observe the statements of an engine's connections.
package final class SQLObservers: Sendable {
  private let handlers = Locked<[Int: @Sendable (SQLRun) -> Void]>([:])
  private let count = Atomic(0)
  private let isActive = Atomic(false)

  package init() {}

  package func add(_ handler: @escaping @Sendable (SQLRun) -> Void) -> SQLObservation {
    let number = count.add(1, ordering: .relaxed).newValue
    handlers.withLock { $0[number] = handler }
    isActive.store(true, ordering: .releasing)
    return SQLObservation(self, number)
  }

  fileprivate func remove(_ number: Int) {
    handlers.withLock { handlers in
      handlers[number] = nil
      isActive.store(!handlers.isEmpty, ordering: .releasing)
    }
  }

  /// Runs a statement, and tells the observers of it.
  ///
  /// - Parameter rowCount: Returns the number of rows from the result.
  @inline(__always)
  package func observing<Result, Failure: Error>(
    _ text: String, rowCount: (Result) -> Int, error: (Failure) -> SQLError, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isActive.load(ordering: .acquiring) { return try body() }
    let start = ContinuousClock.now
    do throws(Failure) {
      let result = try body()
      report(SQLRun(text: text, duration: .now - start, rowCount: rowCount(result), failure: nil))
      return result
    } catch let failure {
      report(SQLRun(text: text, duration: .now - start, rowCount: 0, failure: error(failure)))
      throw failure
    }
  }

  private func report(_ run: SQLRun) {
    for handler in handlers.withLock({ Array($0.values) }) { handler(run) }
  }
}
