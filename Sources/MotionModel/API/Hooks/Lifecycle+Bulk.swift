extension Lifecycle {
  // MARK: - Saving

  /// Saves records as one changeset: runs the hooks before writing for all records, writes all rows, then runs the
  /// hooks after writing for the changed ones. If the model has around hooks, the records are saved one after the
  /// other. At the end, all of them are compared with all other records.
  ///
  /// - Parameter operation: Returns how the record at an index is saved.
  /// - Returns: How many records changed.
  mutating func save<Record: Model>(
    _ records: inout [Record], in table: ModelTable<Record>, _ operation: (Int) -> RowWriter.Operation
  ) throws -> Int {
    var saved = records
    var count = 0
    isOneOfMany = records.count > 1
    try store.withTransaction { transaction in
      self.transaction = transaction
      try store.load(records, forSaving: true)
      let isSingly = plan?.surroundsSaves == true
      if isSingly { reservedIDs = table.assignedIDs(of: records) }
      var events: [HookEvent] = []
      events.reserveCapacity(records.count)
      try inHooks {
        count =
          try isSingly
          ? saveSingly(&saved, operation, &events) : saveTogether(&saved, operation, &events, in: table)
        try compare(saved, given: records, events)
      }
    }
    records = saved
    return count
  }

  private func saveSingly<Record: Model>(
    _ records: inout [Record], _ operation: (Int) -> RowWriter.Operation, _ events: inout [HookEvent]
  ) throws -> Int {
    try records.indices.count { index in
      try withRow(of: &records[index]) { row in
        let event = try event(for: Row(row), operation(index))
        events.append(event)
        return try steps(row, operation(index), event)
      }
    }
  }

  private func saveTogether<Record: Model>(
    _ records: inout [Record], _ operation: (Int) -> RowWriter.Operation, _ events: inout [HookEvent],
    in table: ModelTable<Record>
  ) throws -> Int {
    for index in records.indices {
      try withRow(of: &records[index]) { row in
        let event = try event(for: Row(row), operation(index))
        try validate(row, event)
        try prepare(row, event)
        events.append(event)
      }
    }
    let changed = try table.writeRows(&records, deferringUniqueness: true) { events[$0].writing(operation($0)) }
    for index in changed { try withRow(of: &records[index]) { try afterWriting($0, events[index]) } }
    return changed.count
  }

  // MARK: - Deleting

  /// Deletes records as one changeset: runs the hooks before deleting for all records, deletes all rows, then runs
  /// the hooks after deleting. If the model has around hooks, the records are deleted one after the other.
  ///
  /// - Returns: How many records were still stored.
  func delete<Record: Model>(
    _ ids: [Record.ID], in table: ModelTable<Record>, _ operation: HookOperation = .delete
  ) throws -> Int {
    if plan?.aroundDelete != nil { return try ids.count { try delete($0, in: table, operation) } }
    var count = 0
    try inHooks { count = try deleteTogether(ids, in: table, operation) }
    return count
  }

  private func deleteTogether<Record: Model>(
    _ ids: [Record.ID], in table: ModelTable<Record>, _ operation: HookOperation
  ) throws -> Int {
    var records: [Record] = []
    var events: [HookEvent] = []
    for id in ids {
      guard let record = try table.fetched(id) else { continue }
      let event = HookEvent(operation, store, stored: record)
      try withRow(of: record) { try beforeDelete($0, event) }
      records.append(record)
      events.append(event)
    }
    let deleted = try table.deleteRows(records)
    for index in deleted { try withRow(of: records[index]) { try after(.delete, $0, events[index]) } }
    return deleted.count
  }

  // MARK: - Destroying

  /// Whether there are hooks around destroying, so that records are destroyed one after the other.
  func surroundsDestroying() -> Bool { plan?.aroundDestroy != nil }

  /// Runs `body`, which destroys a record, inside the hooks around destroying. A record that is no longer stored is
  /// left out.
  func aroundDestroy<Record: Model>(_ record: Record, in table: ModelTable<Record>, _ body: () throws -> Void) throws {
    guard let stored = try table.fetched(record.id) else { return }
    let event = HookEvent(.destroy, store, stored: stored)
    try inHooks { try withRow(of: stored) { try aroundDelete(plan?.aroundDestroy, $0, event, body) } }
  }

  /// Runs the hooks before destroying; records that are no longer stored are left out.
  func beforeDestroy<Record: Model>(_ records: [Record], in table: ModelTable<Record>) throws -> [HookEvent] {
    var events: [HookEvent] = []
    try inHooks {
      for record in records {
        guard var stored = try table.fetched(record.id) else { continue }
        let event = HookEvent(.destroy, store, stored: stored)
        try withRow(of: &stored) { try before(.destroy, $0, event) }
        events.append(event)
      }
    }
    return events
  }

  /// Runs the hooks after destroying.
  func afterDestroy(_ events: [HookEvent]) throws {
    try inHooks {
      for event in events {
        try event.withStored { row in if let row { try after(.destroy, row, event) } }
      }
    }
  }
}

extension Model {
  /// Calls `body` with a new record that has an id, to look the id up where only rows are known.
  static func withIDRow<Result>(_ id: ID, _ body: (Row) throws -> Result) rethrows -> Result {
    var record = Self()
    record.id = id
    return try withRow(of: record, body)
  }
}
