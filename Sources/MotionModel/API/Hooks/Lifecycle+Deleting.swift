extension Lifecycle {
  /// Deletes the record with an id.
  ///
  /// 1. around delete begins
  /// 2. before delete
  /// 3. the record is deleted; step 4 runs only if it was still stored
  /// 4. after delete
  /// 5. around delete ends
  ///
  /// - Returns: Whether a record was deleted.
  func delete<Record: Model>(
    _ id: Record.ID, in table: ModelTable<Record>, _ operation: HookOperation = .delete
  ) throws -> Bool {
    try store.inTransaction {
      guard let record = try table.fetched(id) else { return false }
      return try withRow(of: record) { try deleted($0, operation) }
    }
  }

  /// - Returns: Whether the record was still stored.
  private func deleted(_ row: Row, _ operation: HookOperation) throws -> Bool {
    let event = HookEvent(operation, store, layout, stored: row)
    var isDeleted = false
    try inHooks {
      try aroundDelete(plan?.aroundDelete, row, event) {
        try beforeDelete(row, event)
        isDeleted = try store.deleteRow(row, of: layout)
        if isDeleted { try after(.delete, row, event) }
      }
    }
    return isDeleted
  }

  /// Runs the hooks before deleting; their changes to the record have no effect.
  func beforeDelete(_ row: Row, _ event: HookEvent) throws {
    try layout.memory.withCopy(of: row) { try before(.delete, $0, event) }
  }
}
