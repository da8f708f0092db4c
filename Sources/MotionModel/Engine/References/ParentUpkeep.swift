import Foundation

/// What changes of a child do to its parent: they update a counter in the parent, and set the parent's time
/// of the latest save.
struct ParentUpkeep: Sendable {
  let link: Link
  /// The counter in the parent; nil when it has none.
  let counter: Counter?
  /// Whether the parent is touched: its time of the latest save is set.
  let touches: Bool

  /// Returns the changes to parents that follow from changes of their children, which were applied already.
  ///
  /// A counter is set to the current number of children, so it is right whatever it was before.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  func changes(following children: ChangesetPart, in tables: Tables, _ cause: WriteCause) -> ChangesetPart {
    let parents = tables.version(link.parent)
    let counts = counter?.reader(in: tables)
    let touches = touches && cause.isSave
    if touches && link.parent.updated == nil {
      fatalError(
        "\(link.child.name) cannot touch \(link.parent.name), which has no time of the latest save: add Timestamps.")
    }
    var writer = RowWriter(parents, now: cause.date)
    for position in positions(of: children, in: parents, all: touches) {
      writer.change(rowAt: position, touching: touches, counting: cause.isSave) { parent in
        if let counts { counts.counter.set(parent, counts.count(of: parent)) }
      }
    }
    return writer.changes
  }

  /// Returns the positions of the parents of changed children, before and after the changes.
  ///
  /// - Parameter all: Whether to include parents that neither lost nor got a child.
  private func positions(of children: ChangesetPart, in parents: TableVersion, all: Bool) -> [Int] {
    let key = link.column.operations
    var positions: Set<Int> = []
    for entry in children.entries {
      let (old, new) = (entry.old.map(children.address), entry.new.map(children.address))
      if !all, let old, let new, key.isEqual(old, new) { continue }
      for child in [old, new] {
        if let position = child.flatMap({ link.operations.parentPosition($0, parents) }) { positions.insert(position) }
      }
    }
    return positions.sorted()
  }
}

/// Why changes are made.
enum WriteCause {
  /// Records are saved or deleted, at a time.
  case save(Date)
  /// A changeset is applied, whose records have their times already.
  case application

  var isSave: Bool { if case .save = self { true } else { false } }

  var date: Date { if case .save(let date) = self { date } else { .distantPast } }
}

extension TransactionState {
  /// Applies changes, and the changes to other records that follow from them. If it throws, nothing was written.
  mutating func write(_ changes: inout Changeset, _ cause: WriteCause) throws(StoreError) {
    if !changes.hasEffect { return }
    guard changes.hasConsequences(cause) else { return try apply(&changes) }
    let (start, mark, count) = (tables, log.mark(), writeCount)
    do throws(StoreError) {
      try apply(&changes)
      try follow(changes, cause)
    } catch {
      // Readers may have seen the changes that are undone here, so the tables count as changed.
      (tables, isPending, writeCount) = (start, false, count)
      changeCount += 1
      _ = cutLog(to: mark)
      throw error
    }
    log.forgetMarks(since: self.mark)
  }

  /// Applies the changes to parents that follow from changes of their children, which were applied already. Then it
  /// does the same for the parents of records that were touched, and so on.
  ///
  /// A record whose time is set already is not touched again, so this terminates for relations that form a cycle, too.
  private mutating func follow(_ changes: Changeset, _ cause: WriteCause) throws(StoreError) {
    settle()
    var parts = changes.parts
    var next = 0
    while next < parts.count {
      let part = parts[next]
      let isFirst = next < changes.parts.count
      next += 1
      for upkeep in part.layout.upkeep where isFirst || upkeep.touches {
        let touched = try applyConsequences(upkeep.changes(following: part, in: tables, cause))
        if upkeep.touches { parts += touched }
      }
    }
    if cause.isSave { return }
    for part in changes.parts {
      for counter in Counters.shared.of(part.layout.slot) {
        try applyConsequences(part.recount(counter, in: tables))
      }
    }
  }

  @discardableResult
  private mutating func applyConsequences(_ part: ChangesetPart) throws(StoreError) -> [ChangesetPart] {
    var changes = Changeset(part)
    if !changes.hasEffect { return [] }
    try apply(&changes)
    settle()
    return changes.parts
  }
}

extension Changeset {
  /// Whether changes to other records may follow from these.
  fileprivate func hasConsequences(_ cause: WriteCause) -> Bool {
    parts.contains { part in
      !part.layout.upkeep.isEmpty || (!cause.isSave && !Counters.shared.of(part.layout.slot).isEmpty)
    }
  }
}

extension ChangesetPart {
  /// Returns the changes that set a counter in the records of this part to the number of their children.
  fileprivate func recount(_ counter: Counter, in tables: Tables) -> ChangesetPart {
    let table = tables.version(layout)
    let counts = counter.reader(in: tables)
    var writer = RowWriter(table, now: .distantPast)
    for entry in entries {
      guard let row = entry.new.map(address), let position = table.position(of: row) else { continue }
      writer.change(rowAt: position, touching: false, counting: false) { counter.set($0, counts.count(of: $0)) }
    }
    return writer.changes
  }
}
