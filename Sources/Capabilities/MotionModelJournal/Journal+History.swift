import MotionModel
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
}
