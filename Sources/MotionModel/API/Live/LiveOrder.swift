/// The total order of a query's rows, which ends in the order of insertion.
package struct LiveOrder: Sendable {
  private let keys: [@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool]
  private let isReversed: Bool

  init(_ query: Query) {
    (keys, isReversed) = (query.order.map(\.precedes), query.isReversed)
  }

  /// Returns whether a row comes before another.
  package func precedes(_ first: LiveReference, _ second: LiveReference) -> Bool {
    isReversed ? precedesForward(second, first) : precedesForward(first, second)
  }

  private func precedesForward(_ first: LiveReference, _ second: LiveReference) -> Bool {
    for precedes in keys {
      if precedes(first.address, second.address) { return true }
      if precedes(second.address, first.address) { return false }
    }
    return first.place < second.place
  }
}
