/// The one way on which a record is saved, deleted and destroyed when something takes part in it: hooks of its model, the
/// store's middleware, or the save check.
///
/// A record of which nothing of the kind is known never comes here; see ``Table``. Each operation is a session, so what takes
/// part sees what was written so far, and all of it happens or nothing.
struct Lifecycle<Record: Model> {
  let table: Table<Record>
  let plan: HookPlan<Record>?
  let middleware: [PlacedMiddleware]
  let check: SaveCheck<Record>?
  /// The session that it runs in, once that has begun; kept, because looking it up takes as long as a hook.
  var session: Session?
  /// Hashes of ids that must not be given to new records.
  var reservedIDs: Set<UInt64> = []

  var store: Store { table.store }

  /// Whether anything takes part in the writing of a model's records in a store. It says so quickly when nothing does.
  static func isNeeded(in store: Store, checking: Bool = true) -> Bool {
    Record.hooks.plan != nil || store.hasMiddleware || checking && Record.saveCheck != nil || Record.commitCheck != nil
  }

  /// The save check of a model, where nothing else takes part in the saving of its records in a store.
  static func onlyCheck(in store: Store) -> SaveCheck<Record>? {
    Record.hooks.plan == nil && !store.hasMiddleware && Record.commitCheck == nil ? Record.saveCheck : nil
  }

  /// - Parameter checking: Whether the save check takes part.
  /// - Returns: Nil when nothing takes part.
  init?(_ table: Table<Record>, checking: Bool = true) {
    if !Self.isNeeded(in: table.store, checking: checking) { return nil }
    var plan = Record.hooks.plan
    let check = checking ? Record.saveCheck : nil
    var hasMiddleware = table.store.hasMiddleware
    if plan != nil || hasMiddleware, HookSuppression.covers(Record.self) { (plan, hasMiddleware) = (nil, false) }
    if plan == nil && check == nil && !hasMiddleware && Record.commitCheck == nil { return nil }
    (self.table, self.plan, self.check) = (table, plan, check)
    middleware = hasMiddleware ? table.store.middleware : []
  }

  // MARK: - Saving

  /// Saves a record.
  ///
  /// 1. before validation · the save check · after validation
  /// 2. around save begins
  /// 3. before save · before create or update
  /// 4. the record is written; unless it changes, this is all
  /// 5. after create or update · after save
  /// 6. around save ends
  mutating func save(_ record: inout Record, _ operation: RowWriter.Operation) throws {
    var saved = record
    try store.withSession { session in
      self.session = session
      try inHooks { _ = try steps(&saved, operation) }
    }
    record = saved
  }

  /// Runs the steps of saving a record, which becomes what is stored.
  ///
  /// - Returns: Whether anything had to be written.
  func steps(_ result: inout Record, _ operation: RowWriter.Operation) throws -> Bool {
    var record = result
    var isChanged = false
    var context = try context(for: record, operation)
    try validate(&record, &context)
    guard let around = plan?.aroundSave else {
      isChanged = try inner(&record, &context, operation)
      result = record
      return isChanged
    }
    try self.around(around, &record, context) { record in
      var context = context
      isChanged = try inner(&record, &context, operation)
      result = record
    }
    return isChanged
  }

  /// The steps inside of what runs around them.
  private func inner(
    _ record: inout Record, _ context: inout HookContext<Record>, _ operation: RowWriter.Operation
  ) throws -> Bool {
    try prepare(&record, &context)
    let isChanged = try write(&record, context.writing(operation))
    if isChanged { try conclude(&record, &context) }
    return isChanged
  }

  /// What is known of a record before it is saved.
  ///
  /// - Throws: What would be refused whatever the hooks do.
  func context(for record: Record, _ operation: RowWriter.Operation) throws(StoreError) -> HookContext<Record> {
    let stored = try table.target(of: record, for: operation, in: session)
    return HookContext(operation: stored == nil ? .create : .update, store: store, stored: stored)
  }

  func validate(_ record: inout Record, _ context: inout HookContext<Record>) throws {
    try before(.validation, &record, &context)
    context.place = .check
    try check?.check(record, context)
    try after(.validation, record, &context)
  }

