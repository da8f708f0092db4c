/// Saves, deletes and destroys records when hooks of the model, the store's middleware, the save check or the commit
/// check take part.
///
/// Without any of these, records are written without a lifecycle; see ``ModelTable``. Each operation is a transaction,
/// so hooks see what was written so far, and everything is committed or nothing. Like the tables, a lifecycle does not
/// know the model, and works on rows; see ``HookPlan``. It is not copyable, because a copy would take
/// as long as a hook.
struct Lifecycle: ~Copyable {
  let store: Store
  let layout: TableLayout
  let plan: HookPlan?
  let middleware: [LabelledMiddleware]
  let check: (any RowCheck)?
  /// The transaction of the operation, once it has begun; stored, because looking it up takes as long as a hook.
  var transaction: OpenTransaction?
  /// Hashes of ids that new records must not be given.
  var reservedIDs: Set<UInt64> = []
  /// Whether the record is one of several in a call, which are compared with all others once all of them are
  /// written.
  var isOneOfMany = false

  /// Returns whether hooks, middleware or a commit check take part in writing a model's records in a store. It is
  /// fast when none does.
  static func isNeeded<Record: Model>(for model: Record.Type, in store: Store) -> Bool {
    !Record.hooks.isEmpty || store.hasMiddleware || Record.commitCheck != nil
  }

