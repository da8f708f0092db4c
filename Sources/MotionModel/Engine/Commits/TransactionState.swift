import Foundation

/// What changes in a transaction while it goes on.
struct TransactionState: Sendable {
  /// The tables as they were when the transaction began.
  var start: Tables
  var tables: Tables
  /// What was written and not undone.
  var log = ChangeLog()
  /// Whether the latest changes of the log are one change that the tables do not have yet, and the first since the innermost savepoint.
  var isPending = false
  /// What is known of the commit.
  var metadata: ChangesetMetadata?
  /// How often something was written and not undone.
  var writeCount = 0
  /// How often the tables were changed, by what was undone, too.
  var changeCount = 0
  /// Whether the tables know of ids that were given and taken back, though nothing else in them may be new.
  var hasWithdrawn = false
  /// What was undone although the transaction goes on, in order.
  var discarded: [Changeset] = []
  var isOpen = true
  /// Whether what is written will be undone in any case.
  var isPreview = false
  /// What collects the findings of a preview.
  var recorder: (any TransactionRecorder)?
  /// How many operations with hooks are under way, one inside the other.
  var hooks = 0
  /// The number of the innermost savepoint; 0 for the beginning of the transaction.
  var number = 0
  /// How many savepoints there have been.
  var savepointCount = 0
  /// What the savepoints go back to, the innermost last.
  var savepoints: [SavepointState] = []

  init(tables: Tables, isPreview: Bool, recorder: (any TransactionRecorder)?) {
    (start, self.tables, self.isPreview, self.recorder) = (tables, tables, isPreview, recorder)
  }

  // MARK: - Changes

  /// The mark of the innermost savepoint in the log.
  var mark: Int { savepoints.last?.mark ?? 0 }

  /// What was written since the innermost savepoint.
  func changeset(at date: Date) -> Changeset { known(log.changes(since: mark), at: date) }

  /// Changes with what is known of the commit.
  private func known(_ changes: consuming Changeset, at date: Date) -> Changeset {
    var changes = changes
    changes.date = date
    if let metadata { changes.metadata = metadata }
    return changes
  }

  /// The change to the records of one model that the tables do not have yet, if there is one.
  func pendingChange(to layout: TableLayout) -> ChangesetPart? {
    isPending ? log.recent.part(of: layout) : nil
  }

  /// Puts a change that the tables do not have yet into them.
  mutating func settle() {
    guard isPending else { return }
    isPending = false
    do throws(StoreError) {
      try log.recent.apply(to: &tables, isChecked: false)
    } catch {
      // It was checked in these tables, and nothing was written to them since.
      fatalError("A change that was checked could not be made: \(error)")
    }
  }

  /// Applies a changeset that has an effect, which gets the positions of what was inserted.
  mutating func apply(_ changes: inout Changeset) throws(StoreError) {
    if changes.isSingle && writeCount == savepoints.last?.writeCount ?? 0 && !changes.isExternal {
      try changes.check(in: tables)
      isPending = true
    } else if changes.isSingle {
      try changes.apply(to: &tables)
    } else {
      var tables = tables
      try changes.apply(to: &tables)
      self.tables = tables
    }
    writeCount += 1
    changeCount += 1
    log.append(changes)
  }

  // MARK: - Going back

  /// Becomes what it was, but for what is remembered of the time since.
  mutating func goBack(to earlier: SavepointState) {
    reserveNumbers()
    let undone = log.cut(to: earlier.mark)
    let given = tables
    (tables, isPending, writeCount, hooks) = (earlier.tables, false, earlier.writeCount, earlier.hooks)
    changeCount += 1
    tables.withdraw(undone, given: given)
    hasWithdrawn = true
    if undone.hasEffect && !isPreview { discarded.append(undone) }
  }

  /// Counts the number of a record that the tables do not have yet as given.
  mutating func reserveNumbers() {
    guard isPending, let part = log.recent.parts.first, let entry = part.entries.first, entry.kind == .insert else {
      return
    }
    tables.change(part.layout) { table in
      table.countNumber(of: part.address(entry.row))
      table.countNumbers(below: part.nextNumber)
    }
  }
}

/// What a savepoint goes back to.
struct SavepointState: Sendable {
  let number: Int
  /// Where the log was.
  let mark: Int
  var tables: Tables
  let metadata: ChangesetMetadata?
  let writeCount: Int
  let isPreview: Bool
  let recorder: (any TransactionRecorder)?
  let hooks: Int
}
