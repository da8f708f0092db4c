/// The computed values by which an order compares rows. They are stored, because the rows they come from may change.
struct ComputedOrder: Sendable {
  /// Returns the rows of other tables on which a value depends; nil when it depends on code, which may look at
  /// anything.
  let dependencies: @Sendable () -> [RelatedDependency]?
  /// Returns a closure that computes the value of a row.
  let reader: @Sendable (Tables) -> @Sendable (Row) -> any Sendable
  /// Returns whether the row with a value comes before the row with another.
  let precedes: @Sendable (any Sendable, any Sendable) -> Bool
  /// Returns a value without its type, for cursors.
  let attribute: @Sendable (any Sendable) -> AttributeValue
  /// Returns the value that has lost its type; nil when the type cannot hold it.
  let value: @Sendable (AttributeValue) -> (any Sendable)?
  /// The related records whose number is compared, and the direction; nil for any other value.
  var count: (counted: CountedRecords, direction: OrderDirection)?
  /// The column of a parent that is compared, the direction and the place of nil; nil for any other value.
  var parent: (column: ParentColumn, direction: OrderDirection, nils: NilOrder)?
}

extension ComputedOrder {
  /// - Parameter read: Returns a closure that computes the value of a row.
  init<Value: ColumnValue>(
    _ direction: OrderDirection, _ nils: NilOrder, _ dependencies: @escaping @Sendable () -> [RelatedDependency]?,
    _ read: @escaping @Sendable (Tables) -> @Sendable (Row) -> Value
  ) {
    self.dependencies = dependencies
    reader = { tables in
      let value = read(tables)
      return { value($0) }
    }
    attribute = { ($0 as? Value)?.attribute ?? .null }
    value = { try? Value(attribute: $0) }
    let precedes = RowComparison.comparison(of: Value.self, direction, nils)
    self.precedes = { first, second in
      guard let first = first as? Value, let second = second as? Value else {
        preconditionFailure("values of another order")
      }
      return precedes(first, second)
    }
  }
}
