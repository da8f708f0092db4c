public import MotionModelSystem

/// A value that one thread at a time may read and change.
///
/// It works like `Synchronization.Mutex`, but with a `pthread` lock. On Linux the thread sanitizer does not see the
/// mutex and reports races that do not exist; it sees `pthread` locks.
///
/// The value and the lock share one allocation and are accessed by address. Each transaction creates a lock, at the
/// cost of one allocation instead of five with `NSLock`. Access by address saves the checks for overlapping access,
/// which the lock makes needless.
@usableFromInline
package struct Locked<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let storage: ManagedBuffer<Value, SystemCalls.Lock>

  /// - Parameter value: The initial value. It is an autoclosure so that the value is made in place, and not copied.
  @inlinable
  package init(_ value: @autoclosure () -> Value) {
    storage = LockStorage<Value>.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { SystemCalls.make($0, findsRecursion: true) }
      return value()
    }
  }

  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { value, lock throws(Failure) in
      if !SystemCalls.lock(lock) { refuseRecursion() }
      defer { SystemCalls.unlock(lock) }
      return try body(&value.pointee)
    }
  }

  /// Calls `body` with the address of the value, under no lock: the caller makes sure that nobody changes the value
  /// meanwhile.
  @inlinable @inline(__always)
  package func withAddress<Result>(_ body: (UnsafePointer<Value>) -> Result) -> Result {
    storage.withUnsafeMutablePointerToHeader { body(UnsafePointer($0)) }
  }

  /// Runs `body` with the lock, unless the lock is held; in that case it returns nil at once.
  ///
  /// - Returns: The result of `body`; nil when it did not run.
  @inlinable
  package func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
    storage.withUnsafeMutablePointers { value, lock in
      if !SystemCalls.tryLock(lock) { return nil }
      defer { SystemCalls.unlock(lock) }
      return body(&value.pointee)
    }
  }
}

/// A function of its own, so that the message is not inlined into each use of a lock.
@inline(never) @usableFromInline
func refuseRecursion() -> Never {
  fatalError(
    """
    A thread waits for itself: a store asks something while it is locked, and that uses the store. It may be a computed property \
    that an index is made of, the condition of an index, the code of a column's type, or an id generator: have it look at nothing \
    but what it is given.
    """)
}

/// The memory of a ``Locked``.
@usableFromInline
final class LockStorage<Value>: ManagedBuffer<Value, SystemCalls.Lock> {
  @inlinable
  deinit {
    withUnsafeMutablePointerToElements { SystemCalls.destroy($0) }
  }
}
