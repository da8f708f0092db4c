extension ColumnReference {
  /// A column under its number in the schema.
  init<Record: Model>(_ column: Column<Record>, _ number: Int) {
    self.init(number, column.name, column.operations, column.keyPath)
  }

  /// The declared column of a property.
  init?<Record: Model>(declared keyPath: PartialKeyPath<Record>) {
    SchemaMaking.check(Record.self)
    guard let declared = Record.schema.reference(to: keyPath) else { return nil }
    self = declared
  }

  /// The column of a property, declared or not.
  init<Record: Model, Value: ColumnValue>(_ keyPath: any KeyPath<Record, Value> & Sendable) {
    if let declared = ColumnReference(declared: keyPath) {
      self = declared
    } else {
      self.init(nil, "\(keyPath)", .of(keyPath), keyPath)
    }
  }

  /// The column of a property, declared or not, as far as its values can stand in a column.
  init?<Record: Model, Value: Sendable>(any keyPath: any KeyPath<Record, Value> & Sendable) {
    func reference<Column: ColumnValue>(_ type: Column.Type) -> ColumnReference? {
      guard keyPath is KeyPath<Record, Column> else { return nil }
      // The same object, of whose type now more is known.
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
