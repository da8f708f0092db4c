public import MotionModel

extension Store {
  /// Runs `body` as the only writer, and commits what it wrote as one changeset when it returns; when it throws, nothing of it
  /// has happened.
  ///
  /// ```swift
  /// try store.transaction { transaction in
  ///   try account.update { $0.balance -= 10 }
  ///   try other.update { $0.balance += 10 }
  ///   if account.balance < 0 { transaction.rollback() }
  /// }
  /// ```
  ///
  /// In the body this is the store that static calls use. Finders, relations, hooks and validations work as ever; they see
  /// what was written so far, which nobody else does before the commit. Notifications, and what runs after a commit, come
  /// once, when all is over.
  ///
  /// A transaction inside another, or inside a hook, is part of it: it is undone alone, and committed with it.
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why; nil leaves it to ``Transaction/metadata``.
  ///   - retries: How often the body is run again when a record was stale, see `LockVersion`. It must then find the
  ///     records anew.
  ///   - body: What belongs together. It runs on the calling thread, and must not wait for another one that writes to the store.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws; what stands in the way of the commit: a `StoreError` or what a commit check throws.
  /// - Complexity: A copy of what is changed, in pieces of 128 rows; a rollback costs nothing.
  @discardableResult
  public func transaction<Result>(
    metadata: ChangesetMetadata? = nil, retries: Int = 0, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    try retrying(retries) {
      try inTransaction {
        let transaction = Transaction(in: self)
        if let metadata { transaction.metadata = metadata }
        return try body(transaction)
      }
    }
  }

  /// Runs `body` as a transaction that only a throw undoes.
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
  ///   - retries: How often the body is run again when a record was stale.
  ///   - body: What belongs together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws; what stands in the way of the commit.
  @discardableResult
  public func transaction<Result>(
    metadata: ChangesetMetadata? = nil, retries: Int = 0, _ body: () throws -> Result
  ) throws -> Result {
    try transaction(metadata: metadata, retries: retries) { _ in try body() }
  }

  /// Does not compile: a transaction keeps all others from writing, so its body cannot wait.
  @available(
    *, unavailable,
    message: """
      A transaction keeps all others from writing, so its body cannot wait: fetch what it needs before it, or keep a branch \
      open while you wait.
      """
  )
  public func transaction<Result>(
    metadata: ChangesetMetadata? = nil, retries: Int = 0, _ body: () async throws -> Result
  ) throws -> Result {
    fatalError("A transaction cannot wait.")
  }
}

extension Model {
  /// Runs `body` as a transaction of the store in use, see `Store.transaction`. It may write records of all models.
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
  ///   - retries: How often the body is run again when a record was stale.
  ///   - body: What belongs together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws; what stands in the way of the commit.
  @discardableResult
  public static func transaction<Result>(
    metadata: ChangesetMetadata? = nil, retries: Int = 0, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    try Store.current.transaction(metadata: metadata, retries: retries, body)
  }

  /// Runs `body` as a transaction of the store in use that only a throw undoes.
  ///
  /// - Parameters:
  ///   - metadata: Who makes the commit and why.
  ///   - retries: How often the body is run again when a record was stale.
  ///   - body: What belongs together.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws; what stands in the way of the commit.
  @discardableResult
  public static func transaction<Result>(
    metadata: ChangesetMetadata? = nil, retries: Int = 0, _ body: () throws -> Result
  ) throws -> Result {
    try Store.current.transaction(metadata: metadata, retries: retries) { _ in try body() }
  }
}
