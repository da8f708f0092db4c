public import Foundation

extension Model {
  /// Writes all records of the model to a file.
  ///
  /// ```swift
  /// try Todo.save(to: URL(filePath: "todos.json"))
  /// try Todo.save()   // to the same place again
  /// ```
  ///
  /// The file is written as a whole or not at all: an existing file is replaced once the new one is complete. When the
  /// call returns, the file is on the disk: a loss of power does not undo it.
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one that was last written or read for this model in this store.
  ///   - format: The format; nil for that of the file's extension, or else the last one used for the file, or else
  ///     JSON.
  ///   - coding: How the bytes are encoded, for example encrypted; nil for the last coding used for the file, or else
  ///     none.
  /// - Throws: ``FileError`` when no file is known, the system cannot write it, or a value could not be read again.
  /// - Complexity: O(*n*) in time and memory, and two flushes of the disk.
  public static func save(
    to url: URL? = nil, as format: FileFormat? = nil, coding: (any ByteCoding)? = nil
  ) throws {
    try table.save(to: url, as: format, coding: coding)
  }

  /// Replaces the records of the model by those in a file.
  ///
  /// Records that are not in the file are deleted, records that differ are changed, and the rest are untouched, all as
  /// one changeset. Loading a file twice therefore changes nothing the second time. Records that are in another order
  /// than in the file are moved, by an update without changed columns. Columns that the file does not have get their
  /// defaults.
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one that was last written or read for this model in this store.
  ///   - format: The format; nil to take it from the file's extension, or else from its last use, or else from its
  ///     first bytes.
  ///   - migrations: The migrations of records of earlier versions; see
  ///     ``Store/load(from:as:models:migrations:unknownColumns:policy:coding:)-(URL?,_,_,_,_,_,_)``.
  ///   - unknownColumns: What happens to columns in the file that the model does not have.
  ///   - policy: What happens to the records that the store has already. A file that is merged or appended is not
  ///     remembered.
  ///   - coding: How the bytes are encoded, for example encrypted; nil for the last coding used for the file, or else
  ///     none.
  /// - Returns: The changes, and what became of records that the store had.
  /// - Throws: ``FileError``, ``MigrationError``, or ``StoreError`` when a unique column would have equal values. The
  ///   store is unchanged then.
  /// - Complexity: O(*n*) in time and memory.
  @discardableResult public static func load(
    from url: URL? = nil, as format: FileFormat? = nil, migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .keep, policy: LoadPolicy = .replace, coding: (any ByteCoding)? = nil
  ) throws -> LoadReport {
    try table.load(
      from: url, as: format, migrations: migrations, unknownColumns: unknownColumns, policy: policy, coding: coding)
  }
}

extension ModelTable {
  /// Writes all records to a file; see ``Model/save(to:as:coding:)-type.method``.
  public func save(
    to url: URL? = nil, as format: FileFormat? = nil, coding: (any ByteCoding)? = nil
  ) throws {
    let remembered = store.places.withLock { $0.models[layout.slot] }
    let place = try FileLocation.forWriting(url, format, coding, remembered: remembered)
    try withTable { table throws(FileError) in try store.write([table], to: place, .models) }
    store.places.withLock { $0.models[layout.slot] = place }
  }

  /// Replaces the records by those in a file; see
  /// ``Model/load(from:as:migrations:unknownColumns:policy:coding:)-(URL?,_,_,_,_,_)``.
  @discardableResult public func load(
    from url: URL? = nil, as format: FileFormat? = nil, migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .keep, policy: LoadPolicy = .replace, coding: (any ByteCoding)? = nil
  ) throws -> LoadReport {
    let plan = MigrationPlan(migrations: migrations, models: [layout])
    let memory = \RememberedFiles.models[layout.slot]
    return try store.load(from: url.map { .file($0) }, format, plan, policy, coding, rememberedAt: memory) {
      reader, file in
      [try reader.onlySection(of: layout, unknown: unknownColumns, file: file)]
    }
  }
}
