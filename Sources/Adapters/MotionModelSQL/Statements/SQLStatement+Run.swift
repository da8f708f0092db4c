public import MotionModel
import MotionModelValues
import Synchronization

extension SQLStatement {
  /// A statement that an adapter has run; see `onStatement` of the adapters.
  ///
  /// It has no values that were bound to the statement.
  public struct Run: Sendable {
    /// The text, in which values are placeholders.
    public let text: String
    /// How long the database took, with the way to it.
    public let duration: Duration
    /// How many rows were read, or written by a statement that is run for several.
    public let rowCount: Int
    /// Why the statement was refused; nil for one that was not.
    public let failure: SQLError?
    /// A number of the task that ran it; nil where there is none.
    public let task: Int?

    /// The line of the program from which the statement comes; nil where the system cannot tell. It is read from the
    /// call stack, so only the handler that is given the statement has it.
    ///
    /// - Complexity: Some hundred microseconds; the first time in a process, milliseconds to seconds with the size of
    ///   the program, whose debug information is read.
    public var caller: FinderLog.CallSite? { FinderLog.CallSite.current }
  }
}

extension SQLStatement.Run: CustomStringConvertible {
  /// `0.21 ms, 3 rows: SELECT …`.
  public var description: String {
    let time = (duration / .microseconds(10)).rounded() / 100
    return "\(time) ms, \(failure == nil ? "\(rowCount) row\(rowCount == 1 ? "" : "s")" : "refused"): \(text)"
  }
}

/// Those who observe the statements of an engine's connections.
package final class SQLObservers: Sendable {
  private let handlers = Locked<[Int: @Sendable (SQLStatement.Run) -> Void]>([:])
  private let count = Atomic(0)
  private let isActive = Atomic(false)

  package init() {}

  /// - Parameters:
  ///   - limit: How long a statement has to take.
  ///   - handler: It is called on the thread that ran the statement.
  package func add(
    slowerThan limit: Duration, _ handler: @escaping @Sendable (SQLStatement.Run) -> Void
  ) -> StoreObservation {
    let number = count.add(1, ordering: .relaxed).newValue
    handlers.withLock { $0[number] = { if $0.duration >= limit { handler($0) } } }
    isActive.store(true, ordering: .releasing)
    return StoreObservation { self.remove(number) }
  }

  private func remove(_ number: Int) {
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
    defer { FinderStatements.add(text) }
    if !isActive.load(ordering: .acquiring) { return try body() }
    let start = ContinuousClock.now
    do throws(Failure) {
      let result = try body()
      report(text, .now - start, rowCount(result), nil)
      return result
    } catch let failure {
      report(text, .now - start, 0, error(failure))
      throw failure
    }
  }

  private func report(_ text: String, _ duration: Duration, _ rowCount: Int, _ failure: SQLError?) {
    let run = SQLStatement.Run(
      text: text, duration: duration, rowCount: rowCount, failure: failure,
      task: withUnsafeCurrentTask { $0?.hashValue })
    for handler in handlers.withLock({ Array($0.values) }) { handler(run) }
  }
}
