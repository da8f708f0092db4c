extension Link {
  /// Creates the link of two models by a property of the child.
  convenience init<Child: Model, Parent: Model>(
    _ child: Child.Type, _ parent: Parent.Type, _ keyPath: any PartialKeyPath<Child> & Sendable,
    _ key: KeyReader<Parent.ID>, type: TypeTest? = nil,
    assign: @escaping @Sendable (inout Child, Parent.ID?) -> Void
  ) {
    self.init(
      childSlot: ModelSlots.shared.slot(of: child), parentSlot: ModelSlots.shared.slot(of: parent),
      .of(key, IDProperty<Parent>.reader(at: IDProperty<Parent>.offset), type?.isMet),
      type: type, clear: { assign(&$0.bound(to: Child.self).pointee, nil) }, child: { Child.schema.layout },
      parent: { Parent.schema.layout },
      column: {
        guard let column = ColumnReference(declared: keyPath) else {
          fatalError("The foreign key \(keyPath) of \(child) is not in its schema: add Column(\(keyPath)).")
        }
        return column
      })
  }
}

extension DerivedColumn {
  /// Creates the column of a parent that has the number of its children.
  ///
  /// Counting the children of a parent is O(1), with the index that the key of a relation has by itself.
  convenience init<Parent: Model>(counter keyPath: any WritableKeyPath<Parent, Int> & Sendable, _ link: Link) {
    self.init(
      keyPath, source: .children(link), owner: { Parent.schema.layout },
      number: {
        guard let column = Parent.schema.index(of: keyPath) else {
          fatalError("The counter \(keyPath) is not in the schema of \(Parent.self): add a column.")
        }
        if column == Parent.schema.layout.version {
          fatalError(
            "The counter \(keyPath) cannot be the lock version of \(Parent.self): give it a column of its own.")
        }
        return column
      },
      inputs: { [] }, addsUp: true,
      setter: { tables in
        let children = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
        return { $0.bound(to: Parent.self).pointee[keyPath: keyPath] = children.rows(of: $0).count }
      },
      setBeside: { tables, changes, row in
        // A key that may lead to several models is left to the index.
        if link.type != nil { return false }
        let children = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
        let difference = changes.difference(inRowsWhere: { link.operations.hasID($0, row) })
        row.bound(to: Parent.self).pointee[keyPath: keyPath] = children.rows(of: row).count + difference
        return true
      })
  }
}

extension Integrity {
  /// Returns the error for a record in tables that lack its required parent; nil when they have the parent.
  static func refusal<Record: Model>(of record: Record, _ key: RequiredKey, in tables: Tables) -> StoreError? {
    withUnsafePointer(to: record) { refusal(of: $0, Record.schema.layout, key, in: tables) }
  }
}
