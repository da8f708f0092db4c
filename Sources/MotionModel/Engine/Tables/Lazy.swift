/// A value that is computed at its first use.
package final class Lazy<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let kept = Locked<Value?>(nil)

  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value; nil before it is computed.
  var made: Value? { kept.withLock { $0 } }

  package var value: Value {
    if let made { return made }
    // Not under the lock: `make` may use this value too. Two threads may both compute it, which does no harm.
    let value = make()
    kept.withLock { $0 = value }
    return value
  }
}
