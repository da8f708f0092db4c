public import Foundation

extension Store {
  /// Writes the records of all models to a file.
  ///
  /// ```swift
  /// try store.save(to: URL(filePath: "shop.json"))
  /// ```
  ///
  /// The file holds what the store held at one moment, and is written whole or not at all.
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one last written or read by this store.
  ///   - format: The format; nil for what the file's name says, or else JSON.
  /// - Throws: ``FileError`` when no file is known, the system cannot write it, two models have one name, or a value could not
  ///   be read again.
  /// - Complexity: O(*n*) in time and memory. Writers are not held up.
  public func save(to url: URL? = nil, as format: FileFormat? = nil) throws {
    let place = try FilePlace.forWriting(url, format, remembered: places.withLock { $0.store })
    let file = try read { tables in
      Result { () throws(FileError) in try StoreFile(tables.all, .store, name: place.name) }
    }
    .get()
    if let name = file.sharedName { throw FileError.sameName(file: place.name, model: name) }
    try place.write(file)
    places.withLock { $0.store = place }
  }

  /// Makes the records of all models those that a file holds.
  ///
  /// Records that are not in the file are deleted, those that differ are changed, and the others stay untouched, all as one
  /// changeset; so loading a file twice changes nothing the second time.
  ///
  /// The file of a whole store also speaks for those of `models` that it does not name: they had no records when it was written,
  /// and have none afterwards. All other models are left alone.
  ///
  /// ```swift
  /// try store.load(from: URL(filePath: "shop.json"), models: [Artist.self, Album.self])
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file; nil for the one last written or read by this store.
  ///   - format: The format; nil for what the file's name or else its first bytes say.
  ///   - models: The types whose records are to be those of the file. Types in the file that the store has had records of need not
  ///     be named.
  ///   - unknownColumns: What happens to columns that a model does not have.
  /// - Returns: What changed.
  /// - Throws: ``FileError``, or ``StoreError`` for a broken unique column. The store is then as it was.
  /// - Complexity: O(*n*) in time and memory.
  @discardableResult
  public func load(
    from url: URL? = nil, as format: FileFormat? = nil, models: [any Model.Type] = [],
    unknownColumns: UnknownColumns = .refuse
  ) throws -> Changeset {
    let (file, place) = try FilePlace.read(url, format, remembered: places.withLock { $0.store })
    let known = models + tables.all.map(\.layout.type)
    var sections = try file.sections.map { section in
      guard let model = known.first(where: { String(describing: $0) == section.model }) else {
        throw FileError.unknownModel(file: place.name, model: section.model)
      }
      return (section, model)
    }
    if file.scope == .store { sections += file.emptySections(of: models) }
    let changeset = try replace(sections, unknown: unknownColumns, file: place.name)
    places.withLock { $0.store = place }
    return changeset
  }

  /// Commits the changes that make tables what sections of a file say.
  func replace(
    _ sections: [(StoreFile.Section, any Model.Type)], unknown: UnknownColumns, file: String
  ) throws -> Changeset {
    func replace<Record: Model>(_ model: Record.Type, by section: StoreFile.Section) throws {
      try table(model).replace(by: section, unknown, file)
    }
    var changeset = Changeset()
    try inTransaction(&changeset) { for (section, model) in sections { try replace(model, by: section) } }
    return changeset
  }
}

extension Table {
  fileprivate func replace(by section: StoreFile.Section, _ unknown: UnknownColumns, _ file: String) throws {
    let records = try loaded(section.records(of: Record.self, unknown: unknown, file: file))
    try store.write { Changeset(try section.changes(to: $0.version(layout), records, file: file)) }
  }
}
