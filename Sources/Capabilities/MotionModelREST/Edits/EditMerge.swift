import MotionModel

/// Brings what a server says together with what was edited here, column by column.
struct EditMerge<Record: Model> {
  let model: TrackedModel<Record>
  let store: Store
  private let tracker: EditTracker
  private let origin: ResponseOrigin
  let table: ModelTable<Record>

  init(_ model: TrackedModel<Record>, _ store: Store, _ tracker: EditTracker, _ origin: ResponseOrigin) {
    (self.model, self.store, self.tracker, self.origin) = (model, store, tracker, origin)
    table = store.table(Record.self)
  }

  // MARK: - Responses

  /// Writes the records of a response, inside a transaction.
  func store(_ drafts: [Draft<Record>]) throws {
    let (edits, requests) = (store.table(RemoteEdit.self), tracker.requestsNow)
    let (hasEdits, hasVersions) = (edits.count > 0, store.table(RemoteVersion.self).count > 0)
    var plain: [Record] = []
    for draft in drafts {
      let name = RemoteEdit.id(draft.record)
      let isOwn = origin.acknowledged == name
      if !isOwn && !origin.takesAll && requests.isHeldBack(name, during: origin.reading) { continue }
      if name == origin.main { tracker.setMark(origin.etag, of: name, in: store) }
      if hasEdits, let edit = try edited(edits.find(name), draft.record.id) {
        try merge(draft, edit, isOwn: isOwn)
      } else if var stored = try table.find(draft.record.id) {
        let saysVersion = Record.schema.versionColumn.map(draft.said.contains) ?? false
        if hasVersions && saysVersion { try store.noteServerVersion(nil, of: name) }
        Record.schema.copy(draft.said, from: draft.record, to: &stored)
        plain.append(stored)
      } else {
        if hasVersions { try store.noteServerVersion(nil, of: name) }
        plain.append(draft.record)
      }
    }
    try table.replicate(plain)
  }

  /// Returns the edit of a record that the server has. A record that was created here, and has by chance the same id,
  /// gets another.
  private func edited(_ edit: RemoteEdit?, _ id: Record.ID) throws -> RemoteEdit? {
    guard let edit, !model.resource.sendsID, edit.base == nil else { return edit }
    try moveAway(edit, id)
    return nil
  }

  /// Gives another id to a record that was created here, or to the edit of one that is not stored any more.
  func moveAway(_ edit: RemoteEdit, _ id: Record.ID) throws {
    if let moved = try table.renumber(id) { return try store.move(edit, to: moved) }
    var gone = Record.new()
    gone.id = try table.reserveID()
    try store.move(edit, to: gone)
  }

  private func merge(_ draft: Draft<Record>, _ edit: RemoteEdit, isOwn: Bool) throws {
    var edit = edit
    let stored = try table.find(draft.record.id)
    var base = model.record(stored ?? draft.record, with: edit.base)
    let sent = model.record(base, with: edit.sent)
    if isOwn { base = sent }
    var theirs = base
    Record.schema.copy(draft.said, from: draft.record, to: &theirs)
    // A response to a write is the newest there is. Before it, the store may have counted the version of a new record.
    if !isOwn && !origin.takesAll && isOlder(theirs, than: base) { return }
    let settled = isOwn && !origin.isLookup ? Set((edit.sent ?? [:]).keys) : []
    // What was sent and is there has arrived, even if its response has not.
    let arrived = model.columns.filter { edit.sent?[Record.schema.columns[$0].name] != nil }
      .filter { Record.schema.isSame(theirs, sent, inColumn: $0) }
    Record.schema.copy(arrived, from: sent, to: &base)
    if isOwn || origin.takesAll { edit.sent = nil }
    if RemoteEdit.id(draft.record) == origin.main { edit.etag = tracker.mark(edit.id) }
    let unknown = isOwn ? [] : Set(model.misfits(in: edit.base))
    let versions = Versions(base: base, theirs: theirs, said: draft.said, settled: settled, unknown: unknown)
    edit.base = model.values(of: theirs)
    if let stored { try merge(stored, versions, edit) } else { try mergeDeleted(versions, edit) }
  }

  /// What a merge compares with the local record.
  private struct Versions {
    let base: Record
    let theirs: Record
    let said: [Int]
    /// The names of the columns whose value the server set because of that of this store.
    let settled: Set<String>
    /// The columns whose type has changed, so that it is not known what the server had.
    let unknown: Set<Int>
  }

  private func isOlder(_ record: Record, than other: Record) -> Bool {
    Record.schema.versionColumn.map { Record.schema.precedes(record, other, inColumn: $0) } ?? false
  }

