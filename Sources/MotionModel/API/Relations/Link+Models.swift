extension Link {
  /// Creates the link of two models by a property of the child.
  convenience init<Child: Model, Parent: Model>(
    _ child: Child.Type, _ parent: Parent.Type, _ keyPath: any PartialKeyPath<Child> & Sendable,
    _ key: KeyReader<Parent.ID>, type: TypeTest? = nil, assign: @escaping @Sendable (inout Child, Parent.ID?) -> Void
  ) {
    self.init(
      childSlot: ModelSlots.shared.slot(of: child), parentSlot: ModelSlots.shared.slot(of: parent), keyPath,
      .of(key, IDProperty<Parent>.reader(at: IDProperty<Parent>.offset), type?.isMet),
      type: type, clear: { assign(&$0[Child.self], nil) }, child: { Child.schema.layout },
      parent: { Parent.schema.layout },
      column: {
        guard let column = ColumnReference(declared: keyPath) else {
          fatalError("The foreign key \(keyPath) of \(child) is not in its schema: add Column(\(keyPath)).")
        }
        return column
      })
  }
}

extension Integrity {
  /// Returns the error for a record in tables that lack its required parent; nil when they have the parent.
  static func refusal<Record: Model>(of record: Record, _ key: RequiredKey, in tables: Tables) -> StoreError? {
    withRow(of: record) { refusal(of: $0, Record.schema.layout, key, in: tables) }
  }
}
