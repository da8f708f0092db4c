import Foundation

extension Store {
  /// Runs `body` in a transaction, as the only writer. Only `body` sees its writes while it runs. They are committed as
  /// one changeset when it returns, and undone if it throws.
  ///
  /// A transaction inside another one is part of it: it is undone alone if it throws, and is otherwise committed with
  /// the outer one.
  ///
  /// - Parameter isPreview: Whether the writes are undone in any case. Hooks can read this.
  /// - Returns: The result of `body`.
  @inlinable package func inTransaction<Result>(isPreview: Bool = false, _ body: () throws -> Result) throws -> Result {
    var result: Result?
    try inTransaction(isPreview, nil, written: nil) { _ in result = try body() }
    return Self.result(result)
  }

  /// Does the same as ``inTransaction(isPreview:_:)``, and passes the savepoint in which the transaction began.
  @inlinable package func inSavepoint<Result>(_ body: (Savepoint) throws -> Result) throws -> Result {
    var result: Result?
    try inTransaction(false, nil, written: nil) { result = try body($0.savepoint) }
    return Self.result(result)
  }

  /// Runs `body`, which loads rows of adapters and then writes once, in the transaction of the calling task, or in one
  /// of its own if there is none.
  ///
  /// It creates no savepoint in the task's transaction: a write that throws has written nothing, and loaded rows may
  /// serve later calls. A savepoint would hold the earlier tables, so that each call had to copy what it changes.
  func joiningTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try joinedTransaction == nil ? inTransaction(body) : body()
  }

  /// The transaction of the calling task, if a write in it needs no savepoint.
  var joinedTransaction: OpenTransaction? {
    let context = StoreContext.current
    guard context.store === self, let transaction = context.transaction(in: self) else { return nil }
    return transaction.takesUnrecordedWrites ? transaction : nil
  }

  /// Runs `body` in a transaction, and again when others were in the way of an adapter: what a call does that writes by
  /// itself.
  func inOwnTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try repeating { try inTransaction(body) }
  }

  @inlinable static func result<Result>(_ result: Result?) -> Result {
    guard let result else { preconditionFailure("a transaction that came to nothing") }
    return result
  }

  /// Runs `body` in a transaction, as ``inTransaction(isPreview:_:)`` does, and passes the transaction to it.
  func withTransaction(_ body: (OpenTransaction) throws -> Void) throws {
    try inTransaction(false, nil, written: nil, body)
  }

  /// Runs `body` in a transaction, as ``inTransaction(isPreview:_:)`` does.
  ///
  /// - Parameter committed: Receives the changeset as it was committed; inside another transaction, the changes that
  ///   will be committed with that.
  func inTransaction<Result>(_ committed: inout Changeset, _ body: () throws -> Result) throws -> Result {
    var (written, result) = (Changeset(), Result?.none)
    try inTransaction(false, nil, written: { written = $0 }) { _ in result = try body() }
    committed = written
    return Self.result(result)
  }

  /// The innermost savepoint of the transaction that the calling task is inside; nil if there is none.
  package var savepoint: Savepoint? {
    guard let transaction, transaction.isOpen else { return nil }
    return transaction.savepoint
  }

  /// Runs `body` in a transaction, as ``inTransaction(isPreview:_:)`` does. It has no result, because a generic
  /// function uses more stack when hooks nest it.
  ///
  /// - Parameters:
  ///   - isPreview: Whether the writes are undone in any case. Hooks can read this.
  ///   - recorder: Collects the findings of a preview.
  ///   - written: Receives the changeset as it was committed; inside another transaction, the changes that will be
  ///     committed with that.
  @usableFromInline func inTransaction(
    _ isPreview: Bool, _ recorder: (any TransactionRecorder)?, written: ((Changeset) -> Void)?,
    _ body: (OpenTransaction) throws -> Void
  ) throws {
    let context = StoreContext.current
    if let transaction = context.transaction(in: self), let savepoint = transaction.begin(isPreview, recorder) {
      if context.store !== self { return try nested(in: savepoint, of: transaction, beyond: context, written, body) }
      return try transaction.nested(in: savepoint, written: written, body)
    }
    let changeset = try outermostTransaction(in: context, isPreview, recorder, body)
    written?(changeset)
  }

  /// Runs a transaction inside a transaction of this store, and inside a later transaction of another store. A separate
  /// function for the same reason as ``outermostTransaction(in:_:_:_:)``.
  @inline(never) private func nested(
    in savepoint: Int, of transaction: OpenTransaction, beyond context: StoreContext?,
    _ written: ((Changeset) -> Void)?, _ body: (OpenTransaction) throws -> Void
  ) throws {
    try StoreContext.$current.withValue(StoreContext(store: self, in: context)) {
      try transaction.nested(in: savepoint, written: written, body)
    }
  }

  /// Runs a transaction that is inside no other one. It is a separate function, so that nested transactions, which
  /// hooks open, use less stack.
  @inline(never) private func outermostTransaction(
    in context: StoreContext?, _ isPreview: Bool, _ recorder: (any TransactionRecorder)?,
    _ body: (OpenTransaction) throws -> Void
  ) throws -> Changeset {
    var overtaken: Changeset?
    guard let log, let policy = log.sharing else {
      return try transact(in: context, isPreview, recorder, &overtaken, body)
    }
    let runsAgain = repeatedCalls.withLock { $0.remove(.current) } != nil
    try log.catchUp()
    do { return try transact(in: context, isPreview, recorder, &overtaken, body) } catch {
      guard let overtaken, !runsAgain, case .merge(let policy) = policy else { throw error }
      return try mergeOvertaken(overtaken, policy, log) { again, body in
        try transact(in: context, false, nil, &again, isMerge: true) { _ in try body() }
      }
    }
  }

  /// - Parameters:
  ///   - overtaken: Receives the changes if another process has committed meanwhile.
  ///   - isMerge: Whether `body` writes the changes of a transaction whose hooks have run.
  private func transact(
    in context: StoreContext?, _ isPreview: Bool, _ recorder: (any TransactionRecorder)?,
    _ overtaken: inout Changeset?, isMerge: Bool = false, _ body: (OpenTransaction) throws -> Void
  ) throws -> Changeset {
    var failure: (any Error)?
    let committed = try commitOnce(true, in: context, &overtaken) { commit, _ in
      do { try prepare(&commit, in: context, isPreview, recorder, isMerge: isMerge, body) } catch { failure = error }
    }
    if let failure { throw failure }
    return committed
  }

  private func prepare(
    _ commit: inout Commit, in context: StoreContext?, _ isPreview: Bool, _ recorder: (any TransactionRecorder)?,
    isMerge: Bool, _ body: (OpenTransaction) throws -> Void
  ) throws {
    let transaction = OpenTransaction(openTables(), now: clock(), isPreview: isPreview, recorder: recorder)
    defer { published.change { $0.hasTransaction = false } }
    do {
      try runBody(of: transaction, in: context, isMerge: isMerge, body)
      if var outcome = transaction.close() {
        if !adapters.isEmpty {
          outcome.tables.forgetExternalRows()
          fence.changing { published.change { $0.tables.keepReserved(of: outcome.tables) } }
        }
        commit.take(&outcome)
      }
    } catch {
      if let undone = transaction.close(isUndone: true) { commit.withdraw(undone, isPreview: isPreview) }
      throw error
    }
  }

  /// Runs the body of a transaction, checks its writes, and lets an adapter commit the writes to its records.
  private func runBody(
    of transaction: OpenTransaction, in context: StoreContext?, isMerge: Bool, _ body: (OpenTransaction) throws -> Void
  ) throws {
    try StoreContext.$current.withValue(StoreContext(store: self, transaction: transaction, in: context)) {
      if adapters.isEmpty {
        try body(transaction)
        if !isMerge { try willClose(transaction) }
        try transaction.check(in: self)
      } else {
        try withAdapterTransactions { try runExternally(transaction, body) }
      }
    }
  }

  private func runExternally(_ transaction: OpenTransaction, _ body: (OpenTransaction) throws -> Void) throws {
    try body(transaction)
    try willClose(transaction)
    transaction.seal()
    try loadParents(of: transaction)
    try transaction.check(in: self)
    try commitExternally(transaction)
  }

  /// Returns the tables with which a transaction begins, and lets readers know that there is a transaction.
  private func openTables() -> Tables {
    published.change { published in
      published.hasTransaction = true
      return published.tables
    }
  }

  /// Whether the calling task is inside a transaction that is undone in any case.
  var isPreview: Bool { transaction?.isPreview ?? false }

  /// Marks the changes that the calling task's transaction has made to one model since its innermost savepoint as a
  /// bulk change, so that they are notified together.
  func markBulk(_ layout: TableLayout) { transaction?.markBulk(layout) }

  /// The transaction of this store that the calling task is inside. It may have ended if the task outlives it.
  var transaction: OpenTransaction? { StoreContext.current.transaction(in: self) }
}

extension Commit {
  /// Takes over the outcome of a transaction.
  mutating func take(_ outcome: inout OpenTransaction.Outcome) {
    self.outcome = outcome.isPending ? .changes : .tables(outcome.tables)
    hasNewKeptColumns = outcome.hasNewKeptColumns
    swap(&changeset, &outcome.changeset)
    if !outcome.discarded.isEmpty { hooks = Hooks(discarded: outcome.discarded) }
  }

  /// Takes over the outcome of a transaction that was undone, so that the ids and lock versions given in it are not
  /// given again.
  mutating func withdraw(_ undone: OpenTransaction.Outcome, isPreview: Bool) {
    outcome = .withdrawal(of: undone.changeset, from: undone.tables)
    if !isPreview { hooks = Hooks(discarded: undone.discarded + [undone.changeset]) }
  }
}
