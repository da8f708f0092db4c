public import MotionModel

extension Aggregate {
  /// The records that come first in the order of a property, without those whose value is nil or NaN. Records
  /// with equal values come in the finder's order.
  ///
  /// ```swift
  /// Player.group(by: \.team).live(.top(3, by: \.goals))
  /// ```
  ///
  /// It cannot follow from the changes of a commit, because a record that leaves may let any other one in: a live value
  /// finds the records again after each commit that concerns it.
  ///
  /// - Complexity: O(*n* log *k*), where *k* is `count`.
  public static func top<Value: ColumnValue>(
    _ count: Int, by property: any KeyPath<Record, Value> & Sendable, _ direction: OrderDirection = .descending
  ) -> Aggregate where Result == [Record] {
    Aggregate(
      of: \.self, TopAccumulator(count, property, direction), isIncremental: false,
      isOrdered: true)
  }
}

/// Keeps the first records of an order, and at most as many others until they are sorted out.
private struct TopAccumulator<Record: Model, Key: ColumnValue>: RowAccumulator {
  private struct Element: Sendable {
    let key: Key
    /// The number of the record, which decides between equal keys.
    let number: Int
    let record: Record
  }

  private let limit: Int
  private let property: any KeyPath<Record, Key> & Sendable
  private let isDescending: Bool
  private var elements: [Element] = []
  /// What an element has to precede to be one of the first, since others were left out.
  private var last: Element?
  private var number = 0

  init(_ limit: Int, _ property: any KeyPath<Record, Key> & Sendable, _ direction: OrderDirection) {
    (self.limit, self.property, isDescending) = (max(0, limit), property, direction == .descending)
  }

  mutating func add(_ record: Record) {
    let key = record[keyPath: property]
    guard limit > 0, key.unwrapped.map({ hasPlace($0) }) ?? false else { return }
    let element = Element(key: key, number: number, record: record)
    number += 1
    if let last, precedes(last, element) { return }
    elements.append(element)
    if elements.count / 2 >= limit { cut() }
  }

  /// NB: It is never called, because the aggregate is not incremental.
  mutating func remove(_ record: Record) {}

  mutating func result() -> [Record] {
    cut()
    return elements.map(\.record)
  }

  func isSame(_ first: [Record], _ second: [Record]) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy { Record.schema.isSame($0, $1) }
  }

  private func precedes(_ first: Element, _ second: Element) -> Bool {
    let (low, high) = isDescending ? (second.key, first.key) : (first.key, second.key)
    if Key.precedes(low, high) { return true }
    return !Key.precedes(high, low) && first.number < second.number
  }

  /// Keeps the first elements alone, in order.
  private mutating func cut() {
    elements.sort(by: precedes)
    if elements.count <= limit { return }
    elements.removeLast(elements.count - limit)
    last = elements.last
  }
}
