/// What a transaction notes of its writes besides the changes: a changeset does not say who wrote a column.
struct WriteNotes: Sendable {
  /// The changes that have touched records whose model has hooks after touching.
  private(set) var touched: [ChangesetPart] = []
  /// The columns that the store sets itself, with the changes by which a caller set them.
  private(set) var stated: [(column: Int, part: ChangesetPart)] = []
  /// The records that were written by the attributes of their owners, for errors that are found when all is written.
  private(set) var nested: [NestedRecord] = []

  /// A point to which notes are cut off when the writes after it are undone.
  struct Mark: Sendable {
    var (touched, stated, nested) = (0, 0, 0)
  }

  var mark: Mark { Mark(touched: touched.count, stated: stated.count, nested: nested.count) }

  mutating func cut(to mark: Mark) {
    touched.removeLast(touched.count - mark.touched)
    stated.removeLast(stated.count - mark.stated)
    nested.removeLast(nested.count - mark.nested)
  }

  mutating func addNested(_ record: NestedRecord) { nested.append(record) }

  /// Changes the errors of the records that were noted since there were `count`.
  mutating func changeErrors(ofNestedSince count: Int, _ change: @escaping NestedRecord.Change) {
    for index in nested.indices.dropFirst(count) {
      let inner = nested[index].change
      nested[index].change = { change(inner($0)) }
    }
  }

  mutating func addTouched(_ parts: [ChangesetPart]) { touched += parts.filter { $0.layout.notesTouches() } }

  /// Notes the times and lock versions that a caller sets by changes, if a commit check needs them.
  ///
  /// - Parameter tables: The tables before the changes.
  mutating func addStated(in changes: Changeset, _ cause: WriteCause, _ tables: Tables) {
    for part in changes.parts {
      let layout = part.layout
      if !layout.isJudged() { continue }
      let table = tables.version(layout)
      for column in [layout.created, layout.updated, layout.version].compactMap(\.self) {
        let stated = part.filter { $0.states(column, by: $1, cause, over: table) }
        if stated.count > 0 { self.stated.append((column, stated)) }
      }
    }
  }
}

/// A record that was written by the attributes of its owner.
struct NestedRecord: Sendable {
  typealias Change = @Sendable (any Error) -> any Error

  let model: String
  let id: String
  /// Adds the place of the record to an error about it.
  var change: Change = { $0 }
}

extension ChangesetPart {
  /// Whether the caller, and not the store, sets a time or a lock version by a change.
  fileprivate func states(_ column: Int, by entry: Entry, _ cause: WriteCause, over table: TableVersion) -> Bool {
    guard let new = entry.new.map(address) else { return false }
    // NB: A record that is deleted and inserted again is one update in the end.
    guard let old = entry.old.map(address) else { return table.given.deleted.contains(layout.id.hash(new)) }
    if layout.isSame(old, new, in: column) { return false }
    if column == layout.created || !cause.isSave { return true }
    if column == layout.version { return false }
    return cause.keepsTimestamps || changesTimeAlone(old, new)
  }

  /// Whether an update is a call that only touches a record: a save changes other columns, too.
  private func changesTimeAlone(_ old: Row, _ new: Row) -> Bool {
    layout.columns.indices.allSatisfy { column in
      column == layout.updated || column == layout.version || layout.isSame(old, new, in: column)
    }
  }
}
