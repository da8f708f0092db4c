#if SQLite
  import CMotionModelSQLite

  /// Stops the statement of a connection when its task is cancelled, or when it takes too long.
  ///
  /// SQLite calls it each few thousand steps of a statement, on the thread and so in the task that runs the statement.
  final class StatementStopper {
    private let limit: Duration?
    private var end: ContinuousClock.Instant?
    private var isPaused = false
    /// Whether the latest statement that was stopped was stopped because its task was cancelled.
    private(set) var isCancelled = false

    /// Adds a stopper to a connection, which must not be used any more when the stopper is gone.
    init(of connection: OpaquePointer, limit: Duration?) {
      self.limit = limit
      sqlite3_progress_handler(
        connection, 4000,
        { stopper in
          guard let stopper else { return 0 }
          return Unmanaged<StatementStopper>.fromOpaque(stopper).takeUnretainedValue().mustStop ? 1 : 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Begins the time of a statement.
    func begin() {
      isCancelled = false
      end = limit.map { .now + $0 }
    }

    /// Calls `body`, whose statements are not stopped.
    @discardableResult
    func pausing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      let before = isPaused
      isPaused = true
      defer { isPaused = before }
      return try body()
    }

    private var mustStop: Bool {
      if isPaused { return false }
      isCancelled = Task.isCancelled
      return isCancelled || end.map { .now >= $0 } ?? false
    }
  }
#endif
