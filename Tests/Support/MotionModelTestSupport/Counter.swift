import Synchronization

/// A number that any thread may add to.
package final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  package init() {}

  /// The number.
  package var value: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Adds to the number.
  package func add(_ amount: Int = 1) { number.add(amount, ordering: .sequentiallyConsistent) }
}
