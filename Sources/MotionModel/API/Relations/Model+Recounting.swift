extension Model {
  /// Recomputes the counters in the parents of a relation.
  ///
  /// Every commit keeps these counters right, so this is needed only when a key is a computed property that reads
  /// more than its own record.
  ///
  /// ```swift
  /// try Todo.recount(\.project)
  /// ```
  ///
  /// - Returns: How many counters were wrong.
  @discardableResult
  public static func recount<Target: Model>(
    _ relation: any KeyPath<Relations, Relation<Self, ToParent<Target>>> & Sendable
  ) throws -> Int {
    try table.recount(relation)
  }
}

extension ModelTable {
  /// Recomputes the counters in the parents of a relation; see ``Model/recount(_:)``.
  ///
  /// - Returns: How many counters were wrong.
  @discardableResult
  public func recount<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable
  ) throws -> Int {
    guard let counter = Record.relations[keyPath: relation].core.parentUpdate?.column else {
      fatalError("The relation of \(Record.self) to \(Target.self) has no counter: declare one with counter:.")
    }
    return try store.inTransaction {
      for layout in [layout, Target.schema.layout] { try store.loadAll(layout) }
      let set = store.read { counter.setter($0) }
      var changed = 0
      try store.write(Target.schema.layout) { writer throws(StoreError) in
        for position in writer.table.positions where try counter.isWrong(writer.table.rows.address(at: position), set) {
          changed += 1
          try writer.change(rowAt: position, touching: false) { row throws(StoreError) in try set(row) }
        }
      }
      return changed
    }
  }
}
