import Dispatch
import MotionModel

/// A thread that runs a task, so that steps can make asynchronous calls.
///
/// It takes none of the threads of Swift's tasks, all of which may wait, and what the task allocates is freed by the same
/// thread, which counts both.
final class TaskThread: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])
  private let ready = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    ready.signal()
  }

  private func runNext() {
    ready.wait()
    jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Runs `body` on the calling thread, as a task that has the task-local values of the caller.
  static func run(_ body: @escaping () async throws -> Void) throws {
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var outcome: Result<Void, any Error>?
    let thread = TaskThread()
    Task(executorPreference: thread) {
      do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    }
    while true {
      if let outcome { return try outcome.get() }
      thread.runNext()
    }
  }
}
