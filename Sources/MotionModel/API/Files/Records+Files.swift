public import Foundation

// MARK: - Lists

extension Array where Element: Model {
  /// Reads the records of a file, without storing them.
  ///
  /// ```swift
  /// let todos = try [Todo](from: .file(URL(filePath: "todos.csv")))
  /// let two = try [Todo](from: .string(#"[{"name": "Sweep"}, {"name": "Mop"}]"#))
  /// ```
  ///
  /// They are read from a file of their model, from a file of a whole store, from JSON that is an array of objects or
  /// one object, or from JSON Lines with nothing but records. Columns that a record does not have get their defaults.
  /// Neither ids nor unique columns are compared, and no hooks run: the records are as unsaved as `Todo()`.
  ///
  /// - Parameters:
  ///   - source: Where the records are read from.
  ///   - format: The format; nil to take it from the file's extension, or else from the first bytes.
  ///   - migrations: The migrations of records of earlier versions.
  ///   - unknownColumns: What happens to columns in the file that the model does not have. There is no store that could
  ///     keep them.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError``, ``MigrationError``.
  /// - Complexity: O(*n*) in time and memory. ``Model/read(from:as:migrations:unknownColumns:coding:_:)`` needs memory
  ///   for some records only.
  public init(
    from source: FileSource, as format: FileFormat? = nil, migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .refuse, coding: (any ByteCoding)? = nil
  ) throws {
    var records: [Element] = []
    try Element.read(from: source, as: format, migrations: migrations, unknownColumns: unknownColumns, coding: coding) {
      records.append($0)
    }
    self = records
  }

  /// Returns the records as the bytes of a file of their model, whether they are stored or not.
  ///
  /// ```swift
  /// let data = try Todo.where(\.done).all.data(as: .csv)
  /// ```
  ///
  /// - Throws: ``FileError`` when a value could not be read again.
  /// - Complexity: O(*n*) in time and memory.
  public func data(as format: FileFormat = .json, coding: (any ByteCoding)? = nil) throws -> Data {
    try format.data(coding) { writer, pass throws(FileError) in
      try format.write(self, name: FileInput.memoryName, to: &writer, pass)
    }
  }

  /// Returns the records as the text of a file of their model; see ``data(as:coding:)``.
  ///
  /// - Throws: ``FileError``; for a format that is not text, ``FileError/notText(_:)``.
  public func string(as format: FileFormat = .json) throws -> String { try format.string { try data(as: format) } }

  /// Writes the records to a file of their model, as ``Model/save(to:as:coding:)-type.method`` writes all.
  ///
  /// - Parameters:
  ///   - url: The file. It is not remembered for calls that name none.
  ///   - format: The format; nil for that of the file's extension, or else JSON.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError`` when the system cannot write the file, or a value could not be read again.
  /// - Complexity: O(*n*) in time, and two flushes of the disk.
  public func save(to url: URL, as format: FileFormat? = nil, coding: (any ByteCoding)? = nil) throws {
    try FileLocation.forWriting(url, format, coding, remembered: nil).write(self)
  }
}

// MARK: - One record

extension Model {
  /// Reads a record from a file that holds one, without storing it.
  ///
  /// ```swift
  /// let todo = try Todo(from: .string(#"{"name": "Sweep", "priority": 3}"#))
  /// ```
  ///
  /// - Parameters:
  ///   - source: Where the record is read from.
  ///   - format: The format; nil to take it from the file's extension, or else from the first bytes.
  ///   - migrations: The migrations of records of earlier versions.
  ///   - unknownColumns: What happens to columns in the file that the model does not have. There is no store that could
  ///     keep them.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError``; ``FileError/notOneRecord(file:model:count:)`` for none or several.
  public init(
    from source: FileSource, as format: FileFormat? = nil, migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .refuse, coding: (any ByteCoding)? = nil
  ) throws {
    let records = try [Self](
      from: source, as: format, migrations: migrations, unknownColumns: unknownColumns, coding: coding)
    guard let record = records.first, records.count == 1 else {
      throw FileError.notOneRecord(file: FileInput(source).name, model: Self.schema.modelName, count: records.count)
    }
    self = record
  }

