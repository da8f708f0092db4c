public import MotionModel

extension Store {
  /// Runs `body`, and again after each error that need not come again: a record is stale, or others were in the way of
  /// an adapter.
  ///
  /// - Parameters:
  ///   - retries: The greatest number of times that `body` is run again.
  ///   - refresh: Called before `body` is run again.
  @inlinable
  func retrying<Result>(
    _ retries: Int, _ body: () throws -> Result, refresh: () throws -> Void = {}
  ) throws -> Result {
    Self.checkRetries(retries)
    for attempt in 0..<max(retries, overtakenRetries) {
      do {
        return try body()
      } catch {
        if attempt >= retries && !isOvertaken(error) { throw error }
        try pauseToRetry(attempt, after: error)
        try refresh()
      }
    }
    return try body()
  }

  @usableFromInline
  static func checkRetries(_ retries: Int) {
    if retries < 0 { fatalError("A transaction cannot be tried again \(retries) times: give 0 or more retries.") }
  }

  /// Waits for a moment if others were in the way; throws the error if running the transaction again cannot help.
  @usableFromInline
  func pauseToRetry(_ attempt: Int, after error: any Error) throws {
    if case .stale = (error as? StoreError)?.reason { return }
    // A transaction of a database is over with its first error, and with it those inside it.
    if !isTransient(error) || savepoint != nil { throw error }
    Self.pause(beforeRetry: attempt + 1)
  }
}
