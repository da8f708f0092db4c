/// A number or value that is computed from all records of a finder or of a group: the count, a sum, a mean, an extreme.
///
/// Several of them are computed in one pass:
///
/// ```swift
/// let (count, bytes) = Track.aggregate(.count, .sum(\.bytes))
/// Track.group(by: \.genreID).aggregate(.count, .average(\.milliseconds))   // => [1: (1297, 283910.0), …]
/// Track.group(by: \.genreID).having(.count) { $0 > 100 }.sum(\.bytes)
/// ```
///
/// ## Topics
/// ### What is computed
/// - ``count``
/// - ``exists``
/// - ``sum(_:)``
/// - ``average(_:)``
/// - ``minimum(_:)``
/// - ``maximum(_:)``
public struct Aggregate<Record: Model, Result: Sendable>: Sendable {
  /// Adds rows to one result.
  @usableFromInline struct State {
    @usableFromInline let add: (Row) -> Void
    @usableFromInline let result: () -> Result

    @usableFromInline init(add: @escaping (Row) -> Void, result: @escaping () -> Result) {
      (self.add, self.result) = (add, result)
    }
  }

  /// Creates the state before the first row.
  @usableFromInline let start: @Sendable () -> State
  /// Creates the same aggregate for rows that come and go.
  @usableFromInline package let reversible: @Sendable () -> ReversibleAggregate<Result>
  /// The fact that an adapter returns instead of its records; nil if one fact does not suffice.
  @usableFromInline let fact: AggregateFact<Result>?
  /// Whether the result depends on the order of the records.
  @usableFromInline let isOrdered: Bool

  @usableFromInline init(
    _ reversible: @escaping @Sendable () -> ReversibleAggregate<Result>, fact: AggregateFact<Result>? = nil,
    isOrdered: Bool = false, _ start: @escaping @Sendable () -> State
  ) {
    (self.start, self.reversible, self.fact, self.isOrdered) = (start, reversible, fact, isOrdered)
  }

  /// Returns the finder with the order of a given one if the result depends on it, so that otherwise nothing is sorted.
  @usableFromInline package func source(_ finder: Finder<Record>) -> Finder<Record> {
    isOrdered ? finder : finder.forAggregating
  }

  @inlinable init<Value, Values: Accumulator<Value>>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values,
    _ reversible: @escaping @Sendable () -> ReversibleAggregate<Result>
  ) where Values.Result == Result {
    let reader = PropertyReader(property)
    self.init(reversible, fact: AggregateFact(property, initial)) {
      var values = initial
      return State(add: { values.add(reader.value(in: $0)) }, result: { values.result })
    }
  }
}

extension Aggregate where Result == Int {
  /// The number of records.
  public static var count: Aggregate {
    Aggregate({ .count() }, fact: AggregateFact(.count, of: nil) { $0.count }) {
      var count = 0
      return State(add: { _ in count += 1 }, result: { count })
    }
  }
}

extension Aggregate where Result == Bool {
  /// Whether there are records.
  public static var exists: Aggregate {
    Aggregate({ .exists() }, fact: AggregateFact(.count, of: nil) { $0.count > 0 }) {
      var exists = false
      return State(add: { _ in exists = true }, result: { exists })
    }
  }
}

extension Aggregate {
  /// The sum of a property's values that are not nil; zero when there are none. A sum that overflows the type traps.
  ///
  /// All records are added without sorting them first, so where additions are rounded (of floating-point numbers, and
  /// of decimal numbers beyond 38 digits) the order of a finder does not show in the sum.
  @inlinable public static func sum<Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Aggregate
  where Result == Value.Unwrapped, Result: SummableValue {
    Aggregate(property, PresentValues(Summing())) { .sum(property) }
  }

  /// The arithmetic mean of a property's values that are not nil; nil when there are none.
  @inlinable
  public static func average<Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Aggregate
  where Value.Unwrapped: SummableValue, Result == Value.Unwrapped.Average? {
    Aggregate(property, PresentValues(Averaging())) { .average(property) }
  }

  /// The least of a property's values that are neither nil nor NaN; nil when there is none.
  @inlinable
  public static func minimum<Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Aggregate
  where Result == Value.Unwrapped? {
    Aggregate(property, PresentValues(Minimum())) { .extreme(property, isMaximum: false) }
  }

  /// The greatest of a property's values that are neither nil nor NaN; nil when there is none.
  @inlinable
  public static func maximum<Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Aggregate
  where Result == Value.Unwrapped? {
    Aggregate(property, PresentValues(Maximum())) { .extreme(property, isMaximum: true) }
  }
}

extension Aggregate {
  /// Creates the aggregate whose result is a tuple of those of several.
  @usableFromInline package init<First: Sendable, each Other: Sendable>(
    _ first: Aggregate<Record, First>, _ others: repeat Aggregate<Record, each Other>
  ) where Result == (First, repeat each Other) {
    let isInMemory = Record.Adapter.self == ArrayAdapter.self
    let fact = isInMemory ? nil : AggregateFact<Result>(first.fact, repeat (each others).fact)
    var isOrdered = first.isOrdered
    for other in repeat each others { isOrdered = isOrdered || other.isOrdered }
    self.init({ .all(first.reversible(), repeat (each others).reversible()) }, fact: fact, isOrdered: isOrdered) {
      let (firstState, otherStates) = (first.start(), (repeat (each others).start()))
      // An array and not a pack, because a loop over a pack looks up the types of all of its elements for each row.
      var steps = [firstState.add]
      repeat steps.append((each otherStates).add)
      return State(
        add: { [steps] row in for step in steps { step(row) } },
        result: { (firstState.result(), repeat (each otherStates).result()) })
    }
  }
}

extension FinderChain {
  /// Returns several aggregates of the records, computed in one pass.
  ///
  /// ```swift
  /// let (count, longest) = Track.where(\.genreID == 1).aggregate(.count, .maximum(\.milliseconds))
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of the finder's records; for an adapter that computes all of them, its own.
  @inlinable public func aggregate<First: Sendable, each Other: Sendable>(
    _ first: Aggregate<Record, First>, _ others: repeat Aggregate<Record, each Other>
  ) throws(Record.Adapter.Failure) -> (First, repeat each Other) {
    let all = Aggregate<Record, (First, repeat each Other)>(first, repeat each others)
    let finder = all.source(finder)
    if Record.Adapter.self != ArrayAdapter.self, let result = try finder.externalResult(of: all.fact) { return result }
    let state = all.start()
    let add = state.add
    try finder.forEachRow { add($0) }
    return state.result()
  }
}

extension Model {
  /// Returns several aggregates of all records, computed in one pass; see ``Aggregate``.
  public static func aggregate<First: Sendable, each Other: Sendable>(
    _ first: Aggregate<Self, First>, _ others: repeat Aggregate<Self, each Other>
  ) throws(Adapter.Failure) -> (First, repeat each Other) {
    try records.aggregate(first, repeat each others)
  }
}
