import MotionModel

/// An order for the library, and the same for the naive store.
struct Ordering<Record: WorldModel>: Sendable {
  /// The column or the computed value, as Swift source.
  let swift: String
  let apply: @Sendable (Finder<Record>, OrderDirection, NilOrder) -> Finder<Record>
  let precedes: @Sendable (Order, NaiveStore) -> (Record, Record) -> Bool

  /// - Parameter value: The value in a record; nil if the record has none.
  init<Value: ColumnValue>(
    _ swift: String, _ apply: @escaping @Sendable (Finder<Record>, OrderDirection, NilOrder) -> Finder<Record>,
    value: @escaping @Sendable (Record, NaiveStore) -> Value?
  ) {
    (self.swift, self.apply) = (swift, apply)
    precedes = { order, naive in
      { first, second in
        switch (value(first, naive), value(second, naive)) {
        case (let first?, let second?):
          order.isDescending ? Value.precedes(second, first) : Value.precedes(first, second)
        case (_?, nil): !order.hasNilsFirst
        case (nil, _?): order.hasNilsFirst
        case (nil, nil): false
        }
      }
    }
  }

  func apply(_ order: Order, to finder: Finder<Record>) -> Finder<Record> {
    apply(finder, order.isDescending ? .descending : .ascending, order.hasNilsFirst ? .first : .last)
  }

  func swift(_ order: Order) -> String {
    ".order(by: \(swift)\(order.isDescending ? ", .descending" : "")\(order.hasNilsFirst ? ", nils: .first" : ""))"
  }
}
