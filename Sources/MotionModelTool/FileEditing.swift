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
    if document.isOfOtherProgram {
      throw FileError.unwritable(
        file: url.lastPathComponent,
        reason: "It is JSON of another program, whose form would be lost: convert it to another file first.")
    }
  }

  /// Replaces the file.
  func write(_ document: StoreDocument) throws {
    try document.write(to: url, as: format)
    claim.release()
  }
}

extension StoreDocument {
  /// Whether the file has records and nothing else, as JSON of other programs: no models, and no order of columns.
  fileprivate var isOfOtherProgram: Bool {
    !isWholeStore && models.count == 1 && !models[0].columns.isEmpty && models[0].columns.allSatisfy { !$0.isListed }
  }
}
