extension Model {
  /// Counts the records of each parent anew.
  ///
  /// Every commit leaves the counters that relations keep right, so there is no need to, unless the key of a record changed by itself:
  /// where it is a computed property that looks at more than its record.
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
    guard let counter = relations[keyPath: relation].core.upkeep?.counter else {
      fatalError("The relation of \(Self.self) to \(Target.self) has no counter: declare one with counter:.")
    }
    let store = Store.current
    return try store.inTransaction {
      let counts = store.read { counter.reader(in: $0) }
      var changed = 0
      try store.write(Target.schema.layout) { writer throws(StoreError) in
        Selection(writer.table, where: .constant(true)).forEach { row, position in
          if !counts.isWrong(row) { return }
          changed += 1
          writer.change(rowAt: position, touching: false) { counter.set($0, counts.count(of: row)) }
        }
      }
      return changed
    }
  }
}
