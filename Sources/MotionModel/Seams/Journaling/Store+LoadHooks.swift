extension Store {
  /// Runs the hooks after loading for the stored records of some models, before a store that was opened has users.
  ///
  /// What the hooks change in columns is one commit. Their changes of properties that are not columns stay in memory,
  /// without notification.
  ///
  /// - Throws: What a hook throws, or why the store refuses the changes.
  package func runLoadHooks(of models: [any Model.Type]) throws {
    let layouts = models.map { $0.tableLayout }
      .filter { !$0.isExternal && $0.traits.hooks()?.afterLoad != nil && !HookSuppression.covers($0.slot) }
    if layouts.isEmpty { return }
    var loaded = LoadedRecords()
    try asCurrent { for layout in layouts { try loaded.run(in: self, layout) } }
    if !loaded.unsaved.isEmpty {
      try commit { commit, _ throws(StoreError) in
        var tables = published.read { $0.tables }
        try loaded.unsaved.apply(to: &tables, isChecked: false)
        commit.outcome = .tables(tables)
      }
    }
    if !loaded.changed.isEmpty { try write { _ in loaded.changed } }
  }
}

/// What hooks after loading make of stored records.
private struct LoadedRecords {
  /// The records of which a column changed.
  var changed = Changeset()
  /// The rest. Only properties that are not columns may have changed.
  var unsaved = Changeset()

  mutating func run(in store: Store, _ layout: TableLayout) throws {
    guard let hooks = layout.traits.hooks()?.afterLoad else { return }
    let table = store.version(layout)
    var (changed, unsaved) = (ChangesetPart(layout), ChangesetPart(layout))
    changed.isBulk = true
    for position in table.positions {
      let stored = table.rows[position]
      try layout.memory.withCopy(of: stored) { row in
        try hooks.run(row, HookEvent(.load, store, layout, stored: stored))
        try layout.checkID(of: Row(row), is: stored)
        let new = Row(row)
        if layout.isSame(stored, new) {
          unsaved.append(old: stored, new: new, position: position)
        } else {
          changed.append(old: stored, new: new, position: position)
        }
      }
    }
    self.changed.append(changed)
    self.unsaved.append(unsaved)
  }
}
