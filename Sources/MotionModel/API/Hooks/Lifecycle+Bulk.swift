extension Lifecycle {
  // MARK: - Saving

  /// Saves records as one changeset: what comes before being written for all of them, then all rows, then what comes after
  /// for those that changed. Where something runs around a record's being saved, they are saved one after the other. In the end
  /// all of them are compared with all others.
  ///
  /// - Returns: How many changed.
  mutating func save<Record: Model>(
    _ records: inout [Record], _ operation: RowWriter.Operation, in table: Table<Record>
  ) throws -> Int {
    var saved = records
    var count = 0
    isOneOfMany = records.count > 1
    try store.withTransaction { transaction in
      self.transaction = transaction
      let isSingly = plan?.aroundSave != nil
      if isSingly { reservedIDs = table.assignedIDs(of: records) }
      var occasions: [HookOccasion] = []
      occasions.reserveCapacity(records.count)
      try inHooks {
        count =
          try isSingly
          ? saveSingly(&saved, operation, &occasions) : saveTogether(&saved, operation, &occasions, in: table)
        try compare(saved, given: records, occasions)
      }
    }
    records = saved
    return count
  }

  private func saveSingly<Record: Model>(
    _ records: inout [Record], _ operation: RowWriter.Operation, _ occasions: inout [HookOccasion]
  ) throws -> Int {
    try records.indices.count { index in
      try records[index].withRow { row in
        let occasion = try occasion(for: row, operation)
        occasions.append(occasion)
        return try steps(row, operation, occasion)
      }
    }
  }

  private func saveTogether<Record: Model>(
    _ records: inout [Record], _ operation: RowWriter.Operation, _ occasions: inout [HookOccasion],
    in table: Table<Record>
  ) throws -> Int {
    for index in records.indices {
      try records[index].withRow { row in
        let occasion = try occasion(for: row, operation)
        try validate(row, occasion)
        try prepare(row, occasion)
        occasions.append(occasion)
      }
    }
    let changed = try table.writeRows(&records, deferringUniqueness: true) { occasions[$0].writing(operation) }
    for index in changed { try records[index].withRow { try conclude($0, occasions[index]) } }
    return changed.count
  }

  // MARK: - Deleting

  /// Deletes records as one changeset: what comes before for all of them, then all rows, then what comes after. Where something
  /// runs around a record's being deleted, they are deleted one after the other.
  ///
  /// - Returns: How many were still there.
  func delete<Record: Model>(
    _ ids: [Record.ID], in table: Table<Record>, _ operation: HookOperation = .delete
  ) throws -> Int {
    if plan?.aroundDelete != nil { return try ids.count { try delete($0, in: table, operation) } }
    var count = 0
    try inHooks { count = try deleteTogether(ids, in: table, operation) }
    return count
  }

  private func deleteTogether<Record: Model>(
    _ ids: [Record.ID], in table: Table<Record>, _ operation: HookOperation
  ) throws -> Int {
    var records: [Record] = []
    var occasions: [HookOccasion] = []
    for id in ids {
      guard let record = table.stored(id) else { continue }
      let occasion = HookOccasion(operation, store, stored: record)
      try withUnsafePointer(to: record) { try beforeDelete($0, occasion) }
      records.append(record)
      occasions.append(occasion)
    }
    let deleted = try table.deleteRows(records)
    for index in deleted { try withUnsafePointer(to: records[index]) { try after(.delete, $0, occasions[index]) } }
    return deleted.count
  }

  // MARK: - Destroying

  /// Runs what comes before records are destroyed; those that went meanwhile are left out.
  func beforeDestroy<Record: Model>(_ records: [Record], in table: Table<Record>) throws -> [HookOccasion] {
    var occasions: [HookOccasion] = []
    try inHooks {
      for record in records {
        guard var stored = table.stored(record.id) else { continue }
        let occasion = HookOccasion(.destroy, store, stored: stored)
        try stored.withRow { try before(.destroy, $0, occasion) }
        occasions.append(occasion)
      }
    }
    return occasions
  }

  /// Runs what comes after records were destroyed.
  func afterDestroy(_ occasions: [HookOccasion]) throws {
    try inHooks {
      for occasion in occasions {
        try occasion.withStored { row in if let row { try after(.destroy, row, occasion) } }
      }
    }
  }
}

extension Model {
  /// Lets `body` change the record by its address.
  mutating func withRow<Result>(_ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
    try withUnsafeMutablePointer(to: &self) { try body(UnsafeMutableRawPointer($0)) }
  }
}
