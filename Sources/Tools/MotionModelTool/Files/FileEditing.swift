import Foundation
import MotionModel
import MotionModelInspector
import MotionModelJournal

/// A file that is read and then replaced, while no other process may open it, or the file of a store, which gets a
/// commit.
struct FileEditing {
  let document: StoreDocument
  private let url: URL
  private let target: Target

  private enum Target {
    /// The file is replaced.
    case file(FileClaim, RecordFile)
    /// A commit is written to the journal of the store.
    case store(StoreEditing)
  }

  /// What is done with one record.
  enum Change {
    /// The values of a new record, with its id if there are ids.
    case insert([String: AttributeValue])
    /// The number of a record, and its new values; nil for no value.
    case update(Int, [String: AttributeValue?])
    case delete(Int)
  }

  /// Locks the file, unless processes share it, and reads it.
  init(_ path: String, _ text: TextForm) throws {
    url = URL(filePath: path)
    if try FileClaim.isStore(url, as: text.format), let store = try StoreEditing(of: url) {
      (target, document) = (.store(store), store.document)
      return
    }
    let claim = try FileClaim(url, as: text.format)
    let file = try RecordFile(contentsOf: url, text)
    (target, document) = (.file(claim, file), file.document)
  }

  /// Changes records of a model, all or none.
  ///
  /// - Parameters:
  ///   - changes: The changes, each of another record.
  ///   - nextNumber: The next number behind all ids.
  func change(_ changes: [Change], of records: Records, nextNumber: Int) throws {
    var model = records.model
    model.nextNumber = nextNumber
    switch target {
    case .file(let claim, let file):
      model.apply(changes, nothing: file.nothing)
      var document = document
      document[model.name] = model
      try file.write(document, to: url)
      claim.release()
    case .store(let store):
      try requireTypes(of: changes, model)
      let commit = changes.map { UntypedChange($0, of: records) }
      try store.commit(commit, of: model, at: Date(), Changeset.Metadata(author: Tool.name))
    }
  }

  /// A program could not read a commit with a value of another type, and nothing would take it back.
  private func requireTypes(of changes: [Change], _ model: StoreDocument.Table) throws {
    let changed = Set(changes.flatMap(\.columns))
    guard let column = model.columns.first(where: { changed.contains($0.name) && $0.type == nil }) else { return }
    throw FileError.unwritable(
      file: url.lastPathComponent,
      reason: "It does not say the type of the column \(column.name): let its program open and compact it first.")
  }
}

extension FileEditing.Change {
  /// The columns that get values.
  fileprivate var columns: [String] {
    switch self {
    case .insert(let values): Array(values.keys)
    case .update(_, let values): Array(values.keys)
    case .delete: []
    }
  }
}

extension UntypedChange {
  fileprivate init(_ change: FileEditing.Change, of records: Records) {
    func id(_ number: Int) -> AttributeValue { records.id(of: records.row(number)) ?? .null }
    switch change {
    case .insert(let values): self.init(.insert, .null, values)
    case .update(let number, let values): self.init(.update, id(number), values)
    case .delete(let number): self.init(.delete, id(number))
    }
  }
}

extension StoreDocument.Table {
  fileprivate mutating func apply(_ changes: [FileEditing.Change], nothing: AttributeValue?) {
    var (deleted, new): (Set<Int>, [StoreDocument.Row]) = ([], [])
    for change in changes {
      switch change {
      case .insert(let values): new.append(StoreDocument.Row(values))
      case .update(let number, let values):
        for (column, value) in values { rows[number][column] = value ?? nothing }
      case .delete(let number): deleted.insert(number)
      }
    }
    if !deleted.isEmpty { keepRows { !deleted.contains($0) } }
    rows.append(contentsOf: new)
  }

  /// Removes the records whose numbers are not kept.
  mutating func keepRows(_ isKept: (Int) -> Bool) {
    let old = rows
    rows.removeAll()
    rows.append(contentsOf: old.indices.filter(isKept).map { old[$0] })
  }
}
