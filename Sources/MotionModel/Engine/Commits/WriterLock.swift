import Foundation
import Synchronization

/// The lock of a store that the writing thread holds.
///
/// The body of a transaction is users' code, which may cause a deadlock. A thread that would wait for itself, directly
/// or by way of threads that write to other stores, is refused. The lock warns if a thread waits for long for another
/// reason.
final class WriterLock: Sendable {
  private let lock = NSLock()
  /// The number of the thread that has the lock; 0 if none has.
  private let holderBits = Atomic<UInt>(0)
  /// The thread that has taken the lock for a task that is about to write; nil if there is none.
  private let reserver = Locked<ThreadNumber?>(nil)
  /// The tasks that wait for the lock without a thread.
  let queue = WriterQueue()
  /// How many seconds a thread waits before the lock warns that it may wait forever.
  private let patience: TimeInterval
  private let warn: @Sendable (String) -> Void

  init(patience: TimeInterval = 10, warn: @escaping @Sendable (String) -> Void = { Log.warning($0) }) {
    (self.patience, self.warn) = (patience, warn)
  }

  /// The thread that has the lock; nil if none has. It may be another one a moment later, unless it waits.
  var holder: ThreadNumber? {
    let bits = holderBits.load(ordering: .acquiring)
    return bits == 0 ? nil : ThreadNumber(bits: bits)
  }

  /// Runs `body` as the only writer.
  ///
  /// - Throws: ``StoreError/deadlock`` if the calling thread would wait for ever.
  func withLock<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    if !take() { throw .deadlock }
    defer { unlock() }
    return try body()
  }

  /// Runs `body`, which does not write, while nobody commits.
  ///
  /// If the calling thread would wait for ever, the thread that has the lock runs users' code, and stays there until
  /// `body` has returned. So `body` needs no lock.
  func withoutCommits<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let isTaken = take()
    defer { if isTaken { unlock() } }
    return try body()
  }

  private func unlock() {
    holderBits.store(0, ordering: .releasing)
    lock.unlock()
    if !queue.isEmpty { queue.wake() }
  }

  /// Waits until the calling thread has the lock.
  ///
  /// - Returns: False if it would wait for ever.
  private func take() -> Bool {
    guard lock.try() || takeReservation() || wait() else { return false }
    holderBits.store(ThreadNumber.current.bits, ordering: .releasing)
    return true
  }

  private func wait() -> Bool {
    guard WaitingWriters.begin(self) else { return false }
    defer { WaitingWriters.end() }
    if !lock.lock(before: Date(timeIntervalSinceNow: patience)) {
      warn(
        """
        A thread has been waiting for \(Int(patience)) seconds to write to a store, because another is writing to it: if that \
        thread waits for this one, neither will go on.
        """)
      lock.lock()
    }
    return true
  }
}

// MARK: - Tasks

extension WriterLock {
  /// Runs `body`, which calls ``withLock(_:)`` before it does anything else, once the lock is free.
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

  /// Takes the lock for the calling thread if it is free, so that the next call of ``withLock(_:)`` on
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
