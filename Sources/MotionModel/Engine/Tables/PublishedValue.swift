/// What a store publishes: a value that is read all the time, and changed for moments only.
///
/// It is read in place, while no change is under way; see ``InPlaceReaders``. Writers, and readers who find no way in,
/// wait for a lock.
struct PublishedValue<Value: Sendable>: Sendable {
  private let value: Locked<Value>
  private let readers: InPlaceReaders

  init(_ value: @autoclosure () -> Value, _ readers: InPlaceReaders) {
    (self.value, self.readers) = (Locked(value()), readers)
  }

  /// Calls `body`, which copies what it needs and runs no users' code, with the value.
  @inline(__always) func read<Result>(_ body: (Value) -> Result) -> Result {
    guard let flag = readers.enter() else { return change { body($0) } }
    defer { flag.giveBack() }
    return value.withAddress { body($0.pointee) }
  }

  /// Returns the value in place, with a flag that the caller has to give back once it has read what the value leads to.
  /// Meanwhile it runs no users' code and keeps no references. Returns nil while the value is being changed.
  @inline(__always) func enter() -> (value: UnsafePointer<Value>, flag: InPlaceReaders.Flag)? {
    readers.enter().map { (value.withAddress { $0 }, $0) }
  }

  /// Calls `body`, which changes the value, while nobody reads it.
  @inline(__always)
  func change<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    // NB: Nobody may be inside when the lock is taken: the access to the value begins with it, for the thread
    // sanitizer.
    readers.beginChange()
    defer { readers.endChange() }
    return try value.withLock(body)
  }
}
