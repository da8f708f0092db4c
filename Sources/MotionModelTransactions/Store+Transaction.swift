public import MotionModel

extension Store {
  /// Runs `body` as the only writer, and commits everything it wrote as one changeset. Nothing is written if `body`
  /// throws.
  ///
  /// ```swift
  /// try store.transaction { transaction in
  ///   try account.update { $0.balance -= 10 }
  ///   try other.update { $0.balance += 10 }
  ///   if account.balance < 0 { transaction.rollback() }
  /// }
  /// ```
  ///
  /// In the body, static calls use this store. Finders, relations, hooks and validations work as everywhere; they
  /// see what was written so far, which nobody else sees before the commit. Notifications and hooks after the
  /// commit come once, after the outermost transaction.
  ///
  /// A transaction inside another, or inside a hook, is part of it: it can be undone alone, and is committed with
  /// it.
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why; nil leaves ``Store/Transaction/metadata`` unchanged.
  ///   - retries: How often `body` is run again, from its start and with its hooks, if a record is stale, see
  ///     `LockVersion`, or others were in the way of an adapter, see `TransactionalAdapter`. The body must then find
  ///     the records again.
  ///   - body: The writes that belong together. It runs on the calling thread, and must not wait for another thread
  ///     that writes to the store.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws. If the commit is refused: a `StoreError`, or the error of a commit check.
  /// - Complexity: A copy of what is changed, in chunks of 128 rows; a rollback costs nothing.
  @inlinable @discardableResult
  public func transaction<Result>(
    metadata: Changeset.Metadata? = nil, retries: Int = 0, _ body: (Store.Transaction) throws -> Result
  ) throws -> Result {
    try retrying(retries) {
      try inSavepoint { savepoint in
        let transaction = Store.Transaction(savepoint)
        if let metadata { transaction.metadata = metadata }
        return try body(transaction)
      }
    }
  }

  /// Runs `body` as a transaction that is undone only if `body` throws.
  ///
  /// ```swift
  /// try store.transaction {
  ///   try project.save()
  ///   try todo.save()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why.
  ///   - retries: How often `body` is run again if a record is stale or others were in the way.
  ///   - body: The writes that belong together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws, and the error of a refused commit.
  @inlinable @discardableResult
  public func transaction<Result>(
    metadata: Changeset.Metadata? = nil, retries: Int = 0, _ body: () throws -> Result
  ) throws -> Result {
    try transaction(metadata: metadata, retries: retries) { _ in try body() }
  }

  /// Does not compile: nobody else can write during a transaction, so its body cannot wait.
  @available(
    *, unavailable,
    message: """
      A transaction keeps all others from writing, so its body cannot wait: fetch what it needs before it, or keep a branch \
      open while you wait.
      """
  )
  public func transaction<Result>(
    metadata: Changeset.Metadata? = nil, retries: Int = 0, _ body: () async throws -> Result
  ) throws -> Result {
    fatalError("A transaction cannot wait.")
  }
}

extension Model {
  /// Runs `body` as a transaction of the store in use, which may write records of all models; see
  /// `Store.transaction`.
  ///
  /// ```swift
  /// try Todo.transaction {
  ///   try Todo.where(\.done == true).deleteAll()
  ///   try Todo.create { $0.name = "Start over" }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why.
  ///   - retries: How often `body` is run again if a record is stale or others were in the way.
  ///   - body: The writes that belong together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws, and the error of a refused commit.
  @inlinable @discardableResult
  public static func transaction<Result>(
    metadata: Changeset.Metadata? = nil, retries: Int = 0, _ body: (Store.Transaction) throws -> Result
  ) throws -> Result {
    try Store.current.transaction(metadata: metadata, retries: retries, body)
  }

  /// Runs `body` as a transaction of the store in use that is undone only if `body` throws.
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why.
  ///   - retries: How often `body` is run again if a record is stale or others were in the way.
  ///   - body: The writes that belong together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws, and the error of a refused commit.
  @inlinable @discardableResult
  public static func transaction<Result>(
    metadata: Changeset.Metadata? = nil, retries: Int = 0, _ body: () throws -> Result
  ) throws -> Result {
    try Store.current.transaction(metadata: metadata, retries: retries) { _ in try body() }
  }
}
