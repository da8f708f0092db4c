public import Foundation
public import MotionModel
package import MotionModelStorage

/// The commits that the files of a store have: the store as it was after each of them, and what each of them changed.
///
/// ```swift
/// let history = try JournalHistory(of: url, models: [Todo.self])
/// history.commits                                          // => 120...4711
/// let before = try history.store(at: 4700)                 // a snapshot
/// for changeset in try history.changes(since: 4700) { print(changeset.date, changeset) }
/// ```
///
/// It reads files, and changes none. So it works beside a process that has the store open, and on copies of the files
/// that come with a bug report. It has the commits of the files at its creation.
///
/// The first commit is that of the snapshot that was kept first; see ``KeptHistory``.
///
/// ## Topics
/// - ``init(of:models:unknownColumns:coding:)``
/// - ``commits``
/// - ``store(at:)-(Int)``
/// - ``changes(since:)``
/// - ``replay(since:_:)``
public struct JournalHistory: Sendable {
  /// The numbers of the commits after which the store can be read.
  public let commits: ClosedRange<Int>

  private let files: StoreFiles
  private let models: [any Model.Type]
  private let unknownColumns: UnknownColumns

  /// Opens the files of a store for reading.
  ///
  /// - Parameters:
  ///   - file: The file of the store.
  ///   - models: The models whose records the file may have.
  ///   - unknownColumns: What happens to columns in the files that a model does not have.
  ///   - coding: How the files are encoded; see `ByteCoding`.
  /// - Throws: ``JournalError`` if the files cannot be read or do not belong together, or the journals are damaged;
  ///   `FileError` for the file itself.
  /// - Complexity: O(*n*) in the size of the journals.
  public init(
    of file: URL, models: [any Model.Type], unknownColumns: UnknownColumns = .keep, coding: (any ByteCoding)? = nil
  ) throws {
    try self.init(of: file, in: DiskFiles(), models: models, unknownColumns: unknownColumns, coding: coding)
  }

  /// Opens files on any file system.
  package init(
    of file: URL, in system: any FileSystem, models: [any Model.Type], unknownColumns: UnknownColumns = .keep,
    coding: (any ByteCoding)? = nil
  ) throws {
    try self.init(StoreFiles(file.filePath, coding, in: system), models, unknownColumns)
  }

  init(_ files: StoreFiles, _ models: [any Model.Type], _ unknownColumns: UnknownColumns) throws {
    (self.files, self.models, self.unknownColumns) = (files, models, unknownColumns)
    commits = try files.commits
  }

  /// Returns a snapshot of the store as it was after a commit.
  ///
  /// - Parameter commit: The number of the commit: the `id` of its changeset, or `commitCount` at that time.
  /// - Throws: ``JournalError/noCommit(file:commit:available:)`` if the files do not have the commit, or the errors of
  ///   reading.
  /// - Complexity: O(*n*) in the number of records and of commits since the snapshot before.
  public func store(at commit: Int) throws -> Store {
    Store(snapshotOf: try records(at: commit), in: files.url)
  }

  /// Returns the changes of all commits after one, in order.
  ///
  /// - Throws: The errors of ``store(at:)-(Int)``.
  public func changes(since commit: Int) throws -> [Changeset] {
    var changes: [Changeset] = []
    try read(since: commit) { changeset, _ in changes.append(changeset) }
    return changes
  }

  /// Calls `body` with each commit after one, and with the store as it was after it: to find the commit with which a
  /// bug began, or to make it happen again.
  ///
  /// - Parameters:
  ///   - commit: The number of the commit; nil for the first one of ``commits``.
  ///   - body: Receives the changes, and a snapshot. What it throws ends the replay, and is thrown.
  /// - Complexity: O(*n*) in the number of records and of commits. A snapshot costs as much as one of a store.
  public func replay(since commit: Int? = nil, _ body: (Changeset, Store) throws -> Void) throws {
    try read(since: commit ?? commits.lowerBound) { changeset, records in
      try body(changeset, Store(snapshotOf: records, in: files.url))
    }
  }

  // MARK: - Reading

  private func records(at commit: Int) throws -> StoredRecords {
    guard commits.contains(commit) else { throw files.noCommit(commit, of: commits) }
    return try files.retrying(from: { commit }) { files in
      var last: StoredRecords?
      try readRecords(of: files, from: commit) { _, records in
        if records.commits > commit { return false }
        last = records
        return records.commits < commit
      }
      guard let last, last.commits == commit else { throw files.noCommit(commit, of: commits) }
      return last
    }
  }

  func read(since commit: Int, _ body: (Changeset, StoredRecords) throws -> Void) throws {
    guard commits.contains(commit) else { throw files.noCommit(commit, of: commits) }
    var done = commit
    try files.retrying(from: { done }) { files in
      try readRecords(of: files, from: done) { changeset, records in
        if let changeset, changeset.id > done {
          try body(changeset, records)
          done = changeset.id
        }
        return done < commits.upperBound
      }
    }
  }

  /// Calls `body` with the records of the last snapshot that does not have more commits than these, and then with each
  /// commit and the records after it, until it returns false.
  private func readRecords(
    of files: StoreFiles, from commit: Int, _ body: (Changeset?, StoredRecords) throws -> Bool
  ) throws {
    guard let snapshot = files.snapshot(upTo: commit) else { throw files.noCommit(commit, of: commits) }
    // Defaults of columns, and documents, may ask the store in use.
    try Store.with(Store(notificationCenter: nil)) {
      var records = StoredRecords(of: models, unknown: unknownColumns)
      try files.load(snapshot, into: &records)
      if try !body(nil, records) { return }
      try files.forEachCommit(behind: snapshot) {
        records.beginJournal()
      } _: { place, bytes in
        let changeset: Changeset
        do throws(CommitFault) { changeset = try records.apply(bytes) } catch { throw place.error(error) }
        return try body(changeset, records)
      }
    }
  }
}
