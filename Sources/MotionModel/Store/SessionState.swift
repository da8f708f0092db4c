import Foundation

/// What changes in a session while it goes on.
struct SessionState: Sendable {
  /// Passed before the tables are changed, which tasks that inherit the session, and snapshots that are taken in it, may have read.
  let fence: ReadFence
  /// The tables as they were when the session began.
  var start: Tables
  var tables: Tables
  /// What was written since the innermost savepoint.
  var changeset: Changeset
  /// Whether the changeset is one change that the tables do not have yet, and the first since the innermost savepoint.
  var isPending = false
  /// How often something was written.
  var writeCount = 0
  /// What was undone although the session goes on, in order.
  var discarded: [Changeset] = []
  var isOpen = true
  /// Whether what is written will be undone in any case.
  var isPreview = false
  /// What collects the findings of a preview.
  var recorder: (any SessionRecorder)?
  /// How many operations with hooks are under way, one inside the other.
  var hooks = 0
  /// The number of the innermost savepoint; 0 for the beginning of the session.
  var number = 0
  /// How many savepoints there have been.
  var savepointCount = 0
  /// The states at the savepoints, each without those before it.
  var savepoints: [SessionState] = []

  /// The change to the records of one model that the tables do not have yet, if there is one.
  func pendingChange(to layout: TableLayout) -> ChangesetPart? {
    isPending ? changeset.part(of: layout) : nil
  }

  /// Puts a change that the tables do not have yet into them.
  mutating func settle() {
    guard isPending else { return }
    isPending = false
    fence.writerBegins()
    do throws(StoreError) {
      try changeset.apply(to: &tables)
    } catch {
      // It was checked in these tables, and nothing was written to them since.
      fatalError("A change that was checked could not be made: \(error)")
    }
  }

  /// Applies a changeset that has an effect, which gets the positions of what was inserted.
  mutating func apply(_ changes: inout Changeset) throws(StoreError) {
    if changes.isSingle && writeCount == savepoints.last?.writeCount ?? 0 {
      try changes.check(in: tables)
      isPending = true
    } else if changes.isSingle {
      fence.writerBegins()
      try changes.apply(to: &tables)
    } else {
      var tables = tables
      try changes.apply(to: &tables)
      self.tables = tables
    }
    writeCount += 1
    changeset.append(changes)
  }
}
