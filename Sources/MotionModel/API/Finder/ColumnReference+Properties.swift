extension ColumnReference {
  /// Creates a reference to a column by its number in the schema.
  init<Record: Model>(_ column: Column<Record>, _ number: Int) {
    self.init(number, column.name, column.operations, column.keyPath)
  }

  /// Creates a reference to the column that is declared for a property; nil when there is none.
  init?<Record: Model>(declared keyPath: PartialKeyPath<Record>) {
    SchemaCreation.check(Record.self)
    guard let declared = Record.schema.reference(to: keyPath) else { return nil }
    self = declared
  }

  /// Creates a reference to a property, declared as a column or not.
  package init<Record: Model, Value: ColumnValue>(_ keyPath: any KeyPath<Record, Value> & Sendable) {
    if let declared = ColumnReference(declared: keyPath) {
      self = declared
    } else {
      self.init(nil, "\(keyPath)", .of(keyPath), keyPath)
    }
  }

  /// Creates a reference to a property, declared as a column or not; nil when no column can hold values of its type.
  init?<Record: Model, Value: Sendable>(any keyPath: any KeyPath<Record, Value> & Sendable) {
    func reference<Column: ColumnValue>(_ type: Column.Type) -> ColumnReference? {
      guard keyPath is KeyPath<Record, Column> else { return nil }
      // It is the same object: the types `Value` and `Column` are equal.
      return ColumnReference(unsafeBitCast(keyPath, to: (any KeyPath<Record, Column> & Sendable).self))
    }
    if let declared = ColumnReference(declared: keyPath) {
      self = declared
    } else if let type = Value.self as? any ColumnValue.Type, let found = reference(type) {
      self = found
    } else {
      return nil
    }
  }
}
