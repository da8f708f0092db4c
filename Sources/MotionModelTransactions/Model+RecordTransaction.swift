public import MotionModel

extension Model {
  /// Runs `body`, which changes the record, and saves the record at the end, as one transaction of the store in
  /// use.
  ///
  /// ```swift
  /// try todo.transaction { todo in
  ///   todo.name = "Walk the dog"
  ///   try todo.assignees.removeAll()
  ///   if isCancelled { todo.rollback() }
  /// }
  /// ```
  ///
  /// `todo.rollback()` restores the fields that the record had when the block began, saved or not, and undoes what the
  /// block wrote. The block continues after the call, and nothing is saved unless something is changed later. Each
  /// nested block returns to its own beginning.
  ///
  /// - Parameters:
  ///   - retries: How often the record is reloaded and `body` run again if the record is stale, see `LockVersion`, or
  ///     others were in the way of an adapter.
  ///   - body: Changes the record. It may read and write the store.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws, what saving throws, and the error of a refused commit. The record then has the
  ///   fields that it had when the block began, and the store is as it was.
  @discardableResult
  public mutating func transaction<Result>(
    retries: Int = 0, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    try Self.table.transaction(&self, retries: retries, body)
  }

  /// Restores the fields that the record had when its innermost `transaction` began, and undoes what was written in
  /// that transaction.
  ///
  /// It may only be called in the body of `record.transaction`, and traps elsewhere.
  public mutating func rollback() {
    guard let start = RecordTransaction.current?.start(of: self) else {
      fatalError(
        """
        A record of \(Self.self) cannot be rolled back outside of a transaction of its own: call it in the body of record.transaction.
        """)
    }
    self = start
  }
}

extension ModelTable {
  /// Runs `body` as a transaction, and saves the record at its end; see ``MotionModel/Model/transaction(retries:_:)``.
  @discardableResult
  public func transaction<Result>(
    _ record: inout Record, retries: Int = 0, _ body: (inout Record) throws -> Result
  ) throws -> Result {
    try store.finishing {
      var changed = record
      let result = try store.retrying(retries) {
        try attempt(&changed, body)
      } refresh: {
        try reload(&changed)
      }
      record = changed
      return result
    }
  }

  /// Runs the block once; the record is unchanged if it throws.
  private func attempt<Result>(
    _ record: inout Record, _ body: (inout Record) throws -> Result
  ) throws -> Result {
    let given = record
    var changed = record
    let result = try store.transaction { transaction in
      let block = RecordTransaction(given, transaction)
      return try RecordTransaction.$current.withValue(block) {
        let result = try body(&changed)
        try changed.checkID(replacing: given.id)
        if !block.isRolledBack || !Record.schema.isSame(changed, given) { try save(&changed) }
        return result
      }
    }
    record = changed
    return result
  }
}

/// The block of a `record.transaction`.
private final class RecordTransaction: Sendable {
  @TaskLocal static var current: RecordTransaction?

  private let record: any Model
  private let transaction: Store.Transaction
  private let rollbacks = Locked(0)
  private let outer: RecordTransaction?

  init(_ record: some Model, _ transaction: Store.Transaction) {
    (self.record, self.transaction, outer) = (record, transaction, Self.current)
  }

  var isRolledBack: Bool { rollbacks.withLock { $0 > 0 } }

  /// Rolls back the innermost block of a record.
  ///
  /// - Returns: The record when the block began; nil if no block belongs to the record.
  func start<Record: Model>(of record: Record) -> Record? {
    guard let start = self.record as? Record, start.id == record.id || (!start.id.isAssigned && isNew(record)) else {
      return outer?.start(of: record)
    }
    transaction.rollback()
    rollbacks.withLock { $0 += 1 }
    return start
  }

  /// Whether a record can be the new one of this block: it was not stored when the block began.
  private func isNew<Record: Model>(_ record: Record) -> Bool {
    if !record.id.isAssigned { return true }
    return transaction.changeset.changes(of: Record.self).contains { $0.kind == .insert && $0.id == record.id }
  }
}
