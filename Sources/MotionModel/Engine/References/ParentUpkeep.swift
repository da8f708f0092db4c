import Foundation

/// What a child's coming, going and changing does to its parent: a counter in the parent is kept, its time of the latest save
/// is set.
struct ParentUpkeep: Sendable {
  let link: Link
  /// The counter in the parent; nil when it has none.
  let counter: Counter?
  /// Whether the parent is touched.
  let touches: Bool

  /// What follows for the parents from changes of their children, which have been made already.
  ///
  /// A counter is set to the number of the children that there are; so it is right whatever it was before.
  ///
  /// - Complexity: O(*k*) in the number of changes.
  func changes(following children: ChangesetPart, in tables: Tables, _ cause: WriteCause) -> ChangesetPart {
    let parents = tables.version(link.parent)
    let counts = counter?.reader(in: tables)
    let touches = touches && cause.isSave
    if touches && link.parent.updated == nil {
      fatalError(
        "\(link.childType) cannot touch \(link.parentType), which has no time of the latest save: add Timestamps.")
    }
    var writer = RowWriter(parents, now: cause.date)
    for position in positions(of: children, in: parents, all: touches) {
      writer.change(rowAt: position, touching: touches, counting: cause.isSave) { parent in
        if let counts { counts.counter.set(parent, counts.count(of: parent)) }
      }
    }
    return writer.changes
  }

  /// The positions of the parents of changed children, before and after the changes.
  ///
  /// - Parameter all: Whether parents count that neither lost nor got a child.
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
  /// A changeset is applied that has the times of its records already.
  case application

  var isSave: Bool { if case .save = self { true } else { false } }

  var date: Date { if case .save(let date) = self { date } else { .distantPast } }
}

extension TransactionState {
  /// Applies changes, with what follows from them for other records; when it throws, nothing was written.
  mutating func write(_ changes: inout Changeset, _ cause: WriteCause) throws(StoreError) {
    if !changes.hasEffect { return }
    guard changes.hasConsequences(cause) else { return try apply(&changes) }
    let (start, mark, count) = (tables, log.mark(), writeCount)
    do throws(StoreError) {
      try apply(&changes)
      try follow(changes, cause)
    } catch {
      // What was read between must not be taken for what is there now, so the tables count as changed.
      (tables, isPending, writeCount) = (start, false, count)
      changeCount += 1
      _ = log.cut(to: mark)
      throw error
    }
    log.forgetMarks(since: self.mark)
  }

  /// Does to parents what follows from changes of their children, which have been made; to their parents what follows from
  /// their being touched, and so on.
  ///
  /// A record whose time is set already is not touched again, so relations that lead in a circle come to an end.
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
  /// Whether changes of other records may follow from these.
  fileprivate func hasConsequences(_ cause: WriteCause) -> Bool {
    parts.contains { part in
      !part.layout.upkeep.isEmpty || (!cause.isSave && !Counters.shared.of(part.layout.slot).isEmpty)
    }
  }
}

extension ChangesetPart {
  /// The changes that set a counter in the records of this part to the number of their children.
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
