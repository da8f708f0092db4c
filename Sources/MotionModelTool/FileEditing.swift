import Foundation
import MotionModel
import MotionModelJournal

/// A file that is read and then replaced, while no other process may open it.
struct FileEditing {
  let document: StoreDocument
  private let url: URL
  private let format: FileFormat?
  private let claim: FileClaim

  /// Locks the file, and reads it.
  init(_ path: String, as format: FileFormat?) throws {
    (url, self.format) = (URL(filePath: path), format)
    claim = try FileClaim(url, as: format)
    if try JournalDocument.isNeeded(for: url), case let count = try JournalDocument(of: url).pendingCommits, count > 0 {
      throw FileError.unwritable(
        file: url.lastPathComponent,
        reason:
          "Its journal has \(count == 1 ? "a commit" : "\(count) commits") that it does not have: open and compact "
          + "it with its program, or convert it to another file.")
    }
    document = try StoreDocument(contentsOf: url, as: format)
  }

  /// Replaces the file.
  func write(_ document: StoreDocument) throws {
    try document.write(to: url, as: format)
    claim.release()
  }
}
