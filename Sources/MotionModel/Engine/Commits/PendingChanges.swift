/// The rules for pending changes of a transaction: checked changes that are applied to the tables later, all at once.
///
/// Pending changes are few, and independent: neither the refusal nor the effect of a change depends on the rest. So
/// each can be checked with tables without pending changes, and all can be applied in sequence to published tables, in
/// place.
///
/// Changes of different tables are independent. Updates of one table are independent if it has no unique column. A
/// pending update may be followed by another update of the same record, and becomes one with it.
enum PendingChanges {
  /// The largest number of changes that are pending. Readers wait while they are applied.
  static let most = 8

  /// Whether changes can be pending beside others, which are.
  static func areIndependent(_ changes: Changeset, beside pending: Changeset, in tables: Tables) -> Bool {
    if changes.isExternal || changes.count + pending.count > most { return false }
    return changes.parts.allSatisfy { part in
      let others = pending.part(of: part.layout)
      if others == nil && part.isInPlace { return true }
      return part.updatesDifferentRecords && others?.updatesDifferentRecords ?? true
        && !tables.version(part.layout).hasUniqueIndex
    }
  }

  /// Whether a read of the record of a row, or a write to it, can be derived from tables that pending changes were not
  /// applied to.
  ///
  /// - Parameter isWrite: Whether it is a write, which looks at a pending update of the same record; see ``RowWriter``.
  static func leaveAlone(
    _ row: Row, of layout: TableLayout, isWrite: Bool, _ pending: Changeset, in tables: Tables
  ) -> Bool {
    if pending.count >= most { return false }
    let position = layout.id.isAssigned(row) ? tables.version(layout).position(of: row) : nil
    guard let part = pending.part(of: layout) else {
      // A new record may have columns that follow from others.
      return position != nil || Derivations.shared.of(layout.slot)?.columns.isEmpty ?? true
    }
    guard let position else { return false }
    return part.updatesDifferentRecords && (isWrite || part.updatedRow(at: position) == nil)
  }
}

extension Changeset {
  /// Sets the positions that pending changes will have once they are applied.
  mutating func expectPlaces(in tables: Tables) {
    for index in parts.indices { parts[index].expectPlaces(in: tables.version(parts[index].layout)) }
  }
}

extension ChangesetPart {
  /// Whether there is one change, which moves no record.
  fileprivate var isInPlace: Bool { count == 1 && single?.origin == nil }

  fileprivate mutating func expectPlaces(in table: TableVersion) {
    if updatesDifferentRecords { return }
    place { entry, part in
      let stored = entry.kind == .insert ? nil : entry.position ?? table.position(of: part.address(entry.row))
      let wanted = entry.position.flatMap { table.rows.contains($0) ? nil : $0 }
      return (stored ?? wanted ?? table.nextPosition, nil)
    }
  }

  /// Whether all changes are updates, and each is of a record of its own that stays at its position.
  var updatesDifferentRecords: Bool {
    if nextNumber != nil || count > PendingChanges.most { return false }
    let entries = entries
    return entries.indices.allSatisfy { index in
      let entry = entries[index]
      return entry.kind == .update && entry.origin == nil && entry.position != nil
        && !entries[..<index].contains { $0.position == entry.position }
    }
  }

  /// The row after the update of the record at a position; nil if it is not updated.
  func updatedRow(at position: Int) -> Row? {
    entries.first { $0.kind == .update && $0.position == position }?.new.map(address)
  }
}
