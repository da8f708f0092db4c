import Foundation

extension Store {
  /// Runs `body` as the only writer; what it writes is seen by itself alone and is committed as one changeset when it
  /// returns, or forgotten when it throws.
  ///
  /// A transaction inside a transaction is part of it: it is undone alone when it throws, and committed with it.
  ///
  /// - Parameter isPreview: Whether what `body` writes will be undone in any case, which hooks are told.
  /// - Returns: What `body` returned.
  package func inTransaction<Result>(isPreview: Bool = false, _ body: () throws -> Result) throws -> Result {
    try inTransaction(isPreview, nil, written: nil) { _ in try body() }
  }

  /// Runs `body` in a ``inTransaction(isPreview:_:)``, which it is given.
  func withTransaction(_ body: (OpenTransaction) throws -> Void) throws {
    try inTransaction(false, nil, written: nil, body)
  }

  /// Runs `body` in a ``inTransaction(isPreview:_:)``.
  ///
  /// - Parameter committed: Becomes what was committed; inside another transaction, what is going to be.
  func inTransaction<Result>(_ committed: inout Changeset, _ body: () throws -> Result) throws -> Result {
    var written = Changeset()
    let result = try inTransaction(false, nil, written: { written = $0 }) { _ in try body() }
    committed = written
    return result
  }

  /// The innermost savepoint of the transaction that the calling task is inside.
  package var savepoint: Savepoint? {
    guard let transaction, transaction.isOpen else { return nil }
    return transaction.savepoint
  }

  /// Runs `body` in a ``inTransaction(isPreview:_:)``.
  ///
  /// - Parameters:
  ///   - isPreview: Whether what `body` writes will be undone in any case, which hooks are told.
  ///   - recorder: What collects the findings of a preview.
  ///   - written: Is given what was committed; inside another transaction, what is going to be.
  func inTransaction<Result>(
    _ isPreview: Bool, _ recorder: (any TransactionRecorder)?, written: ((Changeset) -> Void)?,
    _ body: (OpenTransaction) throws -> Result
  ) throws -> Result {
    if let transaction, let savepoint = transaction.begin(isPreview, recorder) {
      return try transaction.nested(in: savepoint, written: written) { try body(transaction) }
    }
    return try outermostTransaction(isPreview, recorder, written, body)
  }

  /// It is a function of its own so that transactions inside one another, which hooks make, are easy on the stack.
  @inline(never)
  private func outermostTransaction<Result>(
    _ isPreview: Bool, _ recorder: (any TransactionRecorder)?, _ written: ((Changeset) -> Void)?,
    _ body: (OpenTransaction) throws -> Result
  ) throws -> Result {
    var result: Result?
    let changeset = try commit(isTransaction: true) { commit in
      let transaction = OpenTransaction(openTables(), now: clock(), isPreview: isPreview, recorder: recorder)
      defer { published.withLock { $0.hasTransaction = false } }
      do {
        result = try runBody(of: transaction, body)
        if var outcome = transaction.close() {
          if !adapters.isEmpty { outcome.tables.forgetExternalRows() }
          commit.take(&outcome)
        }
      } catch {
        if let undone = transaction.close(isUndone: true) { commit.withdraw(undone, isPreview: isPreview) }
        throw error
      }
    }
    guard let result else { preconditionFailure("a transaction that came to nothing") }
    written?(changeset)
    return result
  }

  /// Runs the body of a transaction, and checks what it has written.
  private func runBody<Result>(of transaction: OpenTransaction, _ body: (OpenTransaction) throws -> Result) throws
    -> Result
  {
    try Scope.$current.withValue(Scope(store: self, transaction: transaction)) {
      let result = try body(transaction)
      try loadParents(of: transaction)
      try transaction.check(in: self)
      try commitExternally(transaction)
      return result
    }
  }

  /// The tables with which a transaction begins, of which readers are told that there is one.
  private func openTables() -> Tables {
    published.withLock { published in
      published.hasTransaction = true
      return published.tables
    }
  }

  /// Whether the calling task is inside something that will be undone in any case.
  var isPreview: Bool { transaction?.isPreview ?? false }

  /// Has the changes of the calling task's transaction to the records of one model, those that there are so far, told together.
  func markBulk(_ layout: TableLayout) { transaction?.markBulk(layout) }

  /// The transaction of the calling task in this store.
  var transaction: OpenTransaction? { Scope.current?.transaction(in: self) }
}

extension Commit {
  /// Takes over what a transaction came to.
  fileprivate mutating func take(_ outcome: inout OpenTransaction.Outcome) {
    self.outcome = outcome.isPending ? .change : .tables(outcome.tables)
    swap(&changeset, &outcome.changeset)
    if !outcome.discarded.isEmpty { hooks = Hooks(discarded: outcome.discarded) }
  }

  /// Takes over what is left of a transaction that was undone: which ids were given in it.
  fileprivate mutating func withdraw(_ undone: OpenTransaction.Outcome, isPreview: Bool) {
    outcome = .withdrawal(of: undone.changeset, from: undone.tables)
    if !isPreview { hooks = Hooks(discarded: undone.discarded + [undone.changeset]) }
  }
}
