/// The new ids of records that were created in a branch, and whose ids the parent gave to other records meanwhile.
package struct Renumbering: Sendable {
  /// For each model, the records with their old and their new id, as updates.
  private var parts: [ChangesetPart] = []

  package init() {}

  /// Returns the records of a model that got a new id, as updates; nil when there are none.
  func part(of layout: TableLayout) -> ChangesetPart? { parts.first { $0.layout.slot == layout.slot } }

  /// Returns a finder of a model's records by their new ids; nil when no record of the model got a new id.
  func finder(in layout: TableLayout) -> EntryFinder? {
    part(of: layout).map { EntryFinder($0, by: \.new) }
  }

  /// The new ids of a model's records, by the old ones.
  func ids(in layout: TableLayout) -> [AttributeValue: AttributeValue] {
    guard let part = part(of: layout) else { return [:] }
    let ids = part.entries.compactMap { entry in
      entry.old.map { (layout.idAttribute(of: part.address($0)), layout.idAttribute(of: part.address(entry.row))) }
    }
    return Dictionary(ids) { first, _ in first }
  }

  /// How many records got a new id.
  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Gives new ids to the inserted records of a changeset whose numbered ids `tables` gave to other
  /// records since `base`.
  init(_ changeset: Changeset, since base: Tables, in tables: Tables, _ ids: IDGenerator) throws(StoreError) {
    for part in changeset.parts {
      let (base, table) = (base.version(part.layout), tables.version(part.layout))
      var renumbered = ChangesetPart(part.layout)
      var next = max(table.nextNumber, part.nextNumber ?? 0)
      for entry in part.entries where entry.kind == .insert {
        let row = part.address(entry.row)
        guard let number = part.layout.id.number(row), number >= base.nextNumber else { continue }
        if !table.hasGiven(row) { continue }
        try renumbered.appendRenumbered(row, &next, table, ids)
      }
      if renumbered.count > 0 {
        renumbered.nextNumber = next
        parts.append(renumbered)
      }
    }
  }

  /// Returns a changeset with the new ids, both in the records and in the keys that refer to them.
  package func applied(to changeset: Changeset) -> Changeset {
    if parts.isEmpty { return changeset }
    let rewriters = keyRewriters(changeset)
    return Changeset(
      changeset.parts.map { part in
        let own = self.part(of: part.layout)
        let keys = rewriters.filter { $0.child == part.layout.slot }
        return own == nil && keys.isEmpty ? part : part.rewritten(own, keys)
      })
  }

  /// Returns a rewriter for the keys of each relation to a model with renumbered records.
  private func keyRewriters(_ changeset: Changeset) -> [KeyRewriter] {
    changeset.parts.filter { $0.count > 0 }.flatMap { $0.layout.links() }.compactMap { link in
      parts.first { $0.layout.slot == link.parentSlot }.map { KeyRewriter(link, $0) }
    }
  }
}

/// Replaces the old ids of parents by the new ones in the keys of their children.
private struct KeyRewriter {
  private let link: Link
  private let parents: ChangesetPart
  /// The parents with their old ids, each at the index of its entry.
  private let table: TableVersion

  init(_ link: Link, _ parents: ChangesetPart) {
    (self.link, self.parents, table) = (link, parents, TableVersion(unindexed: parents.layout))
    for (index, old) in parents.entries.map(\.old).enumerated() {
      if let old { table.put(parents.address(old), at: index) }
    }
  }

  var child: Int { link.child.slot }

  /// Rewrites the key in a copy of a row.
  func rewrite(_ row: Row, in copy: MutableRow) {
    if link.column.index == link.child.idColumn { return }
    guard let index = link.operations.parentPosition(row, table) else { return }
    link.point(copy, to: parents.address(parents.entries[index].row))
  }

  /// Whether a change sets the key. A key from before the change cannot refer to a new record.
  func isSet(_ old: Row?, _ new: Row) -> Bool {
    old.map { !link.column.operations.isEqual($0, new) } ?? true
  }
}

extension ChangesetPart {
  /// Adds an update that gives a row an id that neither a table nor this part has.
  fileprivate mutating func appendRenumbered(
    _ row: Row, _ next: inout Int, _ table: TableVersion, _ ids: IDGenerator
  ) throws(StoreError) {
    try layout.memory.withCopy(of: row) { copy throws(StoreError) in
      try table.giveID(to: copy, &next, ids)
      append(old: row, new: Row(copy))
    }
  }

  /// Returns this part with new ids and keys.
  fileprivate func rewritten(_ renumbered: ChangesetPart?, _ keys: [KeyRewriter]) -> ChangesetPart {
    let finder = renumbered.map { EntryFinder($0, by: \.old) }
    var result = mapEntries { result, entry in
      guard let new = entry.new.map(address) else { return result.append(entry, of: self) }
      let old = entry.old.map(address)
      let own = old == nil ? finder?.entry(of: new)?.new.flatMap { renumbered?.address($0) } : nil
      layout.memory.withCopy(of: own ?? new) { copy in
        for key in keys where key.isSet(old, new) { key.rewrite(new, in: copy) }
        result.append(old: old, new: Row(copy), position: entry.position, origin: entry.origin)
      }
    }
    if let next = renumbered?.nextNumber { result.nextNumber = next }
    return result
  }
}

extension TableVersion {
  /// Gives a row an id that no stored row has.
  ///
  /// - Parameter next: The number to begin with; afterwards the one behind that of the id.
  func giveID(to row: MutableRow, _ next: inout Int, _ ids: IDGenerator) throws(StoreError) {
    for _ in 0..<100 where next < .max {
      let isMade = layout.id.assign(next, ids, row)
      next += 1
      if isMade && position(of: Row(row)) == nil { return }
    }
    throw .idsExhausted(model: layout.name)
  }
}
