/// A value that is computed at its first use.
package final class Lazy<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let make: @Sendable () -> Value
  // Two threads may both compute it, which does no harm.
  private let kept = MadeOnce<Made>()

  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value; nil before it is computed.
  var made: Value? { kept.made?.value }

  package var value: Value { kept.object { Made(make()) }.value }
}
