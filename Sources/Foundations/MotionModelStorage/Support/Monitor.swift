import Foundation

/// A value that one thread at a time may read and change, and for whose changes threads can wait.
///
/// It uses a `pthread` lock, which the thread sanitizer understands on each system, and a clock that nobody sets.
package final class Monitor<State: ~Copyable>: @unchecked Sendable {
  // The lock guards `state`. Both have addresses that do not change, as `pthread` requires.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: consuming State) {
    self.state = state
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    changed.initialize(to: pthread_cond_t())
    initialize(changed)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Runs `body` with the lock.
  package func withLock<Value, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&state)
  }

  /// Runs `body` with the lock, and wakes all who wait, so that they look at the state again.
  package func change<Value, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    defer { pthread_cond_broadcast(changed) }
    return try withLock(body)
  }

  /// Runs `body` with the lock, and again after each change until it returns a value.
  ///
  /// - Parameter deadline: When to give up.
  /// - Returns: The value, and nil after the deadline.
  package func wait<Value, Failure: Error>(
    until deadline: ContinuousClock.Instant, for body: (inout State) throws(Failure) -> Value?
  ) throws(Failure) -> Value? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let value = try body(&state) { return value }
      let rest = ContinuousClock.now.duration(to: deadline)
      if rest <= .zero { return nil }
      MotionModelStorage.wait(changed, lock, for: rest)
    }
  }

  /// Runs `body` with the lock, and again after each change until it returns a value.
  package func wait<Value, Failure: Error>(
    for body: (inout State) throws(Failure) -> Value?
  ) throws(Failure) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let value = try body(&state) { return value }
      pthread_cond_wait(changed, lock)
    }
  }
}

// Apple's condition variables wait for a duration, those of other systems until a time of a clock.

private func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
  #if canImport(Darwin)
    pthread_cond_init(condition, nil)
  #else
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  #endif
}

private func wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ lock: UnsafeMutablePointer<pthread_mutex_t>, for time: Duration
) {
  let (seconds, attoseconds) = min(time, .seconds(3600)).components
  var moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  #if canImport(Darwin)
    pthread_cond_timedwait_relative_np(condition, lock, &moment)
  #else
    let second = 1_000_000_000
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let nanoseconds = now.tv_nsec + moment.tv_nsec
    moment = timespec(tv_sec: now.tv_sec + moment.tv_sec + nanoseconds / second, tv_nsec: nanoseconds % second)
    pthread_cond_timedwait(condition, lock, &moment)
  #endif
}
