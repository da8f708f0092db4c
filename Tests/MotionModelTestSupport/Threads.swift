import Foundation
import Synchronization

/// Runs `body` on so many threads of their own at once, with their numbers, and waits for all of them.
///
/// Threads, unlike tasks, inherit no task local and interrupt one another at any instruction.
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

/// Runs `body` on a thread with a stack of 512 KB, as the threads of dispatch queues have on Apple's systems, and waits for it.
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

/// Runs tasks on threads of their own, so that a test may wait for one without keeping a thread from the tasks of all others.
public final class OwnThreads: TaskExecutor {
  /// Makes an executor; a thread is made for each piece of a task.
  public init() {}

  /// Runs a piece of a task on a thread of its own.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs `body` on a thread with the stack that a thread has on Apple's systems, half a megabyte, and waits for it.
public func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
