public import MotionModel

extension Model {
  /// Lets `body` change the record, and saves it at the end, as one transaction of the store in use.
  ///
  /// ```swift
  /// try todo.transaction { todo in
  ///   todo.name = "Walk the dog"
  ///   try todo.assignees.removeAll()
  ///   if isCancelled { todo.rollback() }
  /// }
  /// ```
  ///
  /// `todo.rollback()` gives the record the fields that it had when the block began, saved or not, and undoes what the block wrote.
  /// The block goes on; when nothing is changed after that, nothing is saved. Blocks may be nested, and each goes back to
  /// its own beginning.
  ///
  /// - Parameters:
  ///   - retries: How often the record is reloaded and `body` run again when the record was stale, see `LockVersion`.
  ///   - body: Changes the record. It may read and write the store.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` throws, what saving throws, and what stands in the way of the commit. Then the record has the fields
  ///   that it had when the block began, and the store is as it was.
  @discardableResult
  public mutating func transaction<Result>(
    retries: Int = 0, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    var record = self
    let result = try retrying(retries) {
      try record.attempt(body)
    } refresh: {
      try record.reload()
    }
    self = record
    return result
  }

  /// Gives the record the fields that it had when the innermost `transaction` of this record began, and undoes what was written
  /// in it.
  ///
  /// It is for the body of `record.transaction` and traps elsewhere.
  public mutating func rollback() {
    guard let start = RecordTransaction.current?.start(of: self) else {
      fatalError(
        """
        A \(Self.self) cannot be rolled back outside of a transaction of its own: call it in the body of record.transaction.
        """)
    }
    self = start
  }

  /// Runs the block once; the record is as before when it throws.
  private mutating func attempt<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    var record = self
    let store = Store.current
    let result = try store.transaction { transaction in
      let block = RecordTransaction(self, transaction)
      return try RecordTransaction.$current.withValue(block) {
        let result = try body(&record)
        try record.checkID(replacing: id)
        if !block.isRolledBack || !Self.schema.isSame(record, self) { try record.save() }
        return result
      }
    }
    self = record
    return result
  }
}

/// A block of `record.transaction`.
private final class RecordTransaction: Sendable {
  @TaskLocal static var current: RecordTransaction?

  private let record: any Model
  private let transaction: Transaction
  private let rollbacks = Locked(0)
  private let outer: RecordTransaction?

  init(_ record: some Model, _ transaction: Transaction) {
    (self.record, self.transaction, outer) = (record, transaction, Self.current)
  }

  var isRolledBack: Bool { rollbacks.withLock { $0 > 0 } }

  /// Rolls back the innermost block of a record.
  ///
  /// - Returns: The record as it was when the block began; nil when there is none.
  func start<Record: Model>(of record: Record) -> Record? {
    guard let start = self.record as? Record, start.id == record.id || (!start.id.isAssigned && isNew(record)) else {
      return outer?.start(of: record)
    }
    transaction.rollback()
    rollbacks.withLock { $0 += 1 }
    return start
  }

  /// Whether a record can be the new one that the block is about: it was not there when the block began.
  private func isNew<Record: Model>(_ record: Record) -> Bool {
    if !record.id.isAssigned { return true }
    return transaction.changeset.changes(of: Record.self).contains { $0.kind == .insert && $0.id == record.id }
  }
}
