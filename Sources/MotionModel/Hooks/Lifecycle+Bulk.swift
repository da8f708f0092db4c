extension Lifecycle {
  // MARK: - Saving

  /// Saves records as one changeset: what comes before being written for all of them, then all rows, then what comes after
  /// for those that changed. Where something runs around a record's being saved, they are saved one after the other.
  ///
  /// - Returns: How many changed.
  func save(_ records: inout [Record], _ operation: RowWriter.Operation) throws -> Int {
    let isSingly = plan?.aroundSave.isEmpty == false
    let (saved, count) = try store.session {
      try inHooks { try isSingly ? savedSingly(records, operation) : savedTogether(records, operation) }
    }
    records = saved
    return count
  }

  private func savedSingly(
    _ records: [Record], _ operation: RowWriter.Operation
  ) throws -> (records: [Record], count: Int) {
    var lifecycle = self
    lifecycle.reservedIDs = table.assignedIDs(of: records)
    var count = 0
    let saved = try records.map { record in
      let (record, isChanged) = try lifecycle.saved(record, operation)
      if isChanged { count += 1 }
      return record
    }
    return (saved, count)
  }

  private func savedTogether(
    _ records: [Record], _ operation: RowWriter.Operation
  ) throws -> (records: [Record], count: Int) {
    var records = records
    var contexts: [HookContext<Record>] = []
    contexts.reserveCapacity(records.count)
    for index in records.indices {
      var context = try context(for: records[index], operation)
      try validate(&records[index], &context)
      try prepare(&records[index], &context)
      contexts.append(context)
    }
    let changed = try table.writeRows(&records) { contexts[$0].writing }
    for index in changed { records[index] = try concluded(records[index], &contexts[index]) }
    return (records, changed.count)
  }

  // MARK: - Deleting

  /// Deletes records as one changeset: what comes before for all of them, then all rows, then what comes after. Where something
  /// runs around a record's being deleted, they are deleted one after the other.
  ///
  /// - Returns: How many were still there.
  func delete(_ ids: [Record.ID], _ operation: HookOperation = .delete) throws -> Int {
    if plan?.aroundDelete.isEmpty == false { return try ids.count { try delete($0, operation) } }
    return try inHooks {
      var contexts: [HookContext<Record>] = []
      for id in ids {
        guard let record = table.stored(id) else { continue }
        var context = HookContext(operation: operation, store: store, stored: record)
        try beforeDelete(record, &context)
        contexts.append(context)
      }
      let deleted = try table.deleteRows(contexts.compactMap(\.stored))
      for index in deleted {
        if let record = contexts[index].stored { try after(.delete, record, &contexts[index]) }
      }
      return deleted.count
    }
  }

  // MARK: - Destroying

  /// Runs what comes before records are destroyed; those that went meanwhile are left out.
  func beforeDestroy(_ records: [Record]) throws -> [HookContext<Record>] {
    try inHooks {
      try records.compactMap { record in
        guard var stored = table.stored(record.id) else { return nil }
        var context = HookContext(operation: .destroy, store: store, stored: stored)
        try before(.destroy, &stored, &context)
        return context
      }
    }
  }

  /// Runs what comes after records were destroyed.
  func afterDestroy(_ contexts: inout [HookContext<Record>]) throws {
    try inHooks {
      for index in contexts.indices {
        if let record = contexts[index].stored { try after(.destroy, record, &contexts[index]) }
      }
    }
  }
}
