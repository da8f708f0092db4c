/// What a commit changes in the columns that a table keeps of a file. Its changeset does not have them.
package struct KeptChange: Sendable {
  let layout: TableLayout
  /// The columns after the commit, and all values.
  let columns: KeptColumns
  /// What is different of records that the commit does not insert.
  fileprivate(set) var values: [AttributeValue: [KeptColumns.NamedValue]] = [:]

  /// What is written of a record that the commit inserts or updates.
  func values(of row: Row, isInserted: Bool) -> [KeptColumns.NamedValue] {
    if !isInserted { return values[layout.idAttribute(of: row)] ?? [] }
    return columns.values(of: row, layout).map { .init(name: columns.names[$0.column], value: $0.value) }
  }
}

extension Tables {
  /// Returns what a changeset, which led here from earlier tables, needs besides itself.
  ///
  /// - Parameter isLoaded: Whether other columns, or values, are kept than before. Otherwise records may come back with
  ///   kept values, which a snapshot lacks if it was written while the records were deleted.
  func keptChanges(of changeset: Changeset, since earlier: Tables, isLoaded: Bool) -> [KeptChange] {
    if isLoaded { return all.compactMap { $0.keptChange(since: earlier.version($0.layout.slot)?.kept) } }
    return changeset.parts.compactMap { part in
      // What an adapter keeps is not in the files.
      guard !part.layout.isExternal, let kept = version(part.layout.slot)?.kept, !kept.isEmpty else { return nil }
      let bringsBack = part.entries.contains {
        $0.kind == .insert && kept.hasValues(of: part.layout.idAttribute(of: part.address($0.row)))
      }
      return bringsBack ? KeptChange(layout: part.layout, columns: kept) : nil
    }
  }
}

extension TableVersion {
  fileprivate func keptChange(since earlier: KeptColumns?) -> KeptChange? {
    if layout.isExternal || (kept == nil && earlier == nil) { return nil }
    let empty = KeptColumns(listed: [], unlisted: [], types: [:])
    let (old, new) = (earlier ?? empty, kept ?? empty)
    var change = KeptChange(layout: layout, columns: new)
    for id in Set(old.ids).union(new.ids) where has(id) {
      let values = new.differences(from: old, of: id)
      if !values.isEmpty { change.values[id] = values }
    }
    return change
  }
}

extension KeptColumns {
  fileprivate func differences(from old: KeptColumns, of id: AttributeValue) -> [NamedValue] {
    let (before, now) = (old.namedValues(of: id), namedValues(of: id))
    let changed = now.filter { name, value in before[name] != value }.map { NamedValue(name: $0, value: $1) }
    // A reader of the commit drops the columns that do not exist any more.
    let names = before.isEmpty ? [] : Set(names)
    let lost = before.keys.filter { now[$0] == nil && names.contains($0) }.map { NamedValue(name: $0, value: nil) }
    return (changed + lost).sorted { $0.name < $1.name }
  }
}
