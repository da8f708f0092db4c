/// An ``Aggregate`` of rows that come and go, for a live value.
@usableFromInline package struct ReversibleAggregate<Result: Sendable>: Sendable {
  /// Adds rows to one result, and removes them again.
  package struct State {
    package let add: (Row) -> Void
    package let remove: (Row) -> Void
    /// Returns the result, unless its type cannot hold it.
    package let result: () throws(SumOverflow) -> Result
  }

  /// Creates the state before the first row.
  package let start: @Sendable () -> State
  /// The name of a property that is computed by code, which may look at anything; nil when the result follows from the
  /// rows alone.
  package let obstacle: String?
  /// Returns whether two results are equal, so that listeners need not be notified.
  package let isSame: @Sendable (Result, Result) -> Bool

  init(
    _ obstacle: String? = nil, isSame: @escaping @Sendable (Result, Result) -> Bool,
    _ start: @escaping @Sendable () -> State
  ) {
    (self.start, self.obstacle, self.isSame) = (start, obstacle, isSame)
  }

  private init<Record, Value, Values: ReversibleAccumulator>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values
  ) where Values.Value == Value, Values.Result == Result, Result: Equatable {
    let reader = PropertyReader(property)
    self.init(reader.stored == nil ? "\(property)" : nil, isSame: Self.areSame) {
      var values = initial
      return State(
        add: { values.add(reader.value(in: $0)) }, remove: { values.remove(reader.value(in: $0)) },
        result: { () throws(SumOverflow) in
          do throws(SumOverflow) { return try values.fitting() } catch {
            throw SumOverflow(type: error.type, sum: error.sum, property: "\(property)")
          }
        })
    }
  }
}

extension ReversibleAggregate {
  private static func counted(_ result: @escaping @Sendable (Int) -> Result) -> Self where Result: Equatable {
    Self(isSame: ==) {
      var count = 0
      return State(add: { _ in count += 1 }, remove: { _ in count -= 1 }, result: { result(count) })
    }
  }

  /// Returns whether two results are equal, or both are not numbers.
  private static func areSame(_ first: Result, _ second: Result) -> Bool where Result: Equatable {
    first == second || first != first && second != second
  }

  @usableFromInline static func count() -> Self where Result == Int { counted { $0 } }

  @usableFromInline static func exists() -> Self where Result == Bool { counted { $0 > 0 } }

  @usableFromInline
  static func sum<Record, Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Self
  where Result == Value.Unwrapped, Result: SummableValue {
    Self(property, PresentValues(ReversibleSum()))
  }

  @usableFromInline
  static func average<Record, Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Self
  where Value.Unwrapped: SummableValue, Result == Value.Unwrapped.Average? {
    Self(property, PresentValues(ReversibleAverage()))
  }

  @usableFromInline static func extreme<Record, Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, isMaximum: Bool
  ) -> Self where Result == Value.Unwrapped? {
    Self(property, PresentValues(ReversibleExtreme(isMaximum: isMaximum)))
  }

  /// Creates the aggregate whose result is a tuple of those of several.
  @usableFromInline static func all<each Part: Sendable>(_ parts: repeat ReversibleAggregate<each Part>) -> Self
  where Result == (repeat each Part) {
    var obstacle: String?
    for part in repeat each parts { obstacle = obstacle ?? part.obstacle }
    let parts = (repeat each parts)
    return Self(obstacle) { old, new in
      var isSame = true
      for (part, old, new) in repeat (each parts, each old, each new) { isSame = isSame && part.isSame(old, new) }
      return isSame
    } _: {
      let states = (repeat (each parts).start())
      // Arrays, as in ``Aggregate``.
      var (adds, removes) = ([(Row) -> Void](), [(Row) -> Void]())
      repeat adds.append((each states).add)
      repeat removes.append((each states).remove)
      return State(
        add: { [adds] row in for add in adds { add(row) } },
        remove: { [removes] row in for remove in removes { remove(row) } },
        result: { () throws(SumOverflow) in (repeat try (each states).result()) })
    }
  }
}
