import Foundation
import MotionModel
import MotionModelJournal

/// A file that is read and then replaced, while no other process may open it.
struct FileEditing {
  private(set) var document: StoreDocument
  private let url: URL
  private let format: FileFormat?
  private let target: Target

  private enum Target {
    /// The file is replaced.
    case file(FileClaim)
    /// A commit is written to the journal of the store.
    case store(StoreEditing)
  }

  /// Locks the file, and reads it.
  init(_ path: String, as format: FileFormat?) throws {
    (url, self.format) = (URL(filePath: path), format)
    if try FileClaim.isStore(url, as: format), let store = try StoreEditing(of: url) {
      (target, document) = (.store(store), store.document)
      return
    }
    target = .file(try FileClaim(url, as: format))
    document = try StoreDocument(contentsOf: url, as: format)
    if document.isOfOtherProgram {
      throw FileError.unwritable(
        file: url.lastPathComponent,
        reason: "It is JSON of another program, whose form would be lost: convert it to another file first.")
    }
  }

  /// Changes values of one record.
  ///
  /// - Parameter id: The name of the column with the ids.
  mutating func change(_ row: Int, of model: String, id: String, _ values: [String: AttributeValue?]) throws {
    switch target {
    case .file(let claim):
      for (column, value) in values { document[model]?.rows[row][column] = value }
      try document.write(to: url, as: format)
      claim.release()
    case .store(let store):
      // A program could not read a commit with a value of another type, and nothing would take it back.
      for column in values.keys.sorted() where document[model]?.columns.first(where: { $0.name == column })?.type == nil
      {
        throw FileError.unwritable(
          file: url.lastPathComponent,
          reason: "It does not say the type of the column \(column): let its program open and compact it first.")
      }
      let id = document[model]?.rows[row][id] ?? .null
      try store.update(id, of: model, values, at: Date(), ChangesetMetadata(author: "motionmodel"))
    }
  }
}

extension StoreDocument {
  /// Whether the file has records and nothing else, as JSON of other programs: no models, and no order of columns.
  var isOfOtherProgram: Bool {
    !isWholeStore && models.count == 1 && !models[0].columns.isEmpty && models[0].columns.allSatisfy { !$0.isListed }
  }
}
