extension ModelTable {
  /// Stores copies of records that are kept elsewhere, such as on a server, as one changeset.
  ///
  /// A stored record with the same id is replaced. The times, the lock version and the columns that a save may not
  /// change are those of the copies; counters are those of this store. Nothing is validated, and hooks before and
  /// after saving do not run. Unique columns, required parents and commit checks apply.
  ///
  /// - Parameter records: The records, each with an id.
  /// - Throws: ``StoreError`` for the first record that is refused. Nothing is stored then.
  package func replicate(_ records: [Record]) throws {
    var records = records
    try store.keepingTimestamps { _ = try writeRows(&records) { _ in .replicate } }
  }

  /// Deletes records that were deleted where they are kept, as one changeset. Hooks before and after deleting do not
  /// run, and no other records are deleted with them. Required parents and commit checks apply.
  ///
  /// - Parameter records: Records of which the ids matter. Those that are not stored are skipped.
  package func replicateDeletion(of records: [Record]) throws { try deleteRows(records) }
}