  /// - Parameter checking: Whether the save check runs.
  /// - Returns: Nil when none takes part.
  init?<Record: Model>(_ table: ModelTable<Record>, checking: Bool = true) {
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
  /// 3. before save
  /// 4. around create or update begins
  /// 5. before create or update
  /// 6. the record is written; steps 7 and 9 run only if that changes it
  /// 7. after create or update
  /// 8. around create or update ends
  /// 9. after save
  /// 10. around save ends
  /// 11. the record is compared with all others again if hooks changed it or wrote
  ///
  /// - Parameter transaction: The transaction that is undone if this throws; nil to begin one.
  mutating func save(_ row: MutableRow, _ operation: RowWriter.Operation, in transaction: OpenTransaction?) throws {
    if let transaction { return try saveInside(row, operation, transaction) }
    try store.withTransaction { try saveInside(row, operation, $0) }
  }

  private mutating func saveInside(
    _ row: MutableRow, _ operation: RowWriter.Operation, _ transaction: OpenTransaction
  ) throws {
    self.transaction = transaction
    try store.load([Row(row)], of: layout, forSaving: false)
    isOneOfMany = store.defersUniqueness
    if isOneOfMany { return try savePart(row, operation) }
    try inHooks { _ = try steps(row, operation, event(for: Row(row), operation)) }
  }

  /// Runs the steps of saving, and replaces `row` by the stored record. If it throws, the contents of `row` are
  /// unspecified.
  ///
  /// - Parameter event: The save as hooks see it.
  /// - Returns: Whether anything had to be written.
  func steps(_ row: MutableRow, _ operation: RowWriter.Operation, _ event: HookEvent) throws -> Bool {
    guard let around = plan?.aroundSave else {
      try validate(row, event)
      return try comparing(row, event) { try inner(row, event, operation) }
    }
    return try layout.memory.withCopy(of: Row(row)) { record in
      var isChanged = false
      try validate(record, event)
      return try comparing(row, as: Row(record), event) {
        try self.around(around, record, event) { record in
          isChanged = try inner(record, event, operation)
          layout.memory.replace(Row(record), row)
        }
        return isChanged
      }
    }
  }

  /// Runs the steps inside the around hooks.
  private func inner(_ row: MutableRow, _ event: HookEvent, _ operation: RowWriter.Operation) throws -> Bool {
    if let around = plan?.around(event.step) { return try inner(row, event, operation, around) }
    try prepare(row, event)
    let isChanged = try write(row, event.writing(operation))
    if isChanged { try afterWriting(row, event) }
    return isChanged
  }

  /// Runs the steps inside the hooks around saving, if there are also some around creating or updating. It is a
  /// separate function, so that saves without such hooks use less stack when hooks nest them.
  @inline(never) private func inner(
    _ row: MutableRow, _ event: HookEvent, _ operation: RowWriter.Operation, _ hook: HookNode
  ) throws -> Bool {
    var isChanged = false
    try before(.save, row, event)
    try around(hook, row, event) { record in
      try before(event.step, record, event)
      try checkID(Row(record), event)
      isChanged = try write(record, event.writing(operation))
      if isChanged { try afterWriting(record, event.step, event) }
    }
    if isChanged { try afterWriting(row, .save, event) }
    return isChanged
  }

  /// Returns the operation for a record that is about to be saved.
  ///
  /// - Throws: ``StoreError`` for a save that is refused whatever the hooks do.
  func event(for row: Row, _ operation: RowWriter.Operation) throws(StoreError) -> HookEvent {
    try withVersion(for: row) { version throws(StoreError) in
      let position = try version.target(of: row, for: operation)
      let stored = position.map { version.rows[$0] }
      return HookEvent(stored == nil ? .create : .update, store, layout, stored: stored)
    }
  }

  func validate(_ row: MutableRow, _ event: HookEvent) throws {
    try before(.validation, row, event)
    try check?.check(Row(row), checkContext(event))
    try after(.validation, Row(row), event)
  }

  /// Runs the hooks between validation and the write; throws if they changed the record's id.
  func prepare(_ row: MutableRow, _ event: HookEvent) throws {
    try before(.save, row, event)
    try before(event.step, row, event)
    try checkID(Row(row), event)
  }

  /// Throws if hooks have changed the id of a stored record.
  private func checkID(_ row: Row, _ event: HookEvent) throws(StoreError) {
    try event.withStored { stored throws(StoreError) in if let stored { try layout.checkID(of: row, is: stored) } }
  }

  /// - Returns: Whether anything had to be written.
  private func write(_ row: MutableRow, _ operation: RowWriter.Operation) throws -> Bool {
    do {
      return try store.writeRow(
        row, of: layout, operation, reservedIDs, deferringUniqueness: isOneOfMany, in: transaction)
    } catch let error as StoreError {
      throw check?.explain(error, Row(row)) ?? error
    }
  }

  /// Runs the hooks after a record was written.
  func afterWriting(_ row: MutableRow, _ event: HookEvent) throws {
    try afterWriting(row, event.step, event)
    try afterWriting(row, .save, event)
  }

  /// Runs the hooks after one step, and replaces the row by the stored record if hooks have written since.
  private func afterWriting(_ row: MutableRow, _ step: HookStep, _ event: HookEvent) throws {
    if !hasAfter(step) { return }
    let transaction = transaction ?? store.transaction
    let count = transaction?.writeCount
    try after(step, Row(row), event)
    if transaction?.writeCount != count { reload(row) }
  }

  /// Replaces a row by the stored record.
  ///
  /// - Returns: Whether the record is still stored.
  @discardableResult func reload(_ row: MutableRow) -> Bool {
    withVersion(for: Row(row)) { version in
      guard let position = version.position(of: Row(row)) else { return false }
      layout.memory.replace(version.rows[position], row)
      return true
    }
  }

  /// Calls `body` with the table, as the calling task sees it now.
  ///
  /// - Parameter row: A row with the id of the only record that `body` reads; nil for any.
  func withVersion<Result, Failure: Error>(
    for row: Row? = nil, _ body: (TableVersion) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let version = transaction?.version(layout, for: row) ?? store.version(layout)
    defer { store.readerIsDone(with: version) }
    return try body(version)
  }
}

extension HookEvent {
  /// The step of a save: creating or updating.
  var step: HookStep { operation == .create ? .create : .update }
}

extension TableVersion {
  /// Returns the position of the record that a write would update; nil when it would insert.
  ///
  /// - Throws: ``StoreError`` when the write would be refused because of the row's id.
  fileprivate func target(of row: Row, for operation: RowWriter.Operation) throws(StoreError) -> Int? {
    if !layout.id.isAssigned(row) {
      if operation == .update { throw .notSaved(model: layout.name) }
      return nil
    }
    let position = position(of: row)
    switch operation {
    case .insert where position != nil: throw .idTaken(model: layout.name, id: layout.id.text(row))
    case .save where position == nil && given.deleted.contains(layout.id.hash(row)),
      .update where position == nil:
      throw .recordGone(model: layout.name, id: layout.id.text(row))
    default: return position
    }
  }
}
