public import MotionModel
public import MotionModelTransactions

extension JournalHistory: CommitHistory {
  /// Calls `body` with the changes of each commit after one, in order.
  ///
  /// - Throws: `JournalError` if the commits cannot be read; what `body` throws.
  public func forEachChangeset(after commit: Int, _ body: (Changeset) throws -> Void) throws {
    try read(since: commit) { changeset, _ in try body(changeset) }
  }
}

extension Store {
  /// The commits in the files of the store, at this moment; see ``Journal/history``.
  ///
  /// - Throws: `HistoryError.noJournal` for a store that was not opened from a file; `JournalError` if the files
  ///   cannot be read.
  public var history: JournalHistory {
    get throws {
      guard let journal else { throw HistoryError.noJournal }
      return try journal.history
    }
  }

  /// Returns the last commit in the store's journal that changed a property of a record; nil if the value is older than
  /// the journal. See `CommitHistory/blame(_:_:)`.
  ///
  /// - Throws: `HistoryError.noJournal` for a store that was not opened from a file; `JournalError` if the files
  ///   cannot be read.
  public func blame<Record: Model, Value: ColumnValue>(
    _ record: Record, _ property: any KeyPath<Record, Value> & Sendable
  ) throws -> Blame<Value>? {
    try history.blame(record, property)
  }

  /// Returns for each column of a record the last commit in the store's journal that changed it. See
  /// `CommitHistory/blame(_:)`.
  ///
  /// - Throws: The errors of ``history``.
  public func blame<Record: Model>(_ record: Record) throws -> [ColumnBlame] { try history.blame(record) }

  /// Finds the first commit in the store's journal after which a statement about the store is false. See
  /// `CommitHistory/bisect(in:_:)`.
  ///
  /// - Throws: `HistoryError.noJournal` for a store that was not opened from a file; `JournalError` if the files
  ///   cannot be read; the errors of `holds`.
  public func bisect(in range: ClosedRange<Int>? = nil, _ holds: (Store) throws -> Bool) throws -> Bisection {
    try history.bisect(in: range, holds)
  }
}
