package import Foundation
package import MotionModel
package import MotionModelStorage

/// The files of an opened store, which are locked and changed without the types of its models.
///
/// A change is a commit in the journal, as if a program that knows the models had made it. So the history has it, and
/// followers see it. Its rules and hooks do not run.
package struct StoreEditing {
  /// The content with all commits.
  package let document: StoreDocument
  private let records: UntypedRecords
  private let found: FoundFiles
  private let files: JournalFiles
  private let lock: FileLock

  /// Locks and reads the files.
  ///
  /// - Returns: Nil for a file that is not that of an opened store.
  /// - Throws: ``JournalError`` if another process has the store open, or if the files cannot be read or are damaged;
  ///   `FileError` for the file itself.
  package init?(of file: URL, in system: any FileSystem = DiskFiles()) throws {
    let path = try file.filePath
    var (files, lock) = try onDisk(file.lastPathComponent) { () throws(DiskError) in
      try JournalFiles.locked(path, in: system)
    }
    var reader = StoreReader(files, into: UntypedRecords(), .refuse)
    found = try reader.read()
    if !found.isOpenedStore { return nil }
    files.store = found.store
    (records, document, self.files, self.lock) = (reader.content, reader.content.document, files, lock)
  }

  /// Changes records of one model in one commit. It is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - changes: The changes, each of another record.
  ///   - model: The model, as the document has it, with the next number behind all ids.
  ///   - date: The time of the commit.
  ///   - metadata: What the commit says of itself.
  package consuming func commit(
    _ changes: [UntypedChange], of model: TableDocument, at date: Date, _ metadata: ChangesetMetadata
  ) throws {
    let commit = records.commit(changes, of: model, at: date, metadata)
    try onLog(files.name) { () throws(LogError) in
      var log = if let log = found.log { try LogFile(continuing: log) } else { try files.createJournal(found.last) }
      try log.append(CommitPieces.of(commit))
      try log.close()
    }
    withExtendedLifetime(lock) {}
  }
}
