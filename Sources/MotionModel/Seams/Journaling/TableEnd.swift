/// How far a table has counted. It does not always follow from changes: a record that a transaction created and deleted
/// again had a place and an id, and neither is given again.
package struct TableEnd: Sendable {
  let layout: TableLayout
  /// The number for the next id.
  let nextNumber: Int
  /// The place of the next record.
  let nextPlace: Int
}

extension Tables {
  /// Returns how far tables have counted that have counted on since an earlier version of them.
  func ends(since earlier: Tables) -> [TableEnd] {
    all.compactMap { table in
      let old = earlier.version(table.layout.slot)
      if table === old || table.layout.isExternal { return nil }
      if table.nextNumber == old?.nextNumber ?? 1 && table.nextPosition == old?.nextPosition ?? 0 { return nil }
      return TableEnd(layout: table.layout, nextNumber: table.nextNumber, nextPlace: table.nextPosition)
    }
  }
}

extension Tables {
  /// Throws if a changeset inserts records at places that would not be believed when they are read.
  func checkPlaces(for changeset: Changeset) throws(StoreError) {
    for part in changeset.parts where !part.layout.isExternal {
      let next = version(part.layout.slot)?.nextPosition ?? 0
      if next > PackedRows.highestPlace - part.count { throw .placesExhausted(model: part.layout.name) }
    }
  }

  /// Moves the records of tables that have had very many to places that follow each other.
  ///
  /// - Parameter limit: How many places a table may have had.
  /// - Returns: Whether there was such a table.
  mutating func closeGaps(beyond limit: Int) -> Bool {
    let wide = all.filter { $0.nextPosition > limit && $0.hasGaps }
    for table in wide {
      var rows = ChangesetPart(table.layout, capacity: table.count)
      Selection(table, where: .constant(true)).forEach { row, _ in rows.append(old: nil, new: row) }
      var insertion = Changeset(rows)
      add(table.emptied)
      insertion.applyChecked(to: &self)
    }
    return !wide.isEmpty
  }
}
