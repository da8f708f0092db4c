import Synchronization

/// Makes sure that parents exist where a parent is required or a key must lead to one.
enum Integrity {
  /// Returns whether a changeset can leave a record without its required parent. Few can, and no tables are
  /// needed to find out.
  static func concerns(_ changeset: Changeset) -> Bool {
    changeset.parts.contains { !$0.layout.requiredKeys.isEmpty || $0.hasDeletions }
  }

  /// Throws when tables that hold a changeset would have a record whose required parent is missing.
  ///
  /// It has to be called after the changeset was applied, unless ``canCheckBefore(applying:)`` is true.
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

  /// Whether ``check(_:in:)`` has the same result before a changeset is applied as after it. It has for a single
  /// change, and for several if they neither insert nor delete the parents that others may need.
  static func canCheckBefore(applying changeset: Changeset) -> Bool {
    if changeset.isSingle { return true }
    return changeset.parts.allSatisfy { part in
      if !part.hasInsertions && !part.hasDeletions { return true }
      return RequiredKeys.shared.keys(of: part.layout.slot).isEmpty
    }
  }

  /// Throws when a record that was inserted, or got another key, has a parent that does not exist.
  private static func checkParents(
    _ part: ChangesetPart, _ key: RequiredKey, in tables: Tables
  ) throws(StoreError) {
    for entry in part.entries {
      guard let new = entry.new.map(part.address) else { continue }
      if let old = entry.old.map(part.address), key.isSame(old, new) { continue }
      if let refusal = refusal(of: new, part.layout, key, in: tables) { throw refusal }
    }
  }

  /// Returns the error for a record in tables that lack its required parent; nil when they have the parent.
  static func refusal(of row: Row, _ layout: TableLayout, _ key: RequiredKey, in tables: Tables) -> StoreError? {
    let hasParent = key.links.contains { link in
      link.operations.parentPosition(row, tables.version(link.parent)) != nil || link.isOwnParent(row)
    }
    if hasParent || key.allowsNone && !key.links.contains(where: { $0.operations.hasKey(row) }) { return nil }
    let parents = key.links.map(\.parent.name).joined(separator: " or ")
    return .parentMissing(model: layout.name, id: layout.id.text(row), relation: key.name, parent: parents)
  }

  /// Throws when a deleted record is the required parent of others.
  private static func checkChildren(
    _ part: ChangesetPart, _ relation: String, _ link: Link, in tables: Tables
  ) throws(StoreError) {
    let reader = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
    let rows = tables.version(link.child).rows
    for entry in part.entries where entry.kind == .delete {
      let parent = part.address(entry.row)
      var children = reader.rows(of: parent)
      if link.isOwnParent(parent), let position = entry.position { children.remove(position) }
      // Children of another model's record with the same id do not count.
      if let type = link.type { children = children.filtered { type.isMet(rows[$0]) } }
      guard !children.isEmpty else { continue }
      throw .parentNeeded(
        model: part.layout.name, id: part.layout.id.text(parent), child: link.child.name, relation: relation)
    }
  }
}

/// A key that must lead to a stored parent.
struct RequiredKey: Sendable {
  /// The relation's name.
  let name: String
  /// One link for each model that the parent may be of.
  let links: [Link]
  /// Whether a record may also have no key.
  let allowsNone: Bool
  /// What the deletion of a parent does.
  let onDelete: ReferentialAction

  /// Whether the parent may be of the same model.
  var isOfItself: Bool { links.contains(where: \.isOfOneModel) }

  /// Whether two rows have the same parent.
  func isSame(_ old: Row, _ new: Row) -> Bool {
    links.allSatisfy { $0.column.operations.isEqual(old, new) && $0.type?.isMet(old) == $0.type?.isMet(new) }
  }
}

extension Link {
  /// Whether a record is its own parent, which only one of the same model can be.
  func isOwnParent(_ row: Row) -> Bool { isOfOneModel && operations.hasID(row, row) }
}

/// The keys that must lead to a parent, by the parent's model: a parent does not know the models that need it.
final class RequiredKeys: Sendable {
  static let shared = RequiredKeys()

  private let keys = Locked<[Int: [RequiredKey]]>([:])
  /// Whether the deletion of any parent changes or deletes records.
  private let isActing = Atomic(false)

  /// Adds the keys of a model whose schema is being created: before that, no store has a record of the model.
  ///
  /// A generic model creates its schema more than once; its keys then replace the earlier ones.
  func add(_ own: [RequiredKey]) {
    if own.contains(where: \.acts) { isActing.store(true, ordering: .releasing) }
    keys.withLock { keys in
      for key in own {
        for link in key.links {
          keys[link.parentSlot, default: []].removeAll {
            $0.links.first?.childSlot == link.childSlot && $0.name == key.name
          }
          keys[link.parentSlot, default: []].append(key)
        }
      }
    }
  }

  func keys(of slot: Int) -> [RequiredKey] { keys.withLock { $0[slot] ?? [] } }

  /// Whether the deletion of a record of a model may change or delete others.
  func act(on slot: Int) -> Bool {
    isActing.load(ordering: .acquiring) && keys.withLock { $0[slot]?.contains(where: \.acts) ?? false }
  }

  /// Returns the keys by which the deletion of a record of a model changes or deletes others, each with a link to them.
  func actingKeys(of slot: Int) -> [(key: RequiredKey, link: Link)] {
    keys(of: slot).filter(\.acts).flatMap { key in
      key.links.filter { $0.parentSlot == slot }.map { (key, $0) }
    }
  }
}
