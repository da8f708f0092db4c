/// Computes one result from values that are added, and in a live value removed again: the seam for aggregates of other
/// modules, such as a median.
///
/// It differs from ``Accumulator`` in that computing the result may arrange the values, as a sort does.
package protocol RowAccumulator<Value>: Sendable {
  associatedtype Value
  associatedtype Result: Sendable

  /// Adds a value.
  mutating func add(_ value: Value)
  /// Removes a value that was added. It is called only if the aggregate is incremental.
  mutating func remove(_ value: Value)
  /// Returns the result of the values that are there.
  mutating func result() -> Result
  /// Returns whether two results are equal, so that listeners need not be notified.
  func isSame(_ first: Result, _ second: Result) -> Bool
}

extension Aggregate {
  /// Creates an aggregate of a property's values that another module computes.
  ///
  /// - Parameters:
  ///   - property: The property; `\.self` for whole records.
  ///   - initial: The tally without a value.
  ///   - isIncremental: Whether values can be removed again. If not, a live value is recomputed after each commit.
  ///   - isOrdered: Whether the result depends on the order of the values.
  package init<Value, Tally: RowAccumulator<Value>>(
    of property: any KeyPath<Record, Value> & Sendable, _ initial: Tally, isIncremental: Bool = true,
    isOrdered: Bool = false
  ) where Tally.Result == Result {
    let reader = PropertyReader(property)
    self.init({ ReversibleAggregate(of: property, initial, isIncremental: isIncremental) }, isOrdered: isOrdered) {
      var tally = initial
      return State(add: { tally.add(reader.value(in: $0)) }, result: { tally.result() })
    }
  }
}

extension ReversibleAggregate {
  fileprivate init<Record, Value, Tally: RowAccumulator<Value>>(
    of property: any KeyPath<Record, Value> & Sendable, _ initial: Tally, isIncremental: Bool
  ) where Tally.Result == Result {
    let reader = PropertyReader(property)
    let follows = isIncremental && reader.stored != nil
    self.init(follows ? nil : "\(property)", isSame: { initial.isSame($0, $1) }) {
      var tally = initial
      return State(
        add: { tally.add(reader.value(in: $0)) }, remove: { tally.remove(reader.value(in: $0)) },
        result: { () throws(SumOverflow) in tally.result() })
    }
  }
}
