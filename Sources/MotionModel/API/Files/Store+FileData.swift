public import Foundation

extension Store {
  /// Returns the records of all models as the bytes of a file.
  ///
  /// ```swift
  /// let data = try store.data(as: .compact)
  /// try other.load(from: .data(data), models: [Artist.self, Album.self])
  /// ```
  ///
  /// - Throws: ``FileError``, as ``save(to:as:coding:)`` does.
  /// - Complexity: O(*n*) in time and memory. Writers do not wait.
  public func data(as format: FileFormat = .json, coding: (any ByteCoding)? = nil) throws -> Data {
    try read { tables in
      let stored = tables.forFiles
      return try format.data(coding) { writer, pass throws(FileError) in
        try format.write(stored, .store, name: FileInput.memoryName, to: &writer, pass)
      }
    }
  }

  /// Returns the records of all models as the text of a file; see ``data(as:coding:)``.
  ///
  /// - Throws: ``FileError``; for a format that is not text, ``FileError/notText(_:)``.
  public func string(as format: FileFormat = .json) throws -> String { try format.string { try data(as: format) } }

  /// Loads records of a file, of bytes or of a text.
  ///
  /// ```swift
  /// try store.load(from: .string(text), models: [Todo.self], policy: .merge(onConflict: .ours))
  /// ```
  ///
  /// All is one commit, as for a file. Rules and hooks around
  /// saving do not run; hooks after loading, unique columns, required parents and commit checks apply. A file in which
  /// no record has an id, such as CSV of another program, has its records inserted with new ids.
  ///
  /// - Parameters:
  ///   - source: Where the records are read from. The file is not remembered for calls that name none.
  ///   - format: The format; nil to take it from the file's extension, or else from the first bytes.
  ///   - models: The models to load. Models in the file need not be listed if the store has had records of them.
  ///   - migrations: The migrations of records of earlier versions.
  ///   - unknownColumns: What happens to columns in the file that a model does not have.
  ///   - policy: What happens to the records that the store has already.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError``, ``MigrationError``, ``ChangeConflicts`` for conflicts that the policy does not resolve,
  ///   ``ChangesetError`` for an appended record whose id is taken, ``StoreError`` when the store refuses the result,
  ///   or any error of a hook, a commit check or the policy. The store is unchanged then.
  /// - Complexity: O(*n*) in time and memory.
  @discardableResult public func load(
    from source: FileSource, as format: FileFormat? = nil, models: [any Model.Type] = [], migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .keep, policy: LoadPolicy = .replace, coding: (any ByteCoding)? = nil
  ) throws -> LoadReport {
    let plan = plan(migrations, models)
    return try load(from: source, format, plan, policy, coding) { reader, file in
      try self.sections(in: &reader, models, unknownColumns, file: file)
    }
  }

  /// Returns the plan for files with records of models and of those that the store has had.
  func plan(_ migrations: [Migration], _ models: [any Model.Type]) -> MigrationPlan {
    MigrationPlan(migrations: migrations, models: models.map { $0.tableLayout } + tables.all.map(\.layout))
  }

  /// Stores the records that `read` reads of a file; nil for the one that is remembered.
  ///
  /// - Parameter memory: Where the file is remembered for calls that name none; nil if it is not.
  func load(
    from source: FileSource?, _ format: FileFormat?, _ plan: MigrationPlan, _ policy: LoadPolicy,
    _ coding: (any ByteCoding)?, rememberedAt memory: WritableKeyPath<RememberedFiles, FileLocation?>? = nil,
    _ read: (inout any FileReader, _ file: String) throws -> [LoadedSection]
  ) throws -> LoadReport {
    let remembered = memory.flatMap { memory in places.withLock { $0[keyPath: memory] } }
    guard let source = source ?? remembered.map({ .file($0.url) }) else { throw FileError.noPlace }
    return try loading(source.url) {
      let known = source.url == remembered?.url ? remembered : nil
      let input = FileInput(source, coding: coding ?? known?.coding)
      let format = try input.format(format, known: known?.format)
      // Defaults and documents may query the store in use.
      let (sections, isMigrated) = try asCurrent {
        try format.read(input, plan) { reader, isMigrated in (try read(&reader, input.name), isMigrated) }
      }
      return try finishing {
        let report = try load(sections, policy)
        if let url = source.url {
          let place = FileLocation(url: url, format: format, coding: input.coding, isMigrated: isMigrated)
          noteReading(place)
          if let memory, policy.isReplacing { places.withLock { $0[keyPath: memory] = place } }
        }
        return report
      }
    }
  }

  /// Reads all sections of a file. A model in `models` that a file of a whole store does not name has no records.
  func sections(
    in reader: inout any FileReader, _ models: [any Model.Type], _ unknown: UnknownColumns, file: String
  ) throws -> [LoadedSection] {
    let known = KeyedValue.added(to: models.map { $0.tableLayout } + tables.all.map(\.layout))
    let only = models.count == 1 ? models[0].tableLayout : nil
    let sections = try reader.sections(of: known, only: only, unknown: unknown, file: file)
    if reader.head.scope != .store { return sections }
    let named = Set(sections.map(\.modelName))
    return sections
      + models.filter { !named.contains(String(describing: $0)) && !$0.tableLayout.isExternal }
      .map { LoadedSection(noRecordsOf: $0.tableLayout, file: file) }
  }
}
