import Foundation

/// A value that one thread at a time may look at and change.
///
/// It does what `Synchronization.Mutex` does, which on Linux the thread sanitizer does not see, so that it reports races where
/// there are none; a lock of `pthread` it sees, so the tests under it mean something.
///
/// Value and lock lie in one piece of memory, and are reached by their addresses: a session has one, so it should cost one
/// allocation and not five as with `NSLock`, and the checks for overlapping access, which the lock makes needless, are spared.
package struct Locked<Value: Sendable>: @unchecked Sendable {
  private let storage: ManagedBuffer<Value, pthread_mutex_t>

  package init(_ value: Value) {
    storage = LockStorage<Value>.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { lock in
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
      }
      return value
    }
  }

  @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { value, lock throws(Failure) in
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
}

/// The memory of a ``Locked``.
private final class LockStorage<Value>: ManagedBuffer<Value, pthread_mutex_t> {
  deinit {
    _ = withUnsafeMutablePointerToElements { lock in pthread_mutex_destroy(lock) }
  }
}
