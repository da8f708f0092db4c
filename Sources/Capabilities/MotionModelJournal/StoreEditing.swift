package import Foundation
package import MotionModel
package import MotionModelStorage

/// The files of an opened store, which are changed without the types of its models: locked, or beside the processes
/// that share them.
///
/// A change is a commit in the journal, as if a program that knows the models had made it. So the history has it, and
/// followers and other processes see it. Its rules and hooks do not run.
package struct StoreEditing {
  /// The content with all commits.
  package let document: StoreDocument
  private let records: UntypedRecords
  private let files: JournalFiles
  private let lock: FileLock
  /// The last journal, read to its end, and its number; nil for one that is to be created.
  private let log: LogReader?
  private let number: Int

  /// Reads the files, and locks them unless processes share them.
  ///
  /// - Returns: Nil for a file that is not that of an opened store.
  /// - Throws: ``JournalError`` if another process has the store open for itself, or if the files cannot be read or are
  ///   damaged; `FileError` for the file itself.
  package init?(of file: URL, in system: any FileSystem = DiskFiles()) throws {
    let (path, name) = (try file.filePath, file.lastPathComponent)
    lock = try onDisk(name) { () throws(DiskError) in
      do throws(DiskError) { return try FileLock(of: path, in: system) } catch {
        guard case .inUse = error.reason else { throw error }
        return try FileLock(sharing: path, in: system)
      }
    }
    if !lock.isAlone {
      let opened = try StoreFiles(path, nil, in: system)
      var content = UntypedRecords()
      log = try opened.readAll(into: &content)?.log
      (records, files, number) = (content, opened.files, opened.journals.last?.number ?? 0)
    } else {
      var (files, _) = try onDisk(name) { [lock] () throws(DiskError) in
        try JournalFiles.locked(path, nil, lock, in: system)
      }
      var reader = StoreReader(files, into: UntypedRecords(), .refuse)
      let found = try reader.read()
      if !found.isOpenedStore { return nil }
      files.store = found.store
      (records, self.files, log, number) = (reader.content, files, found.log, found.last)
    }
    document = records.document
  }

  /// Changes records of one model in one commit. It is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - changes: The changes, each of another record.
  ///   - model: The model, as the document has it, with the next number behind all ids.
  ///   - date: The time of the commit.
  ///   - metadata: What the commit says of itself.
  /// - Throws: `StoreError.overtaken` if another process that shares the files has committed since they were read.
  package consuming func commit(
    _ changes: [UntypedChange], of model: StoreDocument.Table, at date: Date, _ metadata: Changeset.Metadata
  ) throws {
    let commit = CommitPieces.of(records.commit(changes, of: model, at: date, metadata))
    let isAppended = try onLog(files.name) { () throws(LogError) in
      if !lock.isAlone { return try append(commit) }
      var log = if let log { try LogFile(continuing: log) } else { try files.createJournal(number) }
      try log.append(commit)
      try log.close()
      return true
    }
    if !isAppended { throw StoreError.overtaken(file: files.name) }
    withExtendedLifetime(lock) {}
  }

  /// Appends a commit beside other processes.
  ///
  /// - Returns: False if one of them has appended something that was not read.
  private func append(_ commit: [[UInt8]]) throws(LogError) -> Bool {
    guard var log else { return false }
    let writer: LogWriter
    do throws(LogError) { writer = LogWriter(try LogFile(sharing: log), policy: .everyEntry) } catch {
      // Another process has compacted the store meanwhile.
      if error.isMissing { return false }
      throw error
    }
    if log.end != .clean { try writer.cutOff(behind: &log) }
    let entry = try writer.inTurn { () throws(LogError) -> AppendedEntry? in
      guard try log.isAtEnd(), try !files.isConcluded(log, number) else { return nil }
      return try writer.append(commit, behind: &log)
    }
    try entry?.confirm()
    return entry != nil
  }
}
