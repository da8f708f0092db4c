public import Foundation

extension Store {
  /// Writes the records of all models to a file.
  ///
  /// ```swift
  /// try store.save(to: URL(filePath: "shop.json"))
  /// ```
  ///
  /// The file holds one state of the store, and is written as a whole or not at all. When the call returns, the file is
  /// on the disk: a loss of power does not undo it.
  ///
  /// ```swift
  /// let report = try store.load(from: URL(filePath: "more.json"), models: [Todo.self], policy: .append)
  /// report.id(of: Todo.self, 1)   // => 7, the id that record 1 of the file has in the store
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one that this store last wrote or read. A file that is merged or appended is not
  ///     remembered: the store has more than it.
  ///   - format: The format; nil for that of the file's extension, or else the last one used for the file, or else
  ///     JSON.
  ///   - coding: How the bytes are encoded, for example encrypted; nil for the last coding used for the file, or else
  ///     none.
  /// - Throws: ``FileError`` when no file is known, the system cannot write it, two models have the same name, a value
  ///   could not be read again, or the file is there and this store could not load it.
  /// - Complexity: O(*n*) in time and memory, and two flushes of the disk. Writers do not wait.
  public func save(
    to url: URL? = nil, as format: FileFormat? = nil, coding: (any ByteCoding)? = nil
  ) throws {
    let place = try FileLocation.forWriting(url, format, coding, remembered: places.withLock { $0.store })
    try read { tables in try write(tables.forFiles, to: place, .store) }
    places.withLock { $0.store = place }
  }

  /// Replaces the records of all models in a file by those in the file.
  ///
  /// Records that are not in the file are deleted, records that differ are changed, and the rest are untouched, all as
  /// one changeset. Loading a file twice therefore changes nothing the second time. Records that are in another order
  /// than in the file are moved, by an update without changed columns.
  ///
  /// If the file holds a whole store, a model in `models` that the file does not name had no records when the file was
  /// written, so all records of that model are deleted. All other models are untouched.
  ///
  /// ```swift
  /// try store.load(from: URL(filePath: "shop.json"), models: [Artist.self, Album.self])
  /// ```
  ///
  /// ```swift
  /// let report = try store.load(from: URL(filePath: "more.json"), models: [Todo.self], policy: .append)
  /// report.id(of: Todo.self, 1)   // => 7, the id that record 1 of the file has in the store
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one that this store last wrote or read. A file that is merged or appended is not
  ///     remembered: the store has more than it.
  ///   - format: The format; nil to take it from the file's extension, or else from its last use, or else from its
  ///     first bytes.
  ///   - models: The models to load. Models in the file need not be listed if the store has had records of them, nor
  ///     ``KeyedValue``.
  ///   - migrations: The migrations of records of earlier versions. If one was applied, a copy of the file is kept
  ///     beside it before this store writes to it the first time, as `shop.before-migration.json`.
  ///   - unknownColumns: What happens to columns in the file that a model does not have.
  ///   - policy: What happens to the records that the store has already.
  ///   - coding: How the bytes are encoded, for example encrypted; nil for the last coding used for the file, or else
  ///     none.
  /// - Returns: The changes, and what became of records that the store had.
  /// - Throws: ``FileError``, ``MigrationError``, ``ChangeConflicts`` for conflicts that the policy does not resolve,
  ///   ``ChangesetError`` for an appended record whose id is taken, ``StoreError`` when the store refuses the result,
  ///   or any error of a hook, a commit check or the policy. The store is unchanged then.
  /// - Complexity: O(*n*) in time and memory.
  @discardableResult public func load(
    from url: URL? = nil, as format: FileFormat? = nil, models: [any Model.Type] = [], migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .keep, policy: LoadPolicy = .replace, coding: (any ByteCoding)? = nil
  ) throws -> LoadReport {
    let plan = plan(migrations, models)
    return try load(from: url.map { .file($0) }, format, plan, policy, coding, rememberedAt: \.store) { reader, file in
      try self.sections(in: &reader, models, unknownColumns, file: file)
    }
  }

  /// Replaces the records of models by those in sections of a file, as one commit.
  func replace(_ sections: [LoadedSection]) throws -> Changeset {
    var changeset = Changeset()
    try inTransaction(&changeset) {
      for section in sections { try section.replace(in: self) }
      transaction?.state.withLock { $0.loaded.formUnion(sections.map(\.layout.slot)) }
    }
    return changeset
  }
}
