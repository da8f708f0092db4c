import Foundation
import Synchronization

/// Runs `body` on a number of new threads at once, with the number of each thread, and waits for all of them.
///
/// Threads, unlike tasks, inherit no task-local values and interrupt one another at any instruction.
public func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}

/// Runs `body` on a thread with a stack of 512 KB, and waits for it. Threads of dispatch queues have this stack on
/// Apple's systems.
public func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
  let result = Mutex<Result<Void, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    let outcome = Result { try body() }
    result.withLock { $0 = outcome }
    isDone.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  isDone.wait()
  try result.withLock { $0 }?.get()
}

/// Runs each task on its own threads, so that a test that waits for a task blocks no thread that other tasks need.
public final class OwnThreads: TaskExecutor {
  /// Creates an executor, which creates a thread for each job of a task.
  public init() {}

  /// Runs a job of a task on a new thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs `body` on a thread with a stack of 512 KB, and waits for it without blocking a thread.
public func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
