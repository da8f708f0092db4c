/// A value that is computed from the records that belong to a record, such as their number: `$0.todos.count`.
///
/// It can be used in predicates and orders:
///
/// ```swift
/// Project.where { $0.todos.count > 3 }
/// Project.order(by: { $0.todos.count }, .descending)
/// ```
public struct RelatedValue<Record: Model, Value: ColumnValue>: Sendable {
  let description: String
  /// Returns, for a version of the tables, a closure that computes the value for a row.
  let read: @Sendable (Tables) -> @Sendable (UnsafeRawPointer) -> Value

  /// The value equals another.
  public static func == (related: Self, value: Value) -> RecordPredicate<Record> {
    related.test("== \(value.attribute)") { $0 == value }
  }

  /// The value differs from another.
  public static func != (related: Self, value: Value) -> RecordPredicate<Record> { !(related == value) }

  /// The value is less than another; false for a missing value.
  public static func < (related: Self, value: Value) -> RecordPredicate<Record> {
    related.order("<", value) { Value.precedes($0, value) }
  }

  /// The value is less than or equal to another; false for a missing value.
  public static func <= (related: Self, value: Value) -> RecordPredicate<Record> {
    related.order("<=", value) { !Value.precedes(value, $0) }
  }

  /// The value is greater than another; false for a missing value.
  public static func > (related: Self, value: Value) -> RecordPredicate<Record> {
    related.order(">", value) { Value.precedes(value, $0) }
  }

  /// The value is greater than or equal to another; false for a missing value.
  public static func >= (related: Self, value: Value) -> RecordPredicate<Record> {
    related.order(">=", value) { !Value.precedes($0, value) }
  }

  private func order(
    _ sign: String, _ value: Value, _ test: @escaping @Sendable (Value) -> Bool
  ) -> RecordPredicate<Record> {
    let hasPlace: @Sendable (Value) -> Bool = { !isNaN($0) && !(($0 as? any OptionalDocument)?.isNil ?? false) }
    if !hasPlace(value) { return .none }
    return self.test("\(sign) \(value.attribute)") { hasPlace($0) && test($0) }
  }

  private func test(_ text: String, _ test: @escaping @Sendable (Value) -> Bool) -> RecordPredicate<Record> {
    RecordPredicate(.related(RelatedComparison(description: "\(description) \(text)", read: read, test: test)))
  }
}

/// A comparison of a value that is computed from related records.
private struct RelatedComparison<Value: ColumnValue>: RelatedTest {
  let description: String
  let read: @Sendable (Tables) -> @Sendable (UnsafeRawPointer) -> Value
  let test: @Sendable (Value) -> Bool

  func resolved(in tables: Tables) -> PredicateNode {
    let (value, test) = (read(tables), test)
    return .code(description) { base, stride, rows in rows.filter { test(value(base + $0 &* stride)) } }
  }
}

extension FinderChain {
  /// Orders the records by a value that is computed from the records that belong to each of them.
  ///
  /// ```swift
  /// Project.order(by: { $0.todos.count }, .descending).limit(10)
  /// ```
  ///
  /// - Complexity: The value is computed once for each record; see ``ChildColumns``.
  public func order<Value: ColumnValue>(
    by value: (Columns<Record>) -> RelatedValue<Record, Value>, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last
  ) -> Finder<Record> {
    let value = value(Columns())
    return finder.with { $0.query.order.append(OrderTerm(value, direction, nils)) }
  }
}

extension Model {
  /// Orders the records by a value that is computed from the records that belong to each of them; see
  /// ``RelatedValue``.
  public static func order<Value: ColumnValue>(
    by value: (Columns<Self>) -> RelatedValue<Self, Value>, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last
  ) -> Finder<Self> {
    records.order(by: value, direction, nils: nils)
  }
}

extension OrderTerm {
  /// Creates an order by a value that is computed from related records, once for each row, when the row is first
  /// compared.
  init<Record: Model, Value: ColumnValue>(
    _ value: RelatedValue<Record, Value>, _ direction: OrderDirection, _ nils: NilOrder
  ) {
    self.init(related: "\(value.description)\(Self.suffix(direction, nils))") { tables in
      let read = value.read(tables)
      let known = Locked<[UInt: Value]>([:])
      @Sendable func valueOnce(_ row: UnsafeRawPointer) -> Value {
        let place = UInt(bitPattern: row)
        if let value = known.withLock({ $0[place] }) { return value }
        let value = read(row)
        known.withLock { $0[place] = value }
        return value
      }
      return { first, second in
        let (first, second) = (valueOnce(first), valueOnce(second))
        switch (isMissing(first), isMissing(second)) {
        case (false, false):
          return direction == .ascending ? Value.precedes(first, second) : Value.precedes(second, first)
        case (true, false): return nils == .first
        case (false, true): return nils == .last
        case (true, true): return false
        }
      }
    }
  }
}

private func isMissing<Value>(_ value: Value) -> Bool { (value as? any OptionalDocument)?.isNil ?? false }
