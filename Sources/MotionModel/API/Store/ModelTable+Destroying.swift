extension ModelTable {
  /// Destroys the record with an id: deletes it, and handles the records that depend on it.
  ///
  /// - Returns: Whether a record was destroyed.
  @discardableResult public func destroy(_ id: Record.ID) throws -> Bool {
    try store.inOwnTransaction { try Cascade(store).destroy(fetched(id).map { [$0] } ?? []) > 0 }
  }

  /// Destroys the stored record with the id of a record; see ``Model/destroy()``.
  ///
  /// - Returns: Whether a record was destroyed.
  /// - Throws: The errors of ``Model/destroy()``.
  @discardableResult
  public func destroy(_ record: Record) throws -> Bool { try unlessStale(record) { try destroy(record.id) } }

  /// Runs `body`, which deletes or destroys a record, unless the caller's copy of the record is old. Only a model with
  /// a ``LockVersion`` can have old copies.
  ///
  /// - Throws: ``StoreError/stale(_:)`` when the copy is old, or the error of `body`.
  func unlessStale<Result>(_ copy: Record, _ body: () throws -> Result) throws -> Result {
    guard let version = layout.version.map({ layout.columns[$0].operations }) else { return try body() }
    return try store.inOwnTransaction {
      try store.load([copy], forSaving: false)
      let conflict = withRow(of: copy) { copy in
        store.read(layout) { table -> StoreError.StaleRecord? in
          guard let stored = table.position(of: copy).map({ table.rows[$0] }) else { return nil }
          return version.isEqual(copy, stored) ? nil : StoreError.StaleRecord(layout, copy, stored: stored)
        }
      }
      if let conflict { throw StoreError.stale(conflict) }
      return try body()
    }
  }
}