  /// Returns the record as the bytes of a file with one record.
  ///
  /// - Throws: ``FileError`` when a value could not be read again.
  public func data(as format: FileFormat = .json, coding: (any ByteCoding)? = nil) throws -> Data {
    try [self].data(as: format, coding: coding)
  }

  /// Returns the record as the text of a file with one record.
  ///
  /// - Throws: ``FileError``; for a format that is not text, ``FileError/notText(_:)``.
  public func string(as format: FileFormat = .json) throws -> String { try [self].string(as: format) }

  /// Writes the record to a file with one record; as `[todo].save(to:as:)` does.
  public func save(to url: URL, as format: FileFormat? = nil, coding: (any ByteCoding)? = nil) throws {
    try [self].save(to: url, as: format, coding: coding)
  }

  // MARK: - Record by record

  /// Reads the records of a file one after the other, without storing them or keeping them in memory.
  ///
  /// ```swift
  /// var total = 0
  /// try Todo.read(from: .file(URL(filePath: "many.jsonl"))) { todo in total += todo.priority }
  /// ```
  ///
  /// If it throws, some records may have been passed to `body` already.
  ///
  /// - Parameters:
  ///   - source: Where the records are read from, as for `[Todo](from:)`.
  ///   - format: The format; nil to take it from the file's extension, or else from the first bytes.
  ///   - migrations: The migrations of records of earlier versions.
  ///   - unknownColumns: What happens to columns in the file that the model does not have. There is no store that could
  ///     keep them.
  ///   - coding: How the bytes are encoded, for example encrypted.
  ///   - body: Receives the records, in their order in the file. An error that it throws ends the reading.
  /// - Throws: ``FileError``, or an error of `body`.
  /// - Complexity: O(*n*) in time. The memory is that of some hundred records, for property lists and JSON of other
  ///   programs and for files that are migrated that of the file. With migrations of other models, which may change
  ///   these records, the file is read twice.
  public static func read(
    from source: FileSource, as format: FileFormat? = nil, migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .refuse, coding: (any ByteCoding)? = nil, _ body: (Self) throws -> Void
  ) throws {
    let input = FileInput(source, coding: coding)
    // A file that turns out to have another structure is read again from its beginning.
    var done = 0
    let plan = MigrationPlan(migrations: migrations, models: [Self.schema.layout])
    let format = try input.format(format)
    try format.read(input, plan, isBare: true, isCheckedFirst: plan.hasOtherModels) { reader, _ in
      var count = 0
      try reader.readRecords(of: Self.self, unknown: unknownColumns, file: input.name) { record in
        count += 1
        if count <= done { return }
        done = count
        try body(record)
      }
    }
  }
}

extension FileReader {
  /// Reads the records of one model, some at a time, and skips other models.
  fileprivate mutating func readRecords<Record: Model>(
    of model: Record.Type, unknown: UnknownColumns, file: String, _ body: (Record) throws -> Void
  ) throws {
    let layout = Record.schema.layout
    var (found, isFound): ([String], Bool) = ([], false)
    while let section = try nextSection() {
      found.append(section.model)
      guard layout.fileNames.contains(section.model) else {
        try skipRows(of: section)
        continue
      }
      isFound = true
      let loaded = try LoadedSection(section, layout, unknown: unknown, file: file)
      var row = FileRow(section)
      while try readSome(&row, into: loaded) {
        if loaded.count >= CompactBlock.rowCount { try loaded.takeRows { try body($0[Record.self]) } }
      }
      try loaded.takeRows { try body($0[Record.self]) }
    }
    guard isFound else {
      throw FileError.otherModel(file: file, expected: layout.name, found: found.sorted())
    }
  }
}
