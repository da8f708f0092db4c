import Foundation

/// Why changes are made.
enum WriteCause {
  /// Records are saved or deleted, at a time, and touch parents unless these are of some models.
  /// `keepsTimestamps` says that the records have their times already.
  case save(Date, Untouched = .none, keepsTimestamps: Bool = false)
  /// A changeset is applied, whose records have their times already.
  case application

  var isSave: Bool { if case .save = self { true } else { false } }

  var date: Date { if case .save(let date, _, _) = self { date } else { .distantPast } }

  var keepsTimestamps: Bool { if case .save(_, _, let keepsTimestamps) = self { keepsTimestamps } else { true } }

  /// Whether records of a model are touched.
  func touches(_ slot: Int) -> Bool {
    if case .save(_, let untouched, _) = self { !untouched.contains(slot) } else { false }
  }
}

/// Models whose records are not touched.
struct Untouched: Sendable {
  static let none = Untouched(slots: [])
  static let all = Untouched(slots: nil)

  /// The numbers of the models; nil for all models.
  private(set) var slots: Set<Int>?

  func contains(_ slot: Int) -> Bool { slots?.contains(slot) ?? true }

  mutating func formUnion(_ other: Untouched) { slots = slots.flatMap { own in other.slots.map(own.union) } }
}

extension TransactionState {
  /// Applies changes, and the changes to other records that follow from them. If it throws, nothing was written.
  mutating func write(_ changes: inout Changeset, _ cause: WriteCause) throws(StoreError) {
    if !changes.hasEffect { return }
    let noted = notes.mark
    notes.addStated(in: changes, cause, tables)
    do throws(StoreError) { try applyFollowed(&changes, cause) } catch {
      notes.cut(to: noted)
      throw error
    }
  }

  private mutating func applyFollowed(_ changes: inout Changeset, _ cause: WriteCause) throws(StoreError) {
    guard try changes.hasConsequences(cause) else { return try apply(&changes) }
    let beginning = (tables, pending, writeCount)
    let mark = log.mark()
    do throws(StoreError) {
      try apply(&changes)
      try follow(changes, cause)
    } catch {
      _ = cutLog(to: mark)
      // Readers may have seen the changes that are undone here, so the tables count as changed.
      (tables, pending, writeCount) = beginning
      changeCount += 1
      throw error
    }
    log.forgetMarks(since: self.mark)
  }

  /// Applies the changes to other records that follow from applied changes: to children of deleted parents, to parents
  /// of changed children, and to derived columns. Then it does the same for the records that were changed, and so
  /// on.
  ///
  /// A record whose time is set already is not touched again, and a deleted one is not deleted again, so this
  /// terminates for relations that form a cycle, too. Columns do not follow from each other in a circle; see
  /// ``ModelDerivations/circle``.
  private mutating func follow(_ changes: Changeset, _ cause: WriteCause) throws(StoreError) {
    var work = changes.parts.map { FollowedPart(part: $0, isTouched: true, depth: 0) }
    if !cause.isSave {
      applyPendingChanges()
      for part in changes.parts {
        guard let derivations = Derivations.shared.of(part.layout.slot) else { continue }
        let recomputed = try applyConsequences(part.recomputed(derivations, in: tables))
        work += recomputed.map { FollowedPart(part: $0, isTouched: false, depth: 0) }
      }
    }
    var next = 0
    while next < work.count {
      let followed = work[next]
      next += 1
      for (key, link) in followed.part.actingKeys {
        applyPendingChanges()
        let children = try applyConsequences(key.changes(following: followed.part, link, in: tables, cause))
        work += children.map { FollowedPart(part: $0, isTouched: true, depth: 0) }
      }
      guard let derivations = Derivations.shared.of(followed.part.layout.slot) else { continue }
      if followed.depth > DerivedColumn.maximumChain { throw .endlessDerivation(columns: [followed.part.layout.name]) }
      for update in derivations.updates {
        let touches = update.touches && followed.isTouched && cause.touches(update.link.parentSlot)
        let parents = try applyConsequences(parents(by: update, of: followed.part, cause, touching: touches))
        if touches { notes.addTouched(parents) }
        work += parents.map { followed.leading(to: $0, touching: touches, steps: update.isOfValues ? 1 : 0) }
      }
      for route in derivations.routes {
        applyPendingChanges()
        let part = try route.changes(following: followed.part, in: tables, cause)
        work += try applyConsequences(part).map { followed.leading(to: $0, touching: false, steps: 1) }
      }
    }
  }

