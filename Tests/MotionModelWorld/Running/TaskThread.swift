import Dispatch

/// A queue on which a task runs for which a thread waits, so that steps can make asynchronous calls.
///
/// It takes none of the threads of Swift's tasks, all of which may wait.
final class TaskThread: TaskExecutor {
  private let queue = DispatchQueue(label: "world")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs `body` as a task that has the task-local values of the caller, which waits for it.
  static func run(_ body: @escaping () async throws -> Void) throws {
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var outcome: Result<Void, any Error> = .success(())
    let isOver = DispatchSemaphore(value: 0)
    Task(executorPreference: TaskThread()) {
      do { try await body() } catch { outcome = .failure(error) }
      isOver.signal()
    }
    isOver.wait()
    try outcome.get()
  }
}
