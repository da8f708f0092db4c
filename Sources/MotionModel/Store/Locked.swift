import Foundation

/// A value that one thread at a time may look at and change.
///
/// It does what `Synchronization.Mutex` does. That one is a little quicker, but on Linux the thread sanitizer does not see it
/// and reports races where there are none; this one it sees, so the tests under it mean something.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