  /// Returns the changes to parents that follow from changes of their children, and leaves changes pending if that is
  /// possible.
  private mutating func parents(
    by update: ParentUpdate, of children: ChangesetPart, _ cause: WriteCause, touching: Bool
  ) throws(StoreError) -> ChangesetPart? {
    if isPending, !(pending.part(of: update.link.parentSlot)?.updatesDifferentRecords ?? true) {
      applyPendingChanges()
    }
    guard let parents = tables.version(update.link.parentSlot) else { return nil }
    let positions = update.positions(of: children, in: parents, all: touching)
    if positions.isEmpty { return nil }
    let (tables, pending) = (tables, pendingChanges(to: parents.layout))
    if !update.columns.isEmpty, let changed = pendingChanges(to: children.layout) {
      let part = try update.changes(at: positions, in: parents, beside: pending, cause, touching: touching) {
        row throws(StoreError) in
        for column in update.columns where try !column.setBeside(tables, changed, row) { return false }
        return true
      }
      if part != nil { return part }
    } else {
      let setters = update.columns.map { $0.setter(tables) }
      return try update.changes(at: positions, in: parents, beside: pending, cause, touching: touching) {
        row throws(StoreError) in
        for set in setters { try set(row) }
        return true
      }
    }
    applyPendingChanges()
    return try self.parents(by: update, of: children, cause, touching: touching)
  }

  @discardableResult
  private mutating func applyConsequences(_ part: ChangesetPart?) throws(StoreError) -> [ChangesetPart] {
    guard let part, part.hasEffect else { return [] }
    var changes = Changeset(part)
    try apply(&changes)
    return changes.parts
  }
}

extension Changeset {
  /// Whether changes to other records may follow from these.
  ///
  /// - Throws: An error if columns that follow from these records follow from each other.
  fileprivate func hasConsequences(_ cause: WriteCause) throws(StoreError) -> Bool {
    var hasConsequences = false
    for part in parts {
      if !part.actingKeys.isEmpty { hasConsequences = true }
      guard let derivations = Derivations.shared.of(part.layout.slot) else { continue }
      if let circle = derivations.circle { throw .endlessDerivation(columns: circle) }
      if !derivations.updates.isEmpty || !derivations.routes.isEmpty || !cause.isSave { hasConsequences = true }
    }
    return hasConsequences
  }
}

extension ChangesetPart {
  /// The keys by which the deletions of this part change or delete records, each with a link to them.
  var actingKeys: [(key: RequiredKey, link: Link)] {
    RequiredKeys.shared.act(on: layout.slot) && hasDeletions ? RequiredKeys.shared.actingKeys(of: layout.slot) : []
  }

  /// Returns the changes that set all derived columns in the records of this part.
  fileprivate func recomputed(_ derivations: ModelDerivations, in tables: Tables) throws(StoreError) -> ChangesetPart {
    let table = tables.version(layout)
    let set = try derivations.setter(in: tables)
    var writer = RowWriter(table, now: .distantPast)
    for entry in entries {
      guard let row = entry.new.map(address), let position = table.position(of: row) else { continue }
      try writer.change(rowAt: position, touching: false, counting: false, set)
    }
    return writer.changes
  }
}

/// Changes whose consequences are to be applied.
private struct FollowedPart {
  let part: ChangesetPart
  /// Whether the records touch their parents.
  let isTouched: Bool
  /// How many derived columns lie between these changes and the requested ones.
  let depth: Int

  func leading(to part: ChangesetPart, touching: Bool, steps: Int) -> FollowedPart {
    FollowedPart(part: part, isTouched: touching && isTouched, depth: depth + steps)
  }
}
