import Foundation

/// The lock of a store that the writing thread holds.
///
/// The body of a transaction is users' code, which may cause a deadlock. A thread that would wait for itself, directly
/// or by way of threads that write to other stores, is refused. The lock warns if a thread waits for long for another
/// reason.
final class WriterLock: Sendable {
  private let lock = NSLock()
  /// The thread that runs the body of a transaction; nil if none does.
  private let bodyThread = Locked<ThreadNumber?>(nil)
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

  /// The thread that runs the body of a transaction; nil if none does.
  var holder: ThreadNumber? { bodyThread.withLock { $0 } }

  /// Runs `body` as the only writer.
  ///
  /// - Parameter isTransaction: Whether `body` runs users' code.
  /// - Throws: ``StoreError/deadlock`` if the calling thread would wait for ever.
  func withLock<Result>(
    isTransaction: Bool = false, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if !take() { throw .deadlock }
    if isTransaction { bodyThread.withLock { $0 = ThreadNumber.current } }
    defer {
      if isTransaction { bodyThread.withLock { $0 = nil } }
      unlock()
    }
    return try body()
  }

  /// Runs `body`, which does not write, while nobody commits.
  ///
  /// If the calling thread would wait for ever, the thread that has the lock is in the body of a transaction, and stays
  /// there until `body` has returned. So `body` needs no lock.
  func withoutCommits<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let isTaken = take()
    defer { if isTaken { unlock() } }
    return try body()
  }

  private func unlock() {
    lock.unlock()
    if !queue.isEmpty { queue.wake() }
  }

  /// Waits until the calling thread has the lock.
  ///
  /// - Returns: False if it would wait for ever.
  private func take() -> Bool {
    if lock.try() || takeReservation() { return true }
    guard WaitingWriters.begin(self) else { return false }
    defer { WaitingWriters.end() }
    if holder == nil {
      lock.lock()
    } else if !lock.lock(before: Date(timeIntervalSinceNow: patience)) {
      warn(
        """
        A thread has been waiting for \(Int(patience)) seconds to write to a store, because a transaction is under way in it: if \
        its body waits for this thread, neither will go on.
        """)
      lock.lock()
    }
    return true
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

  /// Takes the lock for the calling thread if it is free, so that the next call of ``withLock(isTransaction:_:)`` on
  /// this thread has it already.
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
