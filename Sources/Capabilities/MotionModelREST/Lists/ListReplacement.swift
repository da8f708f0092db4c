import MotionModel

/// A complete list of a scope: stored records of the scope that the list lacks are deleted.
struct ListReplacement<Record: Model>: Sendable {
  private let scope: Scope
  /// The records of the scope before the request.
  private let before: [Record.ID: Record]
  /// From then on, as the tracker of edits counts; nil if no edits are tracked.
  private let reading: EditTracker.Reading?

  /// Which records the list replaces.
  struct Scope: Sendable {
    /// Returns those that are stored.
    let stored: @Sendable (Store) throws -> [Record]
    var missing = MissingChildren.delete
    /// The column that is set to nil in place of deleting.
    var keyColumn: String?
  }

  /// Notes the records of a scope in a store, before the list is requested.
  ///
  /// - Complexity: O(*n*) in the number of these records.
  init(_ scope: Scope, in store: Store) throws {
    self.scope = scope
    reading = EditTracker.of(store)?.beginReading()
    before = Dictionary(try scope.stored(store).map { ($0.id, $0) }) { first, _ in first }
  }

  /// Deletes the records of the scope that the list does not have, inside the transaction that stores the list.
  ///
  /// A record stays if it, or a record that would be deleted with it, has unsent edits. It also stays if it was written
  /// after the request, because the server may have it by now.
  func delete(missingIn listed: Set<Record.ID>, in store: Store) throws {
    let requests = EditTracker.of(store)?.requestsNow
    let missing = try scope.stored(store).filter { record in
      guard !listed.contains(record.id), let known = before[record.id], record.changes(from: known).isEmpty else {
        return false
      }
      let name = RemoteEdit.id(record)
      if store.table(RemoteEdit.self).find(name) != nil { return false }
      return requests?.isHeldBack(name, during: reading) != true
    }
    try MissingRecords(store).apply(scope.missing, to: missing[...], scope.keyColumn)
  }
}

/// Records of a store that a server no longer has.
struct MissingRecords {
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// Deletes or unlinks records, or keeps them.
  func apply<Record: Model>(_ policy: MissingChildren, to missing: ArraySlice<Record>, _ column: String?) throws {
    switch policy {
    case .keep: return
    case .delete: try Store.withoutHooks { try destroy(missing) }
    case .unlink:
      guard let column else { return }
      try store.table(Record.self).replicate(
        missing.map { record in
          var record = record
          try record.set(column, to: .null)
          return record
        })
    }
  }

  private struct EditedDependent: Error {}

  /// Destroys records with their dependents, except records with a dependent that has edits.
  ///
  /// All are destroyed at once. Only if that takes edited records with it, it is undone, and tried with each half. So
  /// the edits are looked at a few times, and not once for each record.
  private func destroy<Record: Model>(_ records: ArraySlice<Record>) throws {
    if records.isEmpty { return }
    do {
      try store.inTransaction {
        let edited = storedEdits
        for record in records { try store.table(Record.self).destroy(record.id) }
        if !edited.isEmpty && storedEdits.count < edited.count { throw EditedDependent() }
        try forgetVersions(of: records)
      }
    } catch is EditedDependent where records.count > 1 {
      let middle = records.startIndex + records.count / 2
      try destroy(records[..<middle])
      try destroy(records[middle...])
    } catch is EditedDependent {}
  }

  /// The names of the edits whose records are stored.
  private var storedEdits: Set<String> {
    let edits = store.table(RemoteEdit.self)
    guard edits.count > 0, let senders = EditTracker.of(store)?.allSenders else { return [] }
    return Set(
      edits.records.all.filter {
        $0.kind != .delete && senders[$0.model]?.model.isStored($0.recordID, in: store) == true
      }.map(
        \.id))
  }

  private func forgetVersions<Record: Model>(of records: ArraySlice<Record>) throws {
    if store.table(RemoteVersion.self).count == 0 { return }
    for record in records { try store.noteServerVersion(nil, of: RemoteEdit.id(record)) }
  }
}

extension ListReplacement.Scope {
  /// The records that meet a predicate.
  init(_ predicate: RecordPredicate<Record>) {
    self.init(stored: { store in try store.table(Record.self).unscoped().where(predicate).all })
  }
}
