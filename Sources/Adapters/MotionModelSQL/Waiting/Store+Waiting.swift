import Dispatch
public import MotionModel

extension Store {
  /// Runs calls that wait for a database on a thread that may wait, so that no thread of Swift's tasks does.
  ///
  /// ```swift
  /// let open = try await store.waiting { try orders.records.where(\.isPaid == false).all }
  /// ```
  ///
  /// The calls use this store, and belong to the calling task: when it is cancelled, the database stops the statement
  /// that runs, and the call throws `SQLError.cancelled`. A transaction is undone then, unless it commits already. At
  /// most 64 calls run at a time; others wait for their turn.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or `CancellationError` when the task was cancelled before it began.
  public func waiting<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(WaitingThreads.shared) {
      try Task.checkCancellation()
      return try Store.with(self) { try body() }
    }
  }
}

/// Threads that may wait for something.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue = DispatchQueue(label: "MotionModelSQL.waiting", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
