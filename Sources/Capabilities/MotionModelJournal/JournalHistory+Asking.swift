public import MotionModel
public import MotionModelTransactions

extension JournalHistory: CommitHistory {
  /// Calls `body` with the changes of each commit after one, in order.
  ///
  /// - Throws: `JournalError` if the commits cannot be read; what `body` throws.
  public func forEachChangeset(after commit: Int, _ body: (Changeset) throws -> Void) throws {
    try replay(since: commit) { changeset, _ in try body(changeset) }
  }
}

extension Store {
  /// Returns the last commit in the store's journal that changed a property of a record; nil if the value is older than
  /// the journal. See `CommitHistory/blame(_:_:)`.
  ///
  /// - Throws: `HistoryError.noJournal` for a store that was not opened from a file; `JournalError` if the files
  ///   cannot be read.
  public func blame<Record: Model, Value: ColumnValue>(
    _ record: Record, _ property: any KeyPath<Record, Value> & Sendable
  ) throws -> Blame<Value>? {
    try journalHistory.blame(record, property)
  }

  /// Finds the first commit in the store's journal after which a statement about the store is false. See
  /// `CommitHistory/bisect(in:_:)`.
  ///
  /// - Throws: `HistoryError.noJournal` for a store that was not opened from a file; `JournalError` if the files
  ///   cannot be read; the errors of `holds`.
  public func bisect(in range: ClosedRange<Int>? = nil, _ holds: (Store) throws -> Bool) throws -> Bisection {
    try journalHistory.bisect(in: range, holds)
  }

  /// The commits in the files of the store.
  ///
  /// - Throws: `HistoryError.noJournal`; `JournalError` if the files cannot be read.
  private var journalHistory: JournalHistory {
    get throws {
      guard let journal else { throw HistoryError.noJournal }
      return try journal.history
    }
  }
}
