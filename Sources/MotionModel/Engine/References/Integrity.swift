/// Sees to it that no record has the key of a required parent that is not there.
enum Integrity {
  /// Whether a changeset can leave a record without its parent at all: few can, and it takes no tables to see it.
  static func concerns(_ changeset: Changeset) -> Bool {
    changeset.parts.contains { part in
      !part.layout.requiredKeys.isEmpty || part.all.contains { $0.new == nil && !$0.isCancelled }
    }
  }

  /// Throws when tables, once they hold a changeset, would have a record whose required parent is missing.
  ///
  /// It may be asked before the changeset is applied when it is a single change, and has to be asked afterwards otherwise.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  static func check(_ changeset: Changeset, in tables: Tables) throws(StoreError) {
    for part in changeset.parts {
      for key in part.layout.requiredKeys { try checkParents(part, key, in: tables) }
      if part.entries.contains(where: { $0.kind == .delete }) {
        for key in RequiredKeys.shared.keys(of: part.layout.slot) {
          for link in key.links where link.parentSlot == part.layout.slot {
            try checkChildren(part, key.name, link, in: tables)
          }
        }
      }
    }
  }

  /// Throws when a record that came, or got another key, has a parent that is not there.
  private static func checkParents(
    _ part: ChangesetPart, _ key: RequiredKey, in tables: Tables
  ) throws(StoreError) {
    for entry in part.entries {
      guard let new = entry.new.map(part.address) else { continue }
      if let old = entry.old.map(part.address), key.isSame(old, new) { continue }
      if let refusal = refusal(of: new, part.layout, key, in: tables) { throw refusal }
    }
  }

  /// Why tables may not have a record: a parent that it has to have is missing; nil when it is not.
  static func refusal<Record: Model>(of record: Record, _ key: RequiredKey, in tables: Tables) -> StoreError? {
    withUnsafePointer(to: record) { refusal(of: $0, Record.schema.layout, key, in: tables) }
  }

  private static func refusal(
    of row: UnsafeRawPointer, _ layout: TableLayout, _ key: RequiredKey, in tables: Tables
  ) -> StoreError? {
    let hasParent = key.links.contains { link in
      link.operations.parentPosition(row, tables.version(link.parent)) != nil || link.isOwnParent(row)
    }
    if hasParent { return nil }
    let parents = key.links.map(\.parent.name).joined(separator: " or ")
    return .parentMissing(model: layout.name, id: layout.id.text(row), relation: key.name, parent: parents)
  }

  /// Throws when a record that went has left others that need it.
  private static func checkChildren(
    _ part: ChangesetPart, _ relation: String, _ link: Link, in tables: Tables
  ) throws(StoreError) {
    let reader = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
    let rows = tables.version(link.child).rows
    for entry in part.entries where entry.kind == .delete {
      let parent = part.address(entry.row)
      var children = reader.rows(of: parent)
      if link.isOwnParent(parent), let position = entry.position { children.remove(position) }
      if let type = link.type {
        // Those of a parent of another model that has the same id do not count.
        let all = children
        all.forEach { if !type.isMet(rows.address(at: $0)) { children.remove($0) } }
      }
      guard !children.isEmpty else { continue }
      throw .parentNeeded(
        model: part.layout.name, id: part.layout.id.text(parent), child: link.child.name, relation: relation)
    }
  }
}

/// The key of a parent that every record has to have.
struct RequiredKey: Sendable {
  /// The relation's name.
  let name: String
  /// One for each model that the parent can be of.
  let links: [Link]

  /// Whether the parent can be of the same model.
  var isOfItself: Bool { links.contains { $0.childType == $0.parentType } }

  /// Whether two rows have the same parent.
  func isSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    links.allSatisfy { $0.column.operations.isEqual(old, new) && $0.type?.isMet(old) == $0.type?.isMet(new) }
  }
}

extension Link {
  /// Whether a record is its own parent, which only one of the same model can be.
  func isOwnParent(_ row: UnsafeRawPointer) -> Bool { childType == parentType && operations.hasID(row, row) }
}

/// The required keys by the model of the parent, which does not know who needs it.
final class RequiredKeys: Sendable {
  static let shared = RequiredKeys()

  private let keys = Locked<[Int: [RequiredKey]]>([:])

  /// Adds the keys of a model, whose schema is being made: before that, no store has a record of it.
  ///
  /// A generic model makes its schema more than once; its keys take the place of what they were.
  func add(_ own: [RequiredKey]) {
    keys.withLock { keys in
      for key in own {
        for link in key.links {
          keys[link.parentSlot, default: []].removeAll {
            $0.links.first?.childType == link.childType && $0.name == key.name
          }
          keys[link.parentSlot, default: []].append(key)
        }
      }
    }
  }

  func keys(of slot: Int) -> [RequiredKey] { keys.withLock { $0[slot] ?? [] } }
}
