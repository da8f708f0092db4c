import MotionModelSystem

/// A value that one thread at a time may read and change, and for whose changes threads can wait.
///
/// It uses the system's lock, which the thread sanitizer understands on each system, and a clock that nobody sets.
package final class Monitor<State: ~Copyable>: @unchecked Sendable {
  // The lock guards `state`.
  private let lock = UnsafeMutablePointer<SystemCalls.Lock>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<SystemCalls.Condition>.allocate(capacity: 1)
  private var state: State

  package init(_ state: consuming State) {
    self.state = state
    SystemCalls.make(lock, findsRecursion: false)
    SystemCalls.make(changed)
  }

  deinit {
    SystemCalls.destroy(changed)
    SystemCalls.destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Runs `body` with the lock.
  package func withLock<Value, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    SystemCalls.lock(lock)
    defer { SystemCalls.unlock(lock) }
    return try body(&state)
  }

  /// Runs `body` with the lock, and wakes all who wait, so that they look at the state again.
  package func change<Value, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    defer { SystemCalls.wakeAll(changed) }
    return try withLock(body)
  }

  /// Runs `body` with the lock, and again after each change until it returns a value.
  ///
  /// - Parameter deadline: When to give up.
  /// - Returns: The value, and nil after the deadline.
  package func wait<Value, Failure: Error>(
    until deadline: ContinuousClock.Instant, for body: (inout State) throws(Failure) -> Value?
  ) throws(Failure) -> Value? {
    SystemCalls.lock(lock)
    defer { SystemCalls.unlock(lock) }
    while true {
      if let value = try body(&state) { return value }
      let rest = ContinuousClock.now.duration(to: deadline)
      if rest <= .zero { return nil }
      SystemCalls.wait(for: changed, lock, atMost: rest)
    }
  }

  /// Runs `body` with the lock, and again after each change until it returns a value.
  package func wait<Value, Failure: Error>(
    for body: (inout State) throws(Failure) -> Value?
  ) throws(Failure) -> Value {
    SystemCalls.lock(lock)
    defer { SystemCalls.unlock(lock) }
    while true {
      if let value = try body(&state) { return value }
      SystemCalls.wait(for: changed, lock)
    }
  }
}
