#if SQLite
  import CMotionModelSQLite

  /// Stops the statement of a connection when its task is cancelled, when it takes too long, or when others hold a lock
  /// for too long.
  ///
  /// SQLite calls it each few thousand steps of a statement, and when it meets a lock, on the thread and so in the task
  /// that runs the statement.
  final class StatementStopper {
    private let limit: Duration?
    private let timeout: Duration
    @exclusivity(unchecked) private var end: ContinuousClock.Instant?
    private var lockEnd = ContinuousClock.now
    private var isPaused = false
    /// Whether the latest statement that was stopped was stopped because its task was cancelled.
    @exclusivity(unchecked) private(set) var isCancelled = false

    /// Adds a stopper to a connection, which must not be used any more when the stopper is gone.
    ///
    /// - Parameters:
    ///   - limit: How long a statement may take; nil for any time.
    ///   - timeout: How long it waits for a lock.
    init(of connection: OpaquePointer, limit: Duration?, timeout: Duration) {
      (self.limit, self.timeout) = (limit, timeout)
      sqlite3_progress_handler(
        connection, 4000,
        { stopper in
          guard let stopper else { return 0 }
          return Unmanaged<StatementStopper>.fromOpaque(stopper).takeUnretainedValue().mustStop ? 1 : 0
        }, Unmanaged.passUnretained(self).toOpaque())
      sqlite3_busy_handler(
        connection,
        { stopper, count in
          guard let stopper else { return 0 }
          return Unmanaged<StatementStopper>.fromOpaque(stopper).takeUnretainedValue().waits(count) ? 1 : 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Begins the time of a statement. The clock is read at its first few thousand steps, which nearly none takes.
    func begin() { (isCancelled, end) = (false, nil) }

    /// Calls `body`, whose statements are not stopped.
    @discardableResult
    func pausing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      let before = isPaused
      isPaused = true
      defer { isPaused = before }
      return try body()
    }

    /// Waits a little for a lock; returns whether SQLite is to try again.
    ///
    /// - Parameter count: How often it has waited for this lock.
    private func waits(_ count: Int32) -> Bool {
      if count == 0 { lockEnd = .now + timeout }
      isCancelled = !isPaused && Task.isCancelled
      if isCancelled || .now >= lockEnd { return false }
      sqlite3_sleep(min(1 << min(count, 5), 20))
      return true
    }

    private var mustStop: Bool {
      if isPaused { return false }
      isCancelled = Task.isCancelled
      guard !isCancelled, let limit else { return isCancelled }
      let last = end ?? .now + limit
      end = last
      return .now >= last
    }
  }
#endif
