import Foundation

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

  /// Applies the changes that follow from changes that were applied already: those to parents of changed children, and
  /// those to children of deleted parents. Then it does the same for what followed, and so on.
  ///
  /// A record whose time is set already is not touched again, and a deleted one is not deleted again, so this terminates
  /// for relations that form a cycle, too.
  private mutating func follow(_ changes: Changeset, _ cause: WriteCause) throws(StoreError) {
    applyPendingChange()
    var parts = changes.parts.map { (part: $0, isTouched: false) }
    var next = 0
    while next < parts.count {
      let (part, isTouched) = parts[next]
      next += 1
      for (key, link) in part.actingKeys {
        parts += try applyConsequences(key.changes(following: part, link, in: tables, cause)).map { ($0, false) }
      }
      for update in part.layout.parentUpdates where !isTouched || update.touches {
        let touched = try applyConsequences(update.changes(following: part, in: tables, cause))
        if update.touches { parts += touched.map { ($0, true) } }
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
    applyPendingChange()
    return changes.parts
  }
}

extension Changeset {
  /// Whether changes to other records may follow from these.
  fileprivate func hasConsequences(_ cause: WriteCause) -> Bool {
    parts.contains { part in
      !part.layout.parentUpdates.isEmpty || !part.actingKeys.isEmpty
        || (!cause.isSave && !Counters.shared.of(part.layout.slot).isEmpty)
    }
  }
}

extension ChangesetPart {
  /// The keys by which the deletions of this part change or delete records, each with a link to them.
  var actingKeys: [(key: RequiredKey, link: Link)] {
    RequiredKeys.shared.act(on: layout.slot) && hasDeletions ? RequiredKeys.shared.actingKeys(of: layout.slot) : []
  }

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
