/// The threads of the process that wait for the writer lock of a store.
///
/// A transaction runs users' code, which may write to another store while it holds the lock of its own. Two such
/// threads can wait for each other, each for the lock that the other one holds. The thread that would close the circle
/// is refused. All others have waited before, so the circle is found exactly once, and by the thread that can still
/// return.
enum WaitingWriters {
  private static let locks = Locked<[ThreadNumber: WriterLock]>([:])

  /// Notes that the calling thread is about to wait for a lock.
  ///
  /// - Returns: False if it would wait for ever; nothing is noted then.
  static func begin(_ lock: WriterLock) -> Bool {
    locks.withLock { locks in
      let thread = ThreadNumber.current
      var holder = lock.holder
      // NB: A thread that has the lock by now is noted until it runs on, so a walk may come to the same threads again.
      for _ in 0...locks.count {
        guard let next = holder else { break }
        if next == thread { return false }
        holder = locks[next]?.holder
      }
      locks[thread] = lock
      return true
    }
  }

  /// Notes that the calling thread waits no longer.
  static func end() { locks.withLock { _ = $0.removeValue(forKey: ThreadNumber.current) } }
}
