extension ModelTable {
  /// Gives a stored record another id, and lets the keys of all models in the store that point to it follow, as one
  /// changeset.
  ///
  /// It runs no hooks and validates nothing, as ``replicate(_:)`` does not. Unique columns, required parents and commit
  /// checks apply.
  ///
  /// - Parameters:
  ///   - id: The id of the stored record.
  ///   - newID: Its new id, which no stored record has; nil for the next one that the store gives.
  /// - Returns: The record under its new id; nil if there is none with the old one.
  /// - Throws: ``StoreError`` if the store refuses the change. The store is as before then.
  /// - Complexity: O(*m* + *k*) in the number of models and of children, with indexes on their keys.
  @discardableResult package func renumber(_ id: Record.ID, to newID: Record.ID? = nil) throws -> Record? {
    var renumbered: Record?
    try store.write { tables in
      let table = tables.version(layout)
      guard let old = table.record(id, of: Record.self), let position = table.position(of: old) else {
        return Changeset()
      }
      var new = old
      if let newID { new.id = newID } else { try withRow(of: &new) { _ = try table.giveID(to: $0, store.ids) } }
      let changes = tables.moving(table.rows[position], at: position, of: layout, to: &new)
      renumbered = new
      return changes
    }
    return renumbered
  }
}

extension ModelTable {
  /// Returns an id that no record has, and that the store gives to no other.
  ///
  /// - Throws: ``StoreError`` if there is none.
  package func reserveID() throws -> Record.ID {
    var record = Record.made()
    try store.write { tables in
      let table = tables.version(layout)
      var part = ChangesetPart(layout)
      part.nextNumber = try withRow(of: &record) { try table.giveID(to: $0, store.ids) }
      return Changeset([part])
    }
    return record.id
  }
}

extension TableVersion {
  /// Gives a row the next id that no stored row has.
  ///
  /// - Returns: The number behind that of the id.
  fileprivate func giveID(to row: MutableRow, _ ids: IDGenerator) throws(StoreError) -> Int {
    var next = nextNumber
    try giveID(to: row, &next, ids)
    return next
  }
}

extension Tables {
  /// Returns the changes that move a row to the id of a record, and the keys of its children with it.
  fileprivate func moving<Record: Model>(
    _ row: Row, at position: Int, of layout: TableLayout, to record: inout Record
  ) -> Changeset {
    var parts = [ChangesetPart(layout)]
    parts[0].append(old: row, new: nil, position: position)
    // Either side may have declared a relation.
    let links = (all.map(\.layout) + [layout]).flatMap { $0.links() }.filter { $0.parentSlot == layout.slot }
    for table in all {
      var keys = keys(links, of: table, to: row)
      let isOwn = table.layout.slot == layout.slot
      // A record may be its own parent.
      if isOwn, let own = keys.removeValue(forKey: position) {
        withRow(of: &record) { row in for link in own { link.point(row, to: Row(row)) } }
      }
      if !isOwn { parts.append(ChangesetPart(table.layout)) }
      let index = isOwn ? 0 : parts.count - 1
      withRow(of: &record) { parts[index].append(keys, of: table, to: Row($0)) }
    }
    withRow(of: &record) { parts[0].append(old: nil, new: Row($0)) }
    return Changeset(parts)
  }

  /// Returns the rows of a table that point to a row, with the keys by which they do so.
  private func keys(_ links: [Link], of table: TableVersion, to row: Row) -> [Int: [Link]] {
    var keys: [Int: [Link]] = [:]
    for link in links where link.childSlot == table.layout.slot {
      RouteReader(Route.Step(link: link, direction: .toChildren), in: self).rows(of: row).forEach { child in
        if link.type?.isMet(table.rows[child]) ?? true { keys[child, default: []].append(link) }
      }
    }
    return keys
  }
}

extension ChangesetPart {
  /// Lets rows point to a parent by their keys.
  fileprivate mutating func append(_ keys: [Int: [Link]], of table: TableVersion, to parent: Row) {
    for (child, links) in keys.sorted(by: { $0.key < $1.key }) {
      let old = table.rows[child]
      table.layout.memory.withCopy(of: old) { copy in
        for link in links { link.point(copy, to: parent) }
        append(old: old, new: Row(copy), position: child)
      }
    }
  }
}
