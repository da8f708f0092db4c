/// The changes of a commit that may only have followed from others: updates of nothing but counters, the time of the
/// latest save and the lock version, as changes of children cause them.
struct DerivedChanges {
  /// The changes of one model, with a table in which the changed record at position *n* is that of the change *n*.
  private var open: [(part: ChangesetPart, table: TableVersion)] = []

  /// Those among some changes.
  init(in changes: Changeset) { for part in changes.parts { add(part.filter { $0.isDerived($1) }) } }

  private mutating func add(_ part: ChangesetPart) {
    if part.count == 0 { return }
    let table = TableVersion(unindexed: part.layout)
    for entry in part.entries { table.load(part.address(entry.row)) }
    open.append((part, table))
  }

  /// Removes the changes of parents that may have followed from changes of their children, the changes of their own
  /// parents that may have followed from these, and so on.
  ///
  /// - Returns: The removed changes.
  mutating func take(following children: [ChangesetPart]) -> [ChangesetPart] {
    var taken: [ChangesetPart] = []
    var causes = children.map { (part: $0, isFirst: true) }
    while let (part, isFirst) = causes.popLast() {
      for update in part.layout.parentUpdates where isFirst || update.heedsValues {
        guard let parents = take(parentsBy: update.link, of: part) else { continue }
        taken.append(parents)
        causes.append((parents, false))
      }
    }
    return taken
  }

  private mutating func take(parentsBy link: Link, of children: ChangesetPart) -> ChangesetPart? {
    guard let index = open.firstIndex(where: { $0.part.layout.slot == link.parentSlot }) else { return nil }
    let (part, table) = open[index]
    var parents = ChangesetPart(part.layout)
    var found: Set<Int> = []
    for child in children.entries.flatMap({ [$0.old, $0.new] }).compactMap({ $0.map(children.address) }) {
      if let position = link.operations.parentPosition(child, table), found.insert(position).inserted {
        parents.append(part.entries[position], of: part)
      }
    }
    if found.isEmpty { return nil }
    open.remove(at: index)
    let finder = EntryFinder(parents)
    add(part.filter { finder.entry(of: $0.address($1.row)) == nil })
    return parents
  }
}

extension ChangesetPart {
  /// Whether a change is an update of only those columns that follow from changes of children.
  fileprivate func isDerived(_ entry: Entry) -> Bool {
    guard entry.origin == nil, let old = entry.old.map(address), let new = entry.new.map(address) else { return false }
    let kept = Derivations.shared.columns(of: layout.slot).union([layout.updated, layout.version].compactMap { $0 })
    return layout.columns.indices.allSatisfy { kept.contains($0) || layout.isSame(old, new, in: $0) }
  }
}

extension Changeset {
  /// Returns the changes of all models but some, without what follows from these alone: counters and touches of
  /// parents, and what the deletion of a parent did to its children.
  ///
  /// - Complexity: O(*k*) in the number of changes, times the length of the longest chain of parents that touch theirs.
  func leavingOut(_ isLeftOut: (TableLayout) -> Bool) -> Changeset {
    var causes = parts.filter { isLeftOut($0.layout) }
    if causes.isEmpty { return self }
    var rest = filter { isLeftOut($0.layout) ? nil : $0 }
    causes += rest.takeOrphans(of: causes)
    if causes.allSatisfy(\.layout.parentUpdates.isEmpty) { return rest }
    var derivations = DerivedChanges(in: rest)
    _ = derivations.take(following: rest.filter { $0.filter { !$0.isDerived($1) } }.parts)
    let derived = derivations.take(following: causes)
    return rest.filter { part in
      let finders = derived.filter { $0.layout.slot == part.layout.slot }.map { EntryFinder($0) }
      return part.filter { part, entry in finders.allSatisfy { $0.entry(of: part.address(entry.row)) == nil } }
    }
  }
}

extension Changeset {
  /// Removes the changes of children that followed from the deletion of their parents, and what followed from these.
  ///
  /// - Returns: The removed changes.
  fileprivate mutating func takeOrphans(of parents: [ChangesetPart]) -> [ChangesetPart] {
    var (work, taken) = (parents, [ChangesetPart]())
    while let part = work.popLast() {
      for (key, link) in part.actingKeys {
        let orphans = takeOrphans(of: part, key, link)
        work += orphans
        taken += orphans
      }
    }
    return taken
  }

  private mutating func takeOrphans(of parents: ChangesetPart, _ key: RequiredKey, _ link: Link) -> [ChangesetPart] {
    let deleted = TableVersion(unindexed: parents.layout)
    for entry in parents.entries where entry.kind == .delete { deleted.load(parents.address(entry.row)) }
    var taken: [ChangesetPart] = []
    self = filter { part in
      if part.layout.slot != link.childSlot { return part }
      let orphans = part.filter { $0.isOrphan($1, of: deleted, key, link) }
      if orphans.count == 0 { return part }
      taken.append(orphans)
      let finder = EntryFinder(orphans)
      return part.filter { finder.entry(of: $0.address($1.row)) == nil }
    }
    return taken
  }
}

extension ChangesetPart {
  /// Whether a change may be what the deletion of one of some parents did.
  fileprivate func isOrphan(_ entry: Entry, of parents: TableVersion, _ key: RequiredKey, _ link: Link) -> Bool {
    guard entry.origin == nil, let old = entry.old.map(address) else { return false }
    if link.operations.parentPosition(old, parents) == nil { return false }
    guard let new = entry.new.map(address) else { return key.onDelete == .delete }
    if key.onDelete != .nullify { return false }
    return layout.memory.withCopy(of: old) { row in
      link.clear(row)
      for column in [layout.updated, layout.version].compactMap({ $0 }) {
        layout.columns[column].operations.copy(new, row)
      }
      return layout.isSame(Row(row), new)
    }
  }
}
