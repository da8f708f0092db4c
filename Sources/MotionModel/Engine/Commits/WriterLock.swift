import Foundation

/// The lock of a store that the writing thread holds.
///
/// The body of a transaction is users' code, which may cause a deadlock. The lock traps if the thread that runs the
/// body waits for the lock, and warns if another thread waits for long.
final class WriterLock: Sendable {
  private let lock = NSLock()
  /// The thread that runs the body of a transaction; nil if none does.
  private let holder = Locked<ThreadNumber?>(nil)
  /// The thread that has taken the lock for a task that is about to write; nil if there is none.
  private let reserver = Locked<ThreadNumber?>(nil)
  /// The tasks that wait for the lock without a thread.
  let queue = WriterQueue()
  /// How many seconds a thread waits for the body of a transaction before the lock warns that it may wait forever.
  private let patience: TimeInterval
  private let warn: @Sendable (String) -> Void

  init(patience: TimeInterval = 10, warn: @escaping @Sendable (String) -> Void = { Log.warning($0) }) {
    (self.patience, self.warn) = (patience, warn)
  }

  /// Runs `body` as the only writer.
  ///
  /// - Parameter isTransaction: Whether `body` runs users' code.
  func withLock<Result, Failure: Error>(
    isTransaction: Bool = false, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    wait()
    if isTransaction { holder.withLock { $0 = ThreadNumber.current } }
    defer {
      if isTransaction { holder.withLock { $0 = nil } }
      unlock()
    }
    return try body()
  }

  private func unlock() {
    lock.unlock()
    if !queue.isEmpty { queue.wake() }
  }

  private func wait() {
    if lock.try() || takeReservation() { return }
    guard let holder = holder.withLock({ $0 }) else { return lock.lock() }
    if holder == ThreadNumber.current {
      fatalError(
        """
        A transaction waits for itself: a task that is detached from it writes to the same store, on its thread and before it is \
        over. Let the task inherit the transaction, or start it afterwards.
        """)
    }
    if lock.lock(before: Date(timeIntervalSinceNow: patience)) { return }
    warn(
      """
      A thread has been waiting for \(Int(patience)) seconds to write to a store, because a transaction is under way in it: if its \
      body waits for this thread, neither will go on.
      """)
    lock.lock()
  }
}

// MARK: - Tasks

extension WriterLock {
  /// Runs `body`, which calls ``withLock(isTransaction:_:)`` before it does anything else, once the lock is free.
  /// Suspends the calling task until then.
  ///
  /// - Parameter priority: Decides which of the waiting tasks is next.
  /// - Throws: `CancellationError` if the task is cancelled before, or the error of `body`.
  func withTurn<Result>(
    isolation: isolated (any Actor)?, priority: UInt8, _ body: () throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    // A task that comes while others wait does not pass them.
    if queue.isEmpty && reserve() { return try runReserved(body) }
    let ticket = queue.ticket(priority)
    for _ in 0..<WriterQueue.patience {
      try await queue.wait(isolation: isolation, ticket) { self.isFree }
      if Task.isCancelled {
        queue.endTry(ticket)
        queue.wake()
        throw CancellationError()
      }
      if reserve() {
        queue.endTry(ticket)
        return try runReserved(body)
      }
    }
    // Threads were quicker each time. The other tasks wait on until this one has written.
    defer { queue.endTry(ticket) }
    return try body()
  }

  /// Whether the lock is free at this moment.
  private var isFree: Bool {
    guard lock.try() else { return false }
    lock.unlock()
    return true
  }

  /// Takes the lock for the calling thread if it is free, so that the next call of ``withLock(isTransaction:_:)`` on this
  /// thread has it already.
  private func reserve() -> Bool {
    guard lock.try() else { return false }
    reserver.withLock { $0 = ThreadNumber.current }
    return true
  }

  private func takeReservation() -> Bool {
    reserver.withLock { reserver in
      guard reserver == ThreadNumber.current else { return false }
      reserver = nil
      return true
    }
  }

  private func runReserved<Result>(_ body: () throws -> Result) rethrows -> Result {
    // It may have thrown before it has written.
    defer { if takeReservation() { unlock() } }
    return try body()
  }
}
