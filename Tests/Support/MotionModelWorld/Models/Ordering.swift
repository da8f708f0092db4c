import MotionModel
import MotionModelValues

/// An order for the library, and the same for the naive store.
struct Ordering<Record: WorldModel>: Sendable {
  /// The column or the computed value, as Swift source.
  let swift: String
  /// The words behind the direction, as Swift source.
  var suffix = ""
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
    ".order(by: \(swift)\(order.isDescending ? ", .descending" : "")\(order.hasNilsFirst ? ", nils: .first" : "")\(suffix))"
  }
}

extension Ordering {
  /// The orders of the model by strings without regard to case, to accents, or to both.
  static var folded: [Ordering] {
    let all: [Any] = [
      Ordering<Site>.folded("code", \.code), Ordering<Job>.folded("title", \.title),
      Ordering<Worker>.folded("name", \.name), Ordering<Worker>.folded("email", \.email),
    ]
    return all.flatMap { $0 as? [Ordering] ?? [] }
  }

  private static func folded<Value: ColumnValue & TextValue>(
    _ name: String, _ column: any KeyPath<Record, Value> & Sendable
  ) -> [Ordering] {
    [(false, true), (true, false), (false, false)].map { isCased, isAccented in
      var ordering = Ordering(
        "\\.\(name)",
        { $0.order(by: column, $1, nils: $2, caseSensitive: isCased, accentSensitive: isAccented) },
        value: { record, _ in
          record[keyPath: column].text.map { text in
            let text = isAccented ? text : AccentFolding.folded(text)
            return isCased ? text : text.lowercased()
          }
        })
      ordering.suffix = ", caseSensitive: \(isCased), accentSensitive: \(isAccented)"
      return ordering
    }
  }
}
