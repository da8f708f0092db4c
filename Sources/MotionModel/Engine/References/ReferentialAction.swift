/// What happens to a record when the parent to which its key leads is deleted; see ``Relation``.
///
/// ```swift
/// let project = BelongsTo<Project>(\.projectID, references: .existing, onDelete: .nullify)
/// ```
///
/// It applies to each way in which a parent is deleted, at once and within the same commit, and runs no hooks. A parent
/// that is destroyed has its relations' ``Dependent`` applied first; the action applies to the records that then
/// remain.
public enum ReferentialAction: String, Sendable, Hashable, CaseIterable {
  /// The commit is refused if records with the key remain.
  case restrict
  /// The key becomes nil.
  case nullify
  /// The record is deleted, and what its own deletion causes follows.
  case delete
}

extension RequiredKey {
  /// Whether the deletion of a parent changes or deletes records.
  var acts: Bool { onDelete != .restrict }

  /// Returns the changes to children that follow from the deletion of their parents, which was applied already.
  ///
  /// - Complexity: O(*k*) in the number of deleted parents and of their children, with an index on the key.
  func changes(
    following parents: ChangesetPart, _ link: Link, in tables: Tables, _ cause: WriteCause
  ) throws(StoreError) -> ChangesetPart {
    let table = tables.version(link.child)
    var writer = RowWriter(table, now: cause.date)
    for position in orphans(of: parents, link, in: tables).positions {
      if onDelete == .delete {
        writer.delete(table.rows[position])
      } else {
        try writer.change(rowAt: position, touching: cause.isSave, counting: cause.isSave) { link.clear($0) }
      }
    }
    return writer.changes
  }

  /// Returns the rows whose key leads to a record that a part deletes.
  func orphans(of parents: ChangesetPart, _ link: Link, in tables: Tables) -> RowSet {
    let remaining = tables.version(link.parent)
    let children = tables.version(link.child)
    let reader = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
    var orphans = RowSet()
    for entry in parents.entries where entry.kind == .delete {
      let parent = parents.address(entry.row)
      // A record that moved to another place, or was replaced, is still there.
      if remaining.position(of: parent) != nil { continue }
      var found = reader.rows(of: parent)
      if let type = link.type { found = found.filtered { type.isMet(children.rows[$0]) } }
      orphans.formUnion(found)
    }
    return orphans
  }
}
