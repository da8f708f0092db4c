import Foundation

/// The lock of a store that the writing thread holds.
///
/// The body of a transaction is users' code, which may cause a deadlock. The lock traps if the thread that runs the
/// body waits for the lock, and warns if another thread waits for long.
final class WriterLock: Sendable {
  private let lock = NSLock()
  /// The thread that runs the body of a transaction; nil if none does.
  private let holder = Locked<ThreadNumber?>(nil)
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
      lock.unlock()
    }
    return try body()
  }

  private func wait() {
    if lock.try() { return }
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
