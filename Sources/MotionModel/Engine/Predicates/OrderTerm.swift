/// Which way an order goes.
public enum OrderDirection: String, Sendable, Hashable, CaseIterable {
  /// The least value first.
  case ascending
  /// The greatest value first.
  case descending
}

/// Where an order puts records whose value is missing.
public enum NilOrder: String, Sendable, Hashable, CaseIterable {
  /// Before all others.
  case first
  /// Behind all others.
  case last
}

/// One key of an order.
struct OrderTerm: Sendable, CustomStringConvertible {
  /// The column; nil when the order is in code.
  let column: ColumnReference?
  let direction: OrderDirection
  let nils: NilOrder
  /// Whether one row comes before another, by this key alone.
  private(set) var precedes: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  let description: String
  /// Gives the order by what is related to a record, once the tables are known.
  private var related: (@Sendable (Tables) -> @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

  /// Whether it has to be looked up in other tables.
  var isRelated: Bool { related != nil }

  /// The same with all that it needs of other tables looked up.
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
    let ascending = direction == .ascending
    guard operations.isOptional else {
      if ascending { precedes = operations.precedes } else { precedes = { operations.precedes($1, $0) } }
      return
    }
    precedes = { first, second in
      switch (operations.isNil(first), operations.isNil(second)) {
      case (false, false): ascending ? operations.precedes(first, second) : operations.precedes(second, first)
      case (true, false): nils == .first
      case (false, true): nils == .last
      case (true, true): false
      }
    }
  }

  /// An order that has to be looked up in other tables.
  init(
    related description: String,
    _ related: @escaping @Sendable (Tables) -> @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    (column, direction, nils) = (nil, .ascending, .last)
    self.description = description
    self.related = related
    precedes = { _, _ in fatalError("An order by related records was asked for before they were looked up.") }
  }

  /// An order of rows that are known.
  init(_ description: String, _ precedes: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool) {
    (column, direction, nils) = (nil, .ascending, .last)
    (self.description, self.precedes) = (description, precedes)
  }

  /// The opposite order; nothing is left of it to look up.
  var reversed: OrderTerm { OrderTerm(description) { [precedes] in precedes($1, $0) } }

  /// The words for a direction and the place of missing values, unless they are the usual ones.
  static func suffix(_ direction: OrderDirection, _ nils: NilOrder) -> String {
    (direction == .descending ? " descending" : "") + (nils == .first ? " nil first" : "")
  }

  /// An order in code.
  init<Record>(_ model: Record.Type, _ precedes: @escaping @Sendable (Record, Record) -> Bool) {
    (column, direction, nils) = (nil, .ascending, .last)
    description = "code"
    self.precedes = { first, second in
      precedes(
        first.assumingMemoryBound(to: Record.self).pointee, second.assumingMemoryBound(to: Record.self).pointee)
    }
  }
}
