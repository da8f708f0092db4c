extension Table {
  /// Destroys the record with an id: deletes it with what depends on it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func destroy(_ id: Record.ID) throws -> Bool {
    try store.inTransaction { try Cascade(store).destroy(fetched(id).map { [$0] } ?? []) > 0 }
  }

  /// Runs `body`, which makes away with a record, unless the copy at hand is an old one.
  ///
  /// - Throws: ``StoreError/stale(_:)``, and what `body` throws.
  func unlessStale<Result>(_ copy: Record, _ body: () throws -> Result) throws -> Result {
    guard let version = layout.version.map({ layout.columns[$0].operations }) else { return try body() }
    return try store.inTransaction {
      try store.load([copy], isDeleting: true)
      let conflict = withUnsafePointer(to: copy) { copy in
        store.read(layout) { table -> StaleRecord? in
          guard let stored = table.position(of: UnsafeRawPointer(copy)).map({ table.rows.address(at: $0) }) else {
            return nil
          }
          return version.isEqual(copy, stored) ? nil : StaleRecord(layout, copy, stored: stored)
        }
      }
      if let conflict { throw StoreError.stale(conflict) }
      return try body()
    }
  }

  /// Destroys all records, one after the other, as one changeset.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func destroyAll() throws -> Int { try records.destroyAll() }
}
