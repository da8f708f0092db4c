public import Foundation

extension ModelTable {
  /// Returns all records as the bytes of a file; see ``Model/save(to:as:coding:)-type.method``.
  public func data(as format: FileFormat = .json, coding: (any ByteCoding)? = nil) throws -> Data {
    try withTable { table throws(FileError) in
      try format.data(coding) { writer, pass throws(FileError) in
        try format.write([table], .models, name: FileInput.memoryName, to: &writer, pass)
      }
    }
  }

  /// Returns all records as the text of a file.
  ///
  /// - Throws: ``FileError``; for a format that is not text, ``FileError/notText(_:)``.
  public func string(as format: FileFormat = .json) throws -> String { try format.string { try data(as: format) } }

  /// Loads records by a policy, and reports what was done; see
  /// ``Store/load(from:as:models:migrations:unknownColumns:policy:coding:)-(FileSource,_,_,_,_,_,_)``.
  @discardableResult public func load(
    from source: FileSource, as format: FileFormat? = nil, migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .keep, policy: LoadPolicy = .replace, coding: (any ByteCoding)? = nil
  ) throws -> LoadReport {
    let plan = MigrationPlan(migrations: migrations, models: [layout])
    return try store.load(from: source, format, plan, policy, coding) { reader, file in
      [try reader.onlySection(of: layout, unknown: unknownColumns, file: file)]
    }
  }

  /// Calls `body` with the records that files have.
  func withTable<Result>(_ body: (TableVersion) throws(FileError) -> Result) throws -> Result {
    if layout.isExternal {
      let table = TableVersion(unindexed: try records.externalRecords())
      table.kept = store.tables.version(layout.slot)?.kept
      return try body(table)
    }
    return try store.read(layout) { table in
      Swift.Result { () throws(FileError) in try body(table) }
    }.get()
  }
}

extension Model {
  /// Returns all records of the model as the bytes of a file; see ``save(to:as:coding:)-type.method``.
  ///
  /// ```swift
  /// let data = try Todo.data(as: .csv)
  /// ```
  ///
  /// - Throws: ``FileError`` when a value could not be read again.
  /// - Complexity: O(*n*) in time and memory.
  public static func data(as format: FileFormat = .json, coding: (any ByteCoding)? = nil) throws -> Data {
    try table.data(as: format, coding: coding)
  }

  /// Returns all records of the model as the text of a file; see ``data(as:coding:)-swift.type.method``.
  ///
  /// - Throws: ``FileError``; for a format that is not text, ``FileError/notText(_:)``.
  public static func string(as format: FileFormat = .json) throws -> String { try table.string(as: format) }

  /// Loads records of the model by a policy, and reports what was done; see
  /// ``Store/load(from:as:models:migrations:unknownColumns:policy:coding:)-(FileSource,_,_,_,_,_,_)``.
  ///
  /// ```swift
  /// try Todo.load(from: .string("name,priority\nSweep,3\nMop,1"), as: .csv, policy: .append)
  /// ```
  @discardableResult public static func load(
    from source: FileSource, as format: FileFormat? = nil, migrations: [Migration] = [],
    unknownColumns: UnknownColumns = .keep, policy: LoadPolicy = .replace, coding: (any ByteCoding)? = nil
  ) throws -> LoadReport {
    try table.load(
      from: source, as: format, migrations: migrations, unknownColumns: unknownColumns, policy: policy,
      coding: coding)
  }
}
