public import Foundation

extension Model {
  /// Writes all records of the model to a file.
  ///
  /// ```swift
  /// try Todo.serialize(to: URL(filePath: "todos.json"))
  /// try Todo.serialize()   // to the same place again
  /// ```
  ///
  /// The file is written whole or not at all: a file that was there before is replaced when the new one is complete.
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one last written or read for this model in this store.
  ///   - format: The format; nil for what the file's name says, or else JSON.
  /// - Throws: ``FileError`` when no file is known, the system cannot write it, or a value could not be read again.
  /// - Complexity: O(*n*) in time and memory.
  public static func serialize(to url: URL? = nil, as format: FileFormat? = nil) throws {
    try Store.current.table(Self.self).serialize(to: url, as: format)
  }

  /// Makes the records of the model those that a file holds.
  ///
  /// Records that are not in the file are deleted, those that differ are changed, and the others stay untouched, all as one
  /// changeset; so loading a file twice changes nothing the second time. Columns that the file does not have get their
  /// defaults.
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one last written or read for this model in this store.
  ///   - format: The format; nil for what the file's name or else its first bytes say.
  ///   - unknownColumns: What happens to columns that the model does not have.
  /// - Returns: What changed.
  /// - Throws: ``FileError``, or ``StoreError`` for a broken unique column. The store is then as it was.
  /// - Complexity: O(*n*) in time and memory.
  @discardableResult
  public static func deserialize(
    from url: URL? = nil, as format: FileFormat? = nil, unknownColumns: UnknownColumns = .refuse
  ) throws -> Changeset {
    try Store.current.table(Self.self).deserialize(from: url, as: format, unknownColumns: unknownColumns)
  }
}

extension Table {
  /// Writes all records to a file; see ``Model/serialize(to:as:)``.
  public func serialize(to url: URL? = nil, as format: FileFormat? = nil) throws {
    let remembered = store.places.withLock { $0.models[layout.slot] }
    let place = try FilePlace.forWriting(url, format, remembered: remembered)
    let file = store.read(layout) { table in
      Result { () throws(FileError) in try StoreFile([table], .models, name: place.name) }
    }
    try place.write(file.get())
    store.places.withLock { $0.models[layout.slot] = place }
  }

  /// Makes the records those that a file holds; see ``Model/deserialize(from:as:unknownColumns:)``.
  @discardableResult
  public func deserialize(
    from url: URL? = nil, as format: FileFormat? = nil, unknownColumns: UnknownColumns = .refuse
  ) throws -> Changeset {
    let remembered = store.places.withLock { $0.models[layout.slot] }
    let (file, place) = try FilePlace.read(url, format, remembered: remembered)
    guard let section = file.sections.first(where: { $0.model == layout.name }), file.sections.count == 1 else {
      throw FileError.otherModel(file: place.name, expected: layout.name, found: file.sections.map(\.model))
    }
    let changeset = try store.replace([(section, Record.self)], unknown: unknownColumns, file: place.name)
    store.places.withLock { $0.models[layout.slot] = place }
    return changeset
  }
}
