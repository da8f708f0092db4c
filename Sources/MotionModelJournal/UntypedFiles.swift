package import Foundation
package import MotionModel
import MotionModelStorage

/// The files of a store, read without the types of its models, and without its lock.
package struct UntypedFiles: Sendable {
  private let files: StoreFiles

  /// Opens the files of a store for reading, which another process may have open.
  ///
  /// - Returns: Nil if there is no journal beside the file.
  package init?(of file: URL, coding: (any ByteCoding)? = nil) throws {
    let path = file.path(percentEncoded: false)
    let name = FilePath.name(of: path)
    let journals = try onDisk(name) { () throws(DiskError) in
      let files = try JournalFiles(path, coding, in: DiskFiles())
      return try files.journals()
    }
    if journals.isEmpty { return nil }
    files = try StoreFiles(path, coding, in: DiskFiles())
  }

  /// The content of the file, with the commits of the journals that follow it.
  ///
  /// - Throws: ``JournalError``, or `FileError` for the file itself.
  /// - Complexity: O(*n*) in the number of records and of changes.
  package func document() throws -> StoreDocument {
    let (document, failure) = try recovered()
    if let failure { throw failure }
    return document
  }

  /// The same content as far as the journals can be read, and why they cannot be read to their end.
  package func recovered() throws -> (document: StoreDocument, failure: (any Error)?) {
    let bytes = try files.files.decoded(
      onDisk(files.name) { () throws(DiskError) in try files.last.file.bytes() })
    var records = try UntypedRecords(bytes, file: files.name)
    do {
      try files.forEachCommit(behind: files.last) {
        records.beginJournal()
      } _: { place, commit in
        do throws(CommitFault) { try records.apply(commit) } catch { throw place.error(error) }
        return true
      }
    } catch {
      return (records.document, error)
    }
    return (records.document, nil)
  }

  /// How many commits are in the journals and not in the file.
  package func pendingCommits() throws -> Int {
    var count = 0
    try files.forEachCommit(behind: files.last) { _, _ in
      count += 1
      return true
    }
    return count
  }

  /// Calls `body` with each commit that the files have, in order, until it returns false.
  package func forEachCommit(_ body: (CommitDocument) throws -> Bool) throws {
    var reader = CommitReader()
    try files.forEachCommit(behind: files.snapshots[0]) {
      reader = CommitReader()
    } _: { place, bytes in
      let commit: CommitDocument
      do throws(CommitReader.Malformed) { commit = try reader.read(bytes) } catch {
        throw place.unreadable("It is not a commit.")
      }
      // A commit without a number only counts ids and places.
      return commit.id == 0 ? true : try body(commit)
    }
  }
}
