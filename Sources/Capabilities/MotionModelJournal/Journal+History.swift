public import MotionModel
import MotionModelStorage

extension Journal {
  /// The commits that the files have at this moment.
  ///
  /// Commits may be made meanwhile, and the store may be compacted.
  ///
  /// - Throws: ``JournalError`` if the files cannot be read.
  public var history: JournalHistory {
    get throws {
      // No file is replaced or removed meanwhile, and no commit is incomplete.
      let opened = try state.withLock { state throws in
        if state.writer == nil { throw JournalError.closed(file: files.name) }
        return try StoreFiles(opening: files)
      }
      return try JournalHistory(opened, models, unknownColumns)
    }
  }

  /// Returns a snapshot of the store as it was after a commit; see ``JournalHistory/store(at:)-(Int)``.
  public func store(at commit: Int) throws -> Store { try history.store(at: commit) }

  /// Returns the changes of all commits after one, in order; see ``JournalHistory/changes(since:)``.
  public func changes(since commit: Int) throws -> [Changeset] { try history.changes(since: commit) }
}
