/// Compares rows by one key of an order: in place, which reads the values of both rows each time, or by their
/// numbers among some rows, whose values were read before; see ``RowKeys``.
struct RowComparison: Sendable {
  /// Whether one row comes before another.
  let precedes: @Sendable (Row, Row) -> Bool
  /// Returns the comparison of some rows by their numbers, which reads the value of each row once; nil when comparing
  /// the rows themselves is as quick.
  let numbered: (@Sendable (_ rows: [Row]) -> @Sendable (Int, Int) -> Bool)?

  init(
    _ precedes: @escaping @Sendable (Row, Row) -> Bool,
    numbered: (@Sendable ([Row]) -> @Sendable (Int, Int) -> Bool)? = nil
  ) {
    (self.precedes, self.numbered) = (precedes, numbered)
  }

  /// The comparison by which all rows are equal.
  static let none = RowComparison { _, _ in false }

  /// Creates the comparison by a column.
  init(_ column: ColumnOperations, _ direction: OrderDirection, _ nils: NilOrder) {
    let isOptional = column.isOptional
    self.init(
      Self.directed(direction, nils, isOptional, column.precedes, column.isNil),
      numbered: column.rowKeys.map { Self.numbered(direction, nils, isOptional, $0) })
  }

  /// Creates the comparison by a value that is computed for each row.
  init<Value: ColumnValue>(_ direction: OrderDirection, _ nils: NilOrder, _ value: @escaping @Sendable (Row) -> Value) {
    func comparison<Traits: ColumnTraits<Value>>(_ traits: Traits.Type) -> RowComparison {
      let precedes = Self.directed(direction, nils, Traits.isOptional, Traits.precedes, Traits.isNil)
      return RowComparison(
        { precedes(value($0), value($1)) },
        numbered: Self.numbered(direction, nils, Traits.isOptional, RowKeys.reader(value, traits)))
    }
    self = comparison(Value.columnTraits)
  }

  /// Returns the comparison of values, without their rows.
  static func comparison<Value: ColumnValue>(
    of type: Value.Type, _ direction: OrderDirection, _ nils: NilOrder
  ) -> @Sendable (Value, Value) -> Bool {
    func comparison<Traits: ColumnTraits<Value>>(_ traits: Traits.Type) -> @Sendable (Value, Value) -> Bool {
      directed(direction, nils, Traits.isOptional, Traits.precedes, Traits.isNil)
    }
    return comparison(Value.columnTraits)
  }

  /// Returns the comparison by this key, and by another one where rows are equal.
  func then(_ next: RowComparison) -> RowComparison {
    let precedes = Self.both(precedes, next.precedes)
    if numbered == nil && next.numbered == nil { return RowComparison(precedes) }
    return RowComparison(precedes) { rows in Self.both(comparison(of: rows), next.comparison(of: rows)) }
  }

  /// Returns the comparison of some rows by their numbers.
  func comparison(of rows: [Row]) -> @Sendable (Int, Int) -> Bool {
    if let numbered { return numbered(rows) }
    // Addresses are no more than numbers, and the rows at them may be read from any thread.
    nonisolated(unsafe) let rows = rows
    let precedes = precedes
    return { precedes(rows[$0], rows[$1]) }
  }

  /// The opposite comparison.
  var reversed: RowComparison {
    let precedes = Self.opposite(precedes)
    guard let numbered else { return RowComparison(precedes) }
    return RowComparison(precedes) { rows in Self.opposite(numbered(rows)) }
  }

  private static func opposite<Element>(_ precedes: @escaping @Sendable (Element, Element) -> Bool)
    -> @Sendable (Element, Element) -> Bool
  {
    { precedes($1, $0) }
  }

  private static func both<Element>(
    _ first: @escaping @Sendable (Element, Element) -> Bool, _ second: @escaping @Sendable (Element, Element) -> Bool
  ) -> @Sendable (Element, Element) -> Bool {
    { first($0, $1) || !first($1, $0) && second($0, $1) }
  }

  private static func numbered(
    _ direction: OrderDirection, _ nils: NilOrder, _ isOptional: Bool, _ keys: @escaping @Sendable ([Row]) -> RowKeys
  ) -> @Sendable ([Row]) -> @Sendable (Int, Int) -> Bool {
    { rows in
      let keys = keys(rows)
      return directed(direction, nils, isOptional, keys.precedes, keys.isNil)
    }
  }

  /// Returns the comparison in a direction, given that in ascending order.
  @inline(__always) private static func directed<Element>(
    _ direction: OrderDirection, _ nils: NilOrder, _ isOptional: Bool,
    _ precedes: @escaping @Sendable (Element, Element) -> Bool, _ isNil: @escaping @Sendable (Element) -> Bool
  ) -> @Sendable (Element, Element) -> Bool {
    let ascending = direction == .ascending
    if !isOptional { return ascending ? precedes : opposite(precedes) }
    return { first, second in
      switch (isNil(first), isNil(second)) {
      case (false, false): ascending ? precedes(first, second) : precedes(second, first)
      case (true, false): nils == .first
      case (false, true): nils == .last
      case (true, true): false
      }
    }
  }
}
