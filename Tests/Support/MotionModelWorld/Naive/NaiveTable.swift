import MotionModel

/// The records of one model, in a plain array.
package struct NaiveTable<Record: WorldModel>: Sendable {
  struct Row: Sendable {
    var record: Record
    /// Rows are in the order of their positions.
    var position: Int
  }

  var rows: [Row] = []
  private(set) var nextPosition = 0
  /// The ids of deleted records that were not inserted again.
  var gone: Set<Record.ID> = []
  /// All ids that the library gave, also in changes that were undone.
  private(set) var given: Set<Record.ID> = []
  /// The ids that records had before they were inserted.
  private var brought: Set<Record.ID> = []
  /// The ids of all records that commits had, also of those that they deleted again.
  private var committed: Set<Record.ID> = []
  /// The ids of records that were deleted since the file of the store was written anew.
  private var deletedInJournal: Set<Record.ID> = []
  /// The ids of records that the open commit inserted. No journal learns of those that it deletes again.
  private var insertedSinceCommit: Set<Record.ID> = []
  /// The ids that the library gave in the current step, in order.
  var tape: ArraySlice<Record.ID> = []
  /// Ids that stand for the ids of records that the library did not create.
  private var placeholders: Set<Record.ID> = []
  /// What was wrong with ids that the library gave.
  var complaint: String?

  /// The number of the next id that a store gives.
  var nextNumber: Int { 1 + (given.union(brought).lazy.compactMap(\.number).max() ?? 0) }

  /// Whether a record has, or had, an id.
  func knows(_ id: Record.ID) -> Bool { given.contains(id) || brought.contains(id) }

  var records: [Record] { rows.map(\.record) }

  func index(of id: Record.ID) -> Int? { rows.firstIndex { $0.record.id == id } }

  func find(_ id: Record.ID) -> Record? { index(of: id).map { rows[$0].record } }

  /// Returns the id for a new record: the one that the library gave.
  mutating func nextID() -> Record.ID {
    guard let id = tape.popFirst() else {
      let id = Record.ID.byHand(1_000_000 + given.count + placeholders.count)
      placeholders.insert(id)
      return id
    }
    if knows(id) { complaint = "\(Record.name) \(id) was given again" }
    given.insert(id)
    return id
  }

  /// Removes ids that records had before from those that the library gave.
  mutating func keepFromTape(_ ids: [Record.ID]) {
    if !tape.isEmpty { tape = tape.filter { !ids.contains($0) }[...] }
  }

  mutating func append(_ record: Record) {
    rows.append(Row(record: record, position: nextPosition))
    nextPosition += 1
    note(record.id)
  }

  mutating func note(_ id: Record.ID) {
    if !placeholders.contains(id) && !given.contains(id) { brought.insert(id) }
    committed.insert(id)
    insertedSinceCommit.insert(id)
    gone.remove(id)
  }

  /// Inserts a record at the position where it was.
  mutating func insert(_ row: Row) {
    let index = rows.firstIndex { $0.position > row.position } ?? rows.endIndex
    rows.insert(row, at: index)
    nextPosition = max(nextPosition, row.position + 1)
    note(row.record.id)
  }

  mutating func remove(at index: Int) {
    noteDeletion(of: [rows[index].record.id])
    rows.remove(at: index)
  }

  mutating func noteDeletion(of ids: some Collection<Record.ID>) {
    gone.formUnion(ids)
    deletedInJournal.formUnion(ids.filter { !insertedSinceCommit.contains($0) })
  }

  /// Notes that changes were committed.
  mutating func noteCommit() { insertedSinceCommit = [] }

  /// Returns an earlier state of the table, in which the ids that were given since stay given.
  ///
  /// - Parameter isCommit: Whether restoring is a commit. New records then get positions behind those of the current
  ///   table.
  func restored(to earlier: NaiveTable, isCommit: Bool) -> NaiveTable {
    var table = earlier
    table.given = given
    if isCommit {
      table.nextPosition = max(nextPosition, earlier.nextPosition)
      (table.committed, table.deletedInJournal) = (committed, deletedInJournal)
      table.insertedSinceCommit = insertedSinceCommit
    }
    table.complaint = complaint
    return table
  }

  // MARK: - Opened files

  /// Notes that the file of the store was written anew, which does not say what was deleted.
  mutating func forgetDeletions() { deletedInJournal = [] }

  /// Forgets what a store does not know that is opened from its files: ids that no commit had, which may be given again,
  /// and which records were deleted before the file was written.
  mutating func reopen() {
    given.formIntersection(committed)
    brought.formIntersection(committed)
    gone.formIntersection(deletedInJournal)
  }

  /// Whether the records of another table have the same positions.
  func hasSamePositions(as other: NaiveTable) -> Bool { rows.elementsEqual(other.rows) { $0.position == $1.position } }

  /// Whether two tables hold the same records in the same order.
  func holdsSame(as other: NaiveTable) -> Bool {
    rows.count == other.rows.count && zip(rows, other.rows).allSatisfy { $0.record.isSame(as: $1.record) }
  }
}
