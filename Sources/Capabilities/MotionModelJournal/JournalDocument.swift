public import Foundation
public import MotionModel
package import MotionModelStorage

/// The commits and the records of a store's files, without the types of its models: what ``JournalHistory`` is for
/// programs that know them.
///
/// It reads files, and changes none, so it works beside a process that has the store open.
package struct JournalDocument: Sendable {
  /// The numbers of the commits after which the content can be read.
  package let commits: ClosedRange<Int>
  private let files: StoreFiles

  /// Opens the files of a store for reading.
  ///
  /// - Throws: ``JournalError`` if the files cannot be read or do not belong together, or the journals are damaged;
  ///   `FileError` for the file itself.
  /// - Complexity: O(*n*) in the size of the journals.
  package init(of file: URL, coding: (any ByteCoding)? = nil, in system: any FileSystem = DiskFiles()) throws {
    files = try StoreFiles(file.filePath, coding, in: system)
    commits = try files.commits
  }

  /// Returns the content after a commit.
  ///
  /// - Parameter commit: The number of the commit; nil for the last one.
  /// - Throws: ``JournalError/noCommit(file:commit:available:)`` if the files do not have the commit, or the errors of
  ///   reading.
  package func content(at commit: Int? = nil) throws -> StoreDocument {
    let commit = commit ?? commits.upperBound
    guard commits.contains(commit) else { throw files.noCommit(commit, of: commits) }
    return try files.retrying(from: { commit }) { files in
      guard let snapshot = files.snapshot(upTo: commit) else { throw files.noCommit(commit, of: commits) }
      let (document, failure) = try files.content(behind: snapshot, upTo: commit)
      if let failure { throw failure }
      return document
    }
  }

  /// How many commits are in the journals and not in the file.
  package var pendingCommits: Int { max(0, commits.upperBound - files.last.info.commits) }

  /// Returns the names of the columns with the ids, by the names of the models. A journal does not say them.
  package func idColumns() throws -> [String: String] {
    try SnapshotFile(files.last.file, files.files.coding, name: files.name).idColumns()
  }

  /// Whether there are journals beside a file.
  package static func isNeeded(for file: URL) throws(JournalError) -> Bool {
    let path = file.path(percentEncoded: false)
    return try onDisk(FilePath.name(of: path)) { () throws(DiskError) in
      try !JournalFiles(path, in: DiskFiles()).journals().isEmpty
    }
  }

  /// Returns the content of the files as far as the journals can be read, and why they cannot be read to their end.
  ///
  /// - Throws: ``JournalError`` or `FileError` if the file itself cannot be read, or a journal is missing.
  package static func recovered(from file: URL) throws -> (document: StoreDocument, failure: (any Error)?) {
    let files = try StoreFiles(file.filePath, nil, in: DiskFiles())
    return try files.content(behind: files.last.info)
  }

  /// Says which journal ends in a commit that was not finished, in a sentence; nil if none does.
  ///
  /// Such a commit was never reported as durable, or another process is writing it.
  package static func unfinishedCommit(of file: URL) throws -> String? {
    let files = try StoreFiles(file.filePath, nil, in: DiskFiles())
    for journal in files.journals {
      var log = journal.log
      let found = try onLog(files.name) { () throws(LogError) -> LogEnd? in
        while try log.next() != nil {}
        return log.end
      }
      guard case .torn(let position, let count)? = found else { continue }
      return
        "The journal \(FilePath.name(of: log.path)) ends at byte \(position) in a commit that was not finished, of \(count) bytes."
    }
    return nil
  }

  /// The numbers of the commits that can still be read behind damage of the journals, whose records are not known to be
  /// right; nil if there are none.
  package static func commitsBehindDamage(of file: URL) throws -> ClosedRange<Int>? {
    let files = try StoreFiles(file.filePath, nil, in: DiskFiles())
    var (numbers, isBehind): ([Int], Bool) = ([], false)
    for journal in files.journals {
      var log = journal.log
      repeat {
        var joiner = CommitPieces.Joiner()
        while let entry = try onLog(files.name, { () throws(LogError) in try log.next() }) {
          guard let commit = joiner.add(entry.payload), isBehind else { continue }
          if let number = CommitReader.number(of: commit) { numbers.append(number) }
        }
        if case .damaged? = log.end { isBehind = true }
      } while try onLog(files.name, { () throws(LogError) in try log.resume() })
    }
    guard let first = numbers.min(), let last = numbers.max() else { return nil }
    return first...last
  }

  /// Calls `body` with each commit after one, in order.
  package func forEachCommit(since commit: Int, _ body: (CommitDocument) throws -> Void) throws {
    guard commits.contains(commit) else { throw files.noCommit(commit, of: commits) }
    var done = commit
    try files.retrying(from: { done }) { files in
      guard let snapshot = files.snapshot(upTo: done) else { throw files.noCommit(done, of: commits) }
      var reader = CommitReader()
      try files.forEachCommit(behind: snapshot, { reader = CommitReader() }) { place, bytes in
        let document: CommitDocument
        do throws(CommitReader.Malformed) { document = try reader.read(bytes) } catch {
          throw place.unreadable("It is not written as this library does.")
        }
        if document.id > done {
          try body(document)
          done = document.id
        }
        return done < commits.upperBound
      }
    }
  }
}

extension StoreFiles {
  /// Returns the content of a snapshot and of the commits behind it up to one, and why later ones cannot be read.
  ///
  /// - Parameter idColumns: Returns the names that the column with the ids of a model has or had.
  func content(
    behind snapshot: SnapshotInfo, upTo commit: Int = .max,
    idColumns: @escaping @Sendable (_ model: String) -> [String] = { _ in [] }
  ) throws -> (document: StoreDocument, failure: (any Error)?) {
    var records = UntypedRecords(idColumns: idColumns)
    try load(snapshot, into: &records)
    do {
      try forEachCommit(behind: snapshot, { records.beginJournal() }) { place, bytes in
        if let number = CommitReader.number(of: bytes), number > commit { return false }
        do throws(CommitFault) { try records.apply(bytes) } catch { throw place.error(error) }
        return true
      }
    } catch {
      return (records.document, error)
    }
    return (records.document, nil)
  }
}

extension StoreDocument {
  /// Reads the records of a store as they are after its last commit, from its file and the journals beside it, without
  /// the types of its models.
  ///
  /// It changes no file, and works beside a process that has the store open.
  ///
  /// - Parameters:
  ///   - file: The file of the store.
  ///   - coding: How the files are encoded; nil if they are not.
  /// - Throws: ``JournalError`` if the files cannot be read or do not belong together, or the journals are damaged;
  ///   `FileError` for the file itself.
  public init(ofStore file: URL, coding: (any ByteCoding)? = nil) throws {
    self = try JournalDocument(of: file, coding: coding).content()
  }
}