  /// Runs the last hooks before a record is written.
  func prepare(_ record: inout Record, _ context: inout HookContext<Record>) throws {
    try before(.save, &record, &context)
    try before(context.operation == .create ? .create : .update, &record, &context)
    if let stored = context.stored { try record.checkID(is: stored.id) }
  }

  /// - Returns: Whether anything had to be written.
  private func write(_ record: inout Record, _ operation: RowWriter.Operation) throws -> Bool {
    do throws(StoreError) {
      return try table.writeRow(&record, operation, reservedIDs, in: session)
    } catch {
      throw explained(error, record)
    }
  }

  /// What the save check makes of a refusal.
  private func explained(_ error: StoreError, _ record: Record) -> any Error { check?.explain(error, record) ?? error }

  /// Does everything that follows on a record's having been written.
  ///
  /// The record becomes what is stored then: hooks may have written it again.
  func conclude(_ record: inout Record, _ context: inout HookContext<Record>) throws {
    let step = context.operation == .create ? HookStep.create : .update
    if !hasAfter(step) && !hasAfter(.save) { return }
    let session = session ?? store.session
    let count = session?.writeCount
    try after(step, record, &context)
    try after(.save, record, &context)
    if session?.writeCount != count, let stored = table.stored(record.id) { record = stored }
  }

  // MARK: - Deleting

  /// Deletes the record with an id.
  ///
  /// 1. around delete begins
  /// 2. before delete
  /// 3. the record goes; unless it was there, this is all
  /// 4. after delete
  /// 5. around delete ends
  ///
  /// - Returns: Whether there was one.
  func delete(_ id: Record.ID, _ operation: HookOperation = .delete) throws -> Bool {
    try store.session {
      guard let record = table.stored(id) else { return false }
      return try deleted(record, operation)
    }
  }

  /// - Returns: Whether the record was still there.
  private func deleted(_ record: Record, _ operation: HookOperation) throws -> Bool {
    let context = HookContext(operation: operation, store: store, stored: record)
    var isDeleted = false
    try inHooks {
      try aroundDelete(plan?.aroundDelete, record, context) {
        var context = context
        try beforeDelete(record, &context)
        isDeleted = try table.deleteRow(record.id)
        if isDeleted { try after(.delete, record, &context) }
      }
    }
    return isDeleted
  }

  func beforeDelete(_ record: Record, _ context: inout HookContext<Record>) throws {
    var record = record
    try before(.delete, &record, &context)
  }
}

extension HookContext {
  /// How a record is written that is saved in a way.
  func writing(_ wanted: RowWriter.Operation) -> RowWriter.Operation {
    operation == .create ? .insert : wanted == .upsert ? .upsert : .update
  }
}

extension Table {
  /// The record with an id, as the calling task sees it now.
  func stored(_ id: Record.ID) -> Record? { store.read(layout) { $0.record(id, of: Record.self) } }

  /// The record that a write would update; nil when it would insert.
  ///
  /// - Parameter session: The session of the calling task, where it is known.
  /// - Throws: ``StoreError`` when the write would be refused because of the record's id.
  func target(
    of record: Record, for operation: RowWriter.Operation, in session: Session? = nil
  ) throws(StoreError) -> Record? {
    let version = session?.tables?.version(layout) ?? store.version(layout)
    defer { store.readerIsDone(with: version) }
    let position = try withUnsafePointer(to: record) { row throws(StoreError) in
      try version.target(of: UnsafeRawPointer(row), for: operation)
    }
    return position.map { version.rows.address(at: $0).assumingMemoryBound(to: Record.self).pointee }
  }
}

extension TableVersion {
  /// The position of the record that a write would update; nil when it would insert.
  ///
  /// - Throws: ``StoreError`` when the write would be refused because of the row's id.
  fileprivate func target(of row: UnsafeRawPointer, for operation: RowWriter.Operation) throws(StoreError) -> Int? {
    if !layout.id.isAssigned(row) {
      if operation == .update { throw .notSaved(model: layout.name) }
      return nil
    }
    let position = position(of: row)
    switch operation {
    case .insert where position != nil: throw .idTaken(model: layout.name, id: layout.id.text(row))
    case .save where position == nil && deleted.contains(layout.id.hash(row)),
      .update where position == nil:
      throw .recordGone(model: layout.name, id: layout.id.text(row))
    default: return position
    }
  }
}
