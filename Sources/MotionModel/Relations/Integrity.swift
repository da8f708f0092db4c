/// Sees to it that no record has the key of a required parent that is not there.
enum Integrity {
  /// Throws when tables, once they hold a changeset, would have a record whose required parent is missing.
  ///
  /// It may be asked before the changeset is applied when it is a single change, and has to be asked afterwards otherwise.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  static func check(_ changeset: Changeset, in tables: Tables) throws(StoreError) {
    for part in changeset.parts {
      for key in part.layout.requiredKeys { try checkParents(part, key, in: tables) }
      if part.entries.contains(where: { $0.kind == .delete }) {
        for key in RequiredKeys.shared.keys(of: part.layout.slot) { try checkChildren(part, key, in: tables) }
      }
    }
  }

  /// Throws when a record that came, or got another key, has a parent that is not there.
  private static func checkParents(
    _ part: ChangesetPart, _ key: RequiredKey, in tables: Tables
  ) throws(StoreError) {
    let column = key.link.column.operations
    let parents = tables.version(key.link.parent)
    for entry in part.entries {
      guard let new = entry.new.map(part.address) else { continue }
      if let old = entry.old.map(part.address), column.isEqual(old, new) { continue }
      if let refusal = refusal(of: new, part.layout, key, parents) { throw refusal }
    }
  }

  /// Why tables may not have a record: a parent that it has to have is missing; nil when it is not.
  static func refusal<Record: Model>(of record: Record, _ key: RequiredKey, in tables: Tables) -> StoreError? {
    withUnsafePointer(to: record) { refusal(of: $0, Record.schema.layout, key, tables.version(key.link.parent)) }
  }

  private static func refusal(
    of row: UnsafeRawPointer, _ layout: TableLayout, _ key: RequiredKey, _ parents: TableVersion
  ) -> StoreError? {
    if key.link.operations.parentPosition(row, parents) != nil || key.isOwnParent(row) { return nil }
    return .parentMissing(model: layout.name, id: layout.id.text(row), relation: key.name, parent: parents.layout.name)
  }

  /// Throws when a record that went has left others that need it.
  private static func checkChildren(
    _ part: ChangesetPart, _ key: RequiredKey, in tables: Tables
  ) throws(StoreError) {
    let reader = RouteReader(Route.Step(link: key.link, direction: .toChildren), in: tables)
    for entry in part.entries where entry.kind == .delete {
      let parent = part.address(entry.row)
      var children = reader.rows(of: parent)
      if key.isOwnParent(parent), let position = entry.position { children.remove(position) }
      guard !children.isEmpty else { continue }
      throw .parentNeeded(
        model: part.layout.name, id: part.layout.id.text(parent), child: key.link.child.name, relation: key.name)
    }
  }
}

/// The key of a parent that every record has to have.
struct RequiredKey: Sendable {
  /// The relation's name.
  let name: String
  let link: Link

  /// Whether a record is its own parent, which only one of the same model can be.
  func isOwnParent(_ row: UnsafeRawPointer) -> Bool {
    link.childType == link.parentType && link.operations.hasID(row, row)
  }
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
        keys[key.link.parentSlot, default: []].removeAll {
          $0.link.childType == key.link.childType && $0.name == key.name
        }
        keys[key.link.parentSlot, default: []].append(key)
      }
    }
  }

  func keys(of slot: Int) -> [RequiredKey] { keys.withLock { $0[slot] ?? [] } }
}
