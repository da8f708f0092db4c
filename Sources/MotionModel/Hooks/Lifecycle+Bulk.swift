extension Lifecycle {
  // MARK: - Saving

  /// Saves records as one changeset: what comes before being written for all of them, then all rows, then what comes after
  /// for those that changed. Where something runs around a record's being saved, they are saved one after the other.
  ///
  /// - Returns: How many changed.
  mutating func save(_ records: inout [Record], _ operation: RowWriter.Operation) throws -> Int {
    var saved = records
    var count = 0
    let isSingly = plan?.aroundSave != nil
    try store.withSession { session in
      self.session = session
      try inHooks { count = try isSingly ? saveSingly(&saved, operation) : saveTogether(&saved, operation) }
    }
    records = saved
    return count
  }

  private func saveSingly(_ records: inout [Record], _ operation: RowWriter.Operation) throws -> Int {
    var lifecycle = self
    lifecycle.reservedIDs = table.assignedIDs(of: records)
    return try records.indices.count { try lifecycle.steps(&records[$0], operation) }
  }

  private func saveTogether(_ records: inout [Record], _ operation: RowWriter.Operation) throws -> Int {
    var contexts: [HookContext<Record>] = []
    contexts.reserveCapacity(records.count)
    for index in records.indices {
      var context = try context(for: records[index], operation)
      try validate(&records[index], &context)
      try prepare(&records[index], &context)
      contexts.append(context)
    }
    let changed = try table.writeRows(&records) { contexts[$0].writing(operation) }
    for index in changed { try conclude(&records[index], &contexts[index]) }
    return changed.count
  }

  // MARK: - Deleting

  /// Deletes records as one changeset: what comes before for all of them, then all rows, then what comes after. Where something
  /// runs around a record's being deleted, they are deleted one after the other.
  ///
  /// - Returns: How many were still there.
  func delete(_ ids: [Record.ID], _ operation: HookOperation = .delete) throws -> Int {
    if plan?.aroundDelete != nil { return try ids.count { try delete($0, operation) } }
    var count = 0
    try inHooks { count = try deleteTogether(ids, operation) }
    return count
  }

  private func deleteTogether(_ ids: [Record.ID], _ operation: HookOperation) throws -> Int {
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

  // MARK: - Destroying

  /// Runs what comes before records are destroyed; those that went meanwhile are left out.
  func beforeDestroy(_ records: [Record]) throws -> [HookContext<Record>] {
    var contexts: [HookContext<Record>] = []
    try inHooks {
      for record in records {
        guard var stored = table.stored(record.id) else { continue }
        var context = HookContext(operation: .destroy, store: store, stored: stored)
        try before(.destroy, &stored, &context)
        contexts.append(context)
      }
    }
    return contexts
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