  /// Merges a record that is stored.
  private func merge(_ stored: Record, _ versions: Versions, _ edit: RemoteEdit) throws {
    let schema = Record.schema
    var local = stored
    for number in Set(versions.said) {
      func isSame(_ first: Record, _ second: Record) -> Bool { schema.isSame(first, second, inColumn: number) }
      let name = schema.columns[number].name
      let isKnown = !versions.unknown.contains(number)
      let isTaken = !model.columns.contains(number) || isKnown && isSame(stored, versions.base)
      if isTaken || isSame(stored, versions.theirs) {
        schema.copy([number], from: versions.theirs, to: &local)
        try close(edit, name)
      } else if !isSame(versions.theirs, versions.base) && !versions.settled.contains(name) {
        let values = [versions.base, stored, versions.theirs].map { schema.columns[number][$0] }
        if try decide(edit, name, isKnown ? values[0] : nil, values[1], values[2]) == .theirs {
          schema.copy([number], from: versions.theirs, to: &local)
        }
      }
    }
    try table.replicate([local])
    let isOpen = !store.openConflicts(edit).isEmpty
    var edit = edit
    if edit.onHold == .conflict && !isOpen { edit.resume() }
    let isDone = edit.sent == nil && model.edits(local, since: edit.base).isEmpty && !isOpen
    if isDone { try end(edit, local) } else { try store.table(RemoteEdit.self).replicate([edit]) }
  }

  /// Ends an edit, and notes the server's version if the response did not say it.
  private func end(_ edit: RemoteEdit, _ local: Record) throws {
    if let number = Record.schema.versionColumn {
      let (known, column) = (edit.base?[Record.schema.columns[number].name], Record.schema.columns[number])
      try store.noteServerVersion(column[local] == known ? nil : known, of: edit.id)
    }
    try store.forget(edit)
  }

  /// Merges a record that was deleted here.
  private func mergeDeleted(_ versions: Versions, _ edit: RemoteEdit) throws {
    let isChanged =
      !model.differences(versions.base, versions.theirs).isEmpty && (origin.isLookup || edit.id != origin.acknowledged)
    if isChanged, try decide(edit, "", nil, nil, .string(RemoteConflict.kept)) == .theirs {
      try table.replicate([versions.theirs])
      return try store.forget(edit)
    }
    try store.table(RemoteEdit.self).replicate([edit])
  }

  // MARK: - Records that the server does not have

  /// Does with an edited record that the server has deleted what the policy says.
  func mergeGone(_ edit: RemoteEdit, _ id: Record.ID) throws {
    var edit = edit
    edit.sent = nil
    guard let stored = try table.find(id) else { return try store.forget(edit) }
    switch try decide(edit, "", nil, .string(RemoteConflict.kept), nil) {
    case .theirs: try store.drop(stored, edit)
    case .mine:
      (edit.kind, edit.base, edit.etag) = (.create, nil, nil)
      try store.table(RemoteEdit.self).replicate([edit])
    case nil: try store.table(RemoteEdit.self).replicate([edit])
    }
  }

  // MARK: - Conflicts

  /// Reports a conflict, and returns which value counts; nil if the program has to decide.
  private func decide(
    _ edit: RemoteEdit, _ column: String, _ base: AttributeValue?, _ mine: AttributeValue?, _ theirs: AttributeValue?
  ) throws -> RemoteConflict.Choice? {
    let conflicts = store.table(RemoteConflict.self)
    var conflict = store.openConflicts(edit).first { $0.column == column } ?? RemoteConflict()
    let isNew = conflict.model.isEmpty
    if isNew { (conflict.model, conflict.recordID, conflict.column) = (edit.model, edit.recordID, column) }
    if isNew { conflict.base = base?.unlessNull }
    (conflict.mine, conflict.theirs, conflict.date) = (mine?.unlessNull, theirs?.unlessNull, store.clock())
    conflict.choice = model.policy == .ask ? nil : model.policy == .mine ? .mine : .theirs
    if isNew { try conflicts.insert(&conflict) } else { try conflicts.replicate([conflict]) }
    return conflict.choice
  }

  /// Deletes the open conflict about a column whose values have become equal.
  private func close(_ edit: RemoteEdit, _ column: String) throws {
    for conflict in store.openConflicts(edit) where conflict.column == column {
      try Store.withoutHooks { _ = try store.table(RemoteConflict.self).delete(conflict.id) }
    }
  }
}

extension AttributeValue {
  /// The value; none for null, which the literal `nil` would be here.
  fileprivate var unlessNull: AttributeValue? { isNull ? .none : .some(self) }
}

extension Store {
  /// Lets an edit, and its conflicts, be about the record under another id.
  func move<Record: Model>(_ edit: RemoteEdit, to record: Record) throws {
    var moved = edit
    (moved.id, moved.recordID) = (RemoteEdit.id(record), RemoteEdit.text(record.id))
    if moved.id == edit.id { return try table(RemoteEdit.self).replicate([moved]) }
    let conflicts = table(RemoteConflict.self)
    try conflicts.replicate(
      conflicts.records.where(\.recordID == edit.recordID).all.filter { $0.model == edit.model }.map { conflict in
        var conflict = conflict
        conflict.recordID = moved.recordID
        return conflict
      })
    try forget(edit)
    try table(RemoteEdit.self).replicate([moved])
  }

  /// Deletes a record and its edit.
  func drop<Record: Model>(_ record: Record, _ edit: RemoteEdit) throws {
    try Self.withoutHooks { _ = try table(Record.self).destroy(record.id) }
    try forget(edit)
  }
}
