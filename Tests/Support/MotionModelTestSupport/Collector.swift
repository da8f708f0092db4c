import Foundation

/// Collects values from many threads.
///
/// It uses a lock that the thread sanitizer recognizes. The sanitizer does not recognize the lock of `Mutex` on Linux,
/// and reports every use of it.
public final class Collector<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [Value] = []

  /// Creates an empty collector.
  public init() {}

  /// The values, in the order in which they were added.
  public var values: [Value] { lock.withLock { collected } }

  /// Adds values.
  public func add(_ values: Value...) { lock.withLock { collected += values } }
}
