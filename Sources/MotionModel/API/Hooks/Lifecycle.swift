/// Saves, deletes and destroys records when hooks of the model, the store's middleware, the save check or the commit
/// check take part.
///
/// Without any of these, records are written without a lifecycle; see ``Table``. Each operation is a transaction, so
/// hooks see what was written so far, and everything is committed or nothing. Like the tables, a lifecycle does not
/// know the model, and works on addresses of records; see ``HookPlan``. It is not copyable, because a copy would
/// take as long as a hook.
struct Lifecycle: ~Copyable {
  let store: Store
  let layout: TableLayout
  let plan: HookPlan?
  let middleware: [PlacedMiddleware]
  let check: (any RowCheck)?
  /// The transaction of the operation, once it has begun; stored, because looking it up takes as long as a hook.
  var transaction: OpenTransaction?
  /// Hashes of ids that must not be given to new records.
  var reservedIDs: Set<UInt64> = []
  /// Whether the record is one of several in a call, which are compared with all others once all of them are
  /// written.
  var isOneOfMany = false

  /// Returns whether hooks, middleware or a commit check take part in writing a model's records in a store. It is
  /// fast when none does.
  static func isNeeded<Record: Model>(for model: Record.Type, in store: Store) -> Bool {
    !Record.hooks.isEmpty || store.hasMiddleware || Record.commitCheck != nil
  }

  /// - Parameter checking: Whether the save check takes part.
  /// - Returns: Nil when none takes part.
  init?<Record: Model>(_ table: Table<Record>, checking: Bool = true) {
    (store, layout) = (table.store, table.layout)
    var plan = Record.hooks.plan
    var hasMiddleware = store.hasMiddleware
    if plan != nil || hasMiddleware, HookSuppression.covers(layout.slot) { (plan, hasMiddleware) = (nil, false) }
    self.plan = plan
    middleware = hasMiddleware ? store.middleware : []
    check = checking ? Record.saveCheck : nil
    if plan == nil && check == nil && !hasMiddleware && Record.commitCheck == nil { return nil }
  }

  // MARK: - Saving

  /// Saves a record. If it throws, the contents of `row` are unspecified.
  ///
  /// 1. before validation · the save check · after validation
  /// 2. around save begins
  /// 3. before save · before create or update
  /// 4. the record is written; step 5 runs only if that changes it
  /// 5. after create or update · after save
  /// 6. around save ends
  /// 7. the record is compared with all others again, if hooks have changed it or have written
  mutating func save(_ row: UnsafeMutableRawPointer, _ operation: RowWriter.Operation) throws {
    try store.withTransaction { transaction in
      self.transaction = transaction
      try inHooks { _ = try steps(row, operation) }
    }
  }

  /// Runs the steps of saving, and replaces `row` by the stored record. If it throws, the contents of `row` are
  /// unspecified.
  ///
  /// - Returns: Whether anything had to be written.
  func steps(_ row: UnsafeMutableRawPointer, _ operation: RowWriter.Operation) throws -> Bool {
    try steps(row, operation, occasion(for: row, operation))
  }

  /// - Parameter occasion: What is known of the record before it is saved.
  func steps(
    _ row: UnsafeMutableRawPointer, _ operation: RowWriter.Operation, _ occasion: HookOccasion
  ) throws -> Bool {
    guard let around = plan?.aroundSave else {
      try validate(row, occasion)
      return try comparing(row, occasion) { try inner(row, occasion, operation) }
    }
    return try layout.memory.withCopy(of: row) { record in
      var isChanged = false
      try validate(record, occasion)
      return try comparing(row, as: record, occasion) {
        try self.around(around, record, occasion) { record in
          isChanged = try inner(record, occasion, operation)
          layout.memory.replace(record, row)
        }
        return isChanged
      }
    }
  }

  /// The steps inside of what runs around them.
  private func inner(
    _ row: UnsafeMutableRawPointer, _ occasion: HookOccasion, _ operation: RowWriter.Operation
  ) throws -> Bool {
    try prepare(row, occasion)
    let isChanged = try write(row, occasion.writing(operation))
    if isChanged { try conclude(row, occasion) }
    return isChanged
  }

  /// What is known of a record before it is saved.
  ///
  /// - Throws: What would be refused whatever the hooks do.
  func occasion(for row: UnsafeRawPointer, _ operation: RowWriter.Operation) throws(StoreError) -> HookOccasion {
    try withVersion { version throws(StoreError) in
      let position = try version.target(of: row, for: operation)
      let stored = position.map { version.rows.address(at: $0) }
      return HookOccasion(stored == nil ? .create : .update, store, layout, stored: stored)
    }
  }

  func validate(_ row: UnsafeMutableRawPointer, _ occasion: HookOccasion) throws {
    try before(.validation, row, occasion)
    try check?.check(row, checkMoment(occasion))
    try after(.validation, row, occasion)
  }

  /// Runs the last hooks before a record is written.
  func prepare(_ row: UnsafeMutableRawPointer, _ occasion: HookOccasion) throws {
    try before(.save, row, occasion)
    try before(occasion.operation == .create ? .create : .update, row, occasion)
    try occasion.withStored { stored throws(StoreError) in if let stored { try layout.checkID(of: row, is: stored) } }
  }

  /// - Returns: Whether anything had to be written.
  private func write(_ row: UnsafeMutableRawPointer, _ operation: RowWriter.Operation) throws -> Bool {
    do {
      return try store.write(
        row, of: layout, operation, reservedIDs, deferringUniqueness: isOneOfMany, in: transaction)
    } catch let error as StoreError {
      throw check?.explain(error, row) ?? error
    }
  }

  /// Does everything that follows on a record's having been written.
  ///
  /// The record becomes what is stored then: hooks may have written it again.
  func conclude(_ row: UnsafeMutableRawPointer, _ occasion: HookOccasion) throws {
    let step = occasion.operation == .create ? HookStep.create : .update
    if !hasAfter(step) && !hasAfter(.save) { return }
    let transaction = transaction ?? store.transaction
    let count = transaction?.writeCount
    try after(step, row, occasion)
    try after(.save, row, occasion)
    if transaction?.writeCount != count { reload(row) }
  }

  /// Makes a row what is stored.
  ///
  /// - Returns: Whether the record is still there.
  @discardableResult
  func reload(_ row: UnsafeMutableRawPointer) -> Bool {
    withVersion { version in
      guard let position = version.position(of: row) else { return false }
      layout.memory.replace(version.rows.address(at: position), row)
      return true
    }
  }

  /// Lets `body` read the table, as the calling task sees it now.
  func withVersion<Result, Failure: Error>(
    _ body: (TableVersion) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let version = transaction?.version(layout) ?? store.version(layout)
    defer { store.readerIsDone(with: version) }
    return try body(version)
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
