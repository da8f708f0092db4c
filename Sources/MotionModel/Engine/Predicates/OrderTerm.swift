/// The direction of an order.
public enum OrderDirection: String, Sendable, Hashable, CaseIterable {
  /// The least value first.
  case ascending
  /// The greatest value first.
  case descending
}

/// The position of nil values in an order.
public enum NilOrder: String, Sendable, Hashable, CaseIterable {
  /// Before all others.
  case first
  /// Behind all others.
  case last
}

/// One key of an order.
struct OrderTerm: Sendable, CustomStringConvertible {
  /// The column; nil when the order is by a closure or by related records.
  let column: ColumnReference?
  let direction: OrderDirection
  let nils: NilOrder
  /// Whether one row comes before another, by this key alone.
  private(set) var precedes: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  let description: String
  /// Tells an order by a closure or by related records from others; nil for an order by a column.
  private(set) var identity: CodeIdentity?
  /// Creates the comparison from tables, for an order by related records; nil for other orders.
  private var related: (@Sendable (Tables) -> @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

  /// Whether comparing two rows may run code of the program's, such as a closure or a computed property.
  var hasCode: Bool { column?.operations.bytes == nil }

  /// Whether the order needs other tables.
  var isRelated: Bool { related != nil }

  /// Returns this order, with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> OrderTerm {
    guard let related else { return self }
    var term = self
    term.precedes = related(tables)
    return term
  }

  init(_ column: ColumnReference, _ direction: OrderDirection, _ nils: NilOrder) {
    let operations = column.operations
    (self.column, self.direction, self.nils) = (column, direction, nils)
    description = column.name + Self.suffix(direction, nils)
    precedes = Self.comparison(direction, nils, operations.isOptional, operations.precedes, operations.isNil)
  }

  /// Returns the comparison by a column, given that of its values in ascending order.
  @inline(__always)
  private static func comparison<Row>(
    _ direction: OrderDirection, _ nils: NilOrder, _ isOptional: Bool,
    _ precedes: @escaping @Sendable (Row, Row) -> Bool, _ isNil: @escaping @Sendable (Row) -> Bool
  ) -> @Sendable (Row, Row) -> Bool {
    let ascending = direction == .ascending
    if !isOptional {
      if ascending { return precedes }
      return { precedes($1, $0) }
    }
    return { first, second in
      switch (isNil(first), isNil(second)) {
      case (false, false): ascending ? precedes(first, second) : precedes(second, first)
      case (true, false): nils == .first
      case (false, true): nils == .last
      case (true, true): false
      }
    }
  }

  /// Returns the comparison of some rows by their numbers, from keys that are read once for each row; nil when
  /// comparing the rows themselves is as quick.
  func comparison(of rows: [UnsafeRawPointer]) -> (@Sendable (Int, Int) -> Bool)? {
    guard let operations = column?.operations, let keys = operations.rowKeys?(rows) else { return nil }
    return Self.comparison(direction, nils, operations.isOptional, keys.precedes, keys.isNil)
  }

  /// Creates an order by related records, which has to be resolved before it is used.
  init(
    related description: String,
    _ related: @escaping @Sendable (Tables) -> @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    (column, direction, nils, identity) = (nil, .ascending, .last, CodeIdentity())
    self.description = description
    self.related = related
    precedes = { _, _ in fatalError("An order by related records was asked for before they were looked up.") }
  }

  /// Creates an order from a comparison of rows.
  init(_ description: String, _ precedes: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool) {
    (column, direction, nils, identity) = (nil, .ascending, .last, CodeIdentity())
    (self.description, self.precedes) = (description, precedes)
  }

  /// The opposite order. This order must be resolved already.
  var reversed: OrderTerm { OrderTerm(description) { [precedes] in precedes($1, $0) } }

  /// The words for a direction and the position of nil values, unless they are the default.
  static func suffix(_ direction: OrderDirection, _ nils: NilOrder) -> String {
    (direction == .descending ? " descending" : "") + (nils == .first ? " nil first" : "")
  }

  /// Creates an order from a closure.
  init<Record>(_ model: Record.Type, _ precedes: @escaping @Sendable (Record, Record) -> Bool) {
    (column, direction, nils, identity) = (nil, .ascending, .last, CodeIdentity())
    description = "code"
    self.precedes = { first, second in
      precedes(
        first.bound(to: Record.self).pointee, second.bound(to: Record.self).pointee)
    }
  }
}
