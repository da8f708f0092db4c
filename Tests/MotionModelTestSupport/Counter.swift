import Synchronization

/// A number that any thread may add to.
public final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  public init() {}

  /// The number.
  public var value: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Adds to the number.
  public func add(_ amount: Int = 1) { number.add(amount, ordering: .sequentiallyConsistent) }
}
