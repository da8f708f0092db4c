public import Foundation

#if canImport(Android)
  // Foundation passes only a part of the C library on there.
  @_exported public import Android
#elseif !canImport(Darwin) && !canImport(Glibc) && !canImport(Musl)
  #error(
    """
    MotionModel does not know this system. Give SystemCalls a file for it, with what SystemCalls+Linux.swift has, and \
    what this file takes of POSIX. For Windows, that is slim locks and condition variables, threads and Winsock; for \
    Wasm, locks that do nothing while there is one thread. Beside it, DiskFiles needs another FileSystem.
    """)
#endif

/// What the library needs of the system, under names that are the same on each.
///
/// Here is what all systems with POSIX have in common. What Apple's systems do in their own way, and what Linux and
/// Android do, are in a file each. Other modules use the C library directly only where it is the same on all of them.
@usableFromInline package enum SystemCalls {
  // MARK: - Locks

  /// A lock, at an address that does not change.
  @usableFromInline package typealias Lock = pthread_mutex_t

  /// Makes a lock.
  ///
  /// - Parameter findsRecursion: Whether ``lock(_:)`` returns false on the thread that has the lock, instead of waiting
  ///   for ever.
  @usableFromInline package static func make(_ lock: UnsafeMutablePointer<Lock>, findsRecursion: Bool) {
    lock.initialize(to: Lock())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    if findsRecursion { pthread_mutexattr_settype(&attributes, .init(PTHREAD_MUTEX_ERRORCHECK)) }
    pthread_mutex_init(lock, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  @inlinable @inline(__always) @discardableResult
  package static func lock(_ lock: UnsafeMutablePointer<Lock>) -> Bool { pthread_mutex_lock(lock) == 0 }

  /// Takes a lock if it is free, and returns whether it was.
  @inlinable @inline(__always)
  package static func tryLock(_ lock: UnsafeMutablePointer<Lock>) -> Bool { pthread_mutex_trylock(lock) == 0 }

  @inlinable @inline(__always)
  package static func unlock(_ lock: UnsafeMutablePointer<Lock>) { pthread_mutex_unlock(lock) }

  @inlinable package static func destroy(_ lock: UnsafeMutablePointer<Lock>) { pthread_mutex_destroy(lock) }

  // MARK: - Conditions

  /// What threads wait for, at an address that does not change.
  package typealias Condition = pthread_cond_t

  /// Wakes all threads that wait.
  package static func wakeAll(_ condition: UnsafeMutablePointer<Condition>) { pthread_cond_broadcast(condition) }

  /// Gives the lock back until the thread is woken.
  package static func wait(for condition: UnsafeMutablePointer<Condition>, _ lock: UnsafeMutablePointer<Lock>) {
    pthread_cond_wait(condition, lock)
  }

  package static func destroy(_ condition: UnsafeMutablePointer<Condition>) { pthread_cond_destroy(condition) }

  /// The time of a wait, at most an hour: a longer one ends early.
  static func span(_ time: Duration) -> timespec {
    let (seconds, attoseconds) = min(time, .seconds(3600)).components
    return timespec(tv_sec: numericCast(seconds), tv_nsec: numericCast(attoseconds / 1_000_000_000))
  }

  // MARK: - Threads

  /// A number that no other live thread has, and that is not 0.
  @inlinable package static var thread: UInt {
    // NB: The type is a number on some systems and a pointer on others, and has the size of a word everywhere.
    withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) }
  }

  /// The lowest address of the calling thread's stack; `Int.max` if it is not known. It is looked up once for each
  /// thread, because the lookup may be slow on the main thread.
  package static var stackEnd: Int {
    if let known = pthread_getspecific(stackEndKey) { return Int(bitPattern: known) }
    let end = lookUpStackEnd()
    pthread_setspecific(stackEndKey, UnsafeRawPointer(bitPattern: end))
    return end
  }

  private static let stackEndKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Lets other threads run: for a moment, or for 50 microseconds.
  package static func giveWay(long: Bool) { if long { usleep(50) } else { sched_yield() } }

  // MARK: - Memory

  /// Gives free memory back to the system after a second, when those who still used what was deleted have let it go.
  package static func giveMemoryBackSoon() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { giveMemoryBack() }
  }

  // MARK: - Files and sockets

  /// Reads from a file or socket; returns how many bytes came, 0 at the end, and a negative number for an error.
  package static func read(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    readFile(descriptor, bytes)
  }

  /// Writes to a file or socket; returns how many bytes were taken, and a negative number for an error.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    writeFile(descriptor, bytes)
  }
}

// The system's functions under other names, because methods of the same names hide them.
private func readFile(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}
private func writeFile(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
