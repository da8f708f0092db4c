extension FinderChain {
  /// Returns a finder whose records no other transaction of the database can change, delete or lock until the
  /// transaction ends in which they are read.
  ///
  /// ```swift
  /// try store.transaction { _ in
  ///   guard var job = try jobs.where(\.worker == nil).order(by: \.id).locking(.skip).first else { return }
  ///   try jobs.update(&job) { $0.worker = me }
  /// }
  /// ```
  ///
  /// Transactions of a store in memory and of SQLite take turns, so there is nothing to lock. With PostgreSQL, the
  /// records are read by `SELECT … FOR UPDATE`. If a condition or the order has no SQL, or the transaction has written
  /// records of the model, all records are locked that may be among those of the finder, whatever its window.
  ///
  /// Counts, sums and other values of a finder lock nothing.
  ///
  /// - Parameter others: What happens at a record that another transaction has locked.
  /// - Note: Reading the records with PostgreSQL throws `SQLError.lockOutsideTransaction` outside of a transaction,
  ///   `SQLError.busy` when it refuses to wait or has waited for longer than the time-out of locks, and with the
  ///   default isolation `SQLError.conflict` when the other transaction has changed a record, so give the transaction
  ///   `retries`.
  public func locking(_ others: RecordLock = .wait) -> Finder<Record> {
    finder.with { $0.query.lock = others }
  }
}
