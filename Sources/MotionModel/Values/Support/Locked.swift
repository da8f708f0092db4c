import Foundation

/// A value that one thread at a time may look at and change.
///
/// It does what `Synchronization.Mutex` does, which on Linux the thread sanitizer does not see, so that it reports races where
/// there are none; a lock of `pthread` it sees, so the tests under it mean something.
///
/// Value and lock lie in one piece of memory, and are reached by their addresses: a transaction has one, so it should cost one
/// allocation and not five as with `NSLock`, and the checks for overlapping access, which the lock makes needless, are spared.
package struct Locked<Value: Sendable>: @unchecked Sendable {
  private let storage: ManagedBuffer<Value, pthread_mutex_t>

  package init(_ value: Value) {
    storage = LockStorage<Value>.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { lock in
        lock.initialize(to: pthread_mutex_t())
        initialize(lock)
      }
      return value
    }
  }

  @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { value, lock throws(Failure) in
      if pthread_mutex_lock(lock) != 0 { refuseRecursion() }
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }

  /// The same, unless somebody has the lock: then it does nothing, at once.
  ///
  /// - Returns: What `body` returned; nil when it did not run.
  func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
    storage.withUnsafeMutablePointers { value, lock in
      if pthread_mutex_trylock(lock) != 0 { return nil }
      defer { pthread_mutex_unlock(lock) }
      return body(&value.pointee)
    }
  }
}

/// Makes a lock. Without optimisation it sees when its own thread asks for it again, which would wait for ever; with it, to see that
/// would slow down each read.
private func initialize(_ lock: UnsafeMutablePointer<pthread_mutex_t>) {
  #if DEBUG
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, .init(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(lock, &attributes)
    pthread_mutexattr_destroy(&attributes)
  #else
    pthread_mutex_init(lock, nil)
  #endif
}

/// It is a function of its own so that each use of a lock does not have the sentence.
@inline(never)
private func refuseRecursion() -> Never {
  fatalError(
    """
    A thread waits for itself: a store asks something while it is locked, and that uses the store. It may be a computed property \
    that an index is made of, the condition of an index, the code of a column's type, or an id generator: have it look at nothing \
    but what it is given.
    """)
}

/// The memory of a ``Locked``.
private final class LockStorage<Value>: ManagedBuffer<Value, pthread_mutex_t> {
  deinit {
    _ = withUnsafeMutablePointerToElements { lock in pthread_mutex_destroy(lock) }
  }
}
