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
  /// Whether one row comes before another, by this key alone.
  let precedes: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  let description: String

  init(_ column: ColumnReference, _ direction: OrderDirection, _ nils: NilOrder) {
    let operations = column.operations
    self.column = column
    description =
      column.name + (direction == .descending ? " descending" : "") + (nils == .first ? " nil first" : "")
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

  /// An order in code.
  init<Record: Model>(_ model: Record.Type, _ precedes: @escaping @Sendable (Record, Record) -> Bool) {
    column = nil
    description = "code"
    self.precedes = { first, second in
      precedes(
        first.assumingMemoryBound(to: Record.self).pointee, second.assumingMemoryBound(to: Record.self).pointee)
    }
  }
}
