public import Foundation

extension StoreDocument {
  /// Reads a file. A model that the file does not name, as CSV does not, is called like the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The format; nil to take it from the file's extension, or else from its first bytes.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError``.
  /// - Complexity: O(*n*) in time and memory.
  public init(contentsOf url: URL, as format: FileFormat? = nil, coding: (any ByteCoding)? = nil) throws {
    self = try StoreDocument(FileInput(.file(url), coding: coding), as: format)
    if let index = models.firstIndex(where: { $0.name == JSONLines.unnamedModel }) {
      models[index].name = url.deletingPathExtension().lastPathComponent
    }
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - format: The format; nil for the one that the first bytes indicate.
  ///   - name: What errors call the file.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError``.
  /// - Complexity: O(*n*) in time and memory.
  public init(
    _ data: Data, as format: FileFormat? = nil, name: String = "of records", coding: (any ByteCoding)? = nil
  ) throws {
    self = try StoreDocument(FileInput(.data(data), coding: coding, name: name), as: format)
  }

  init(_ input: FileInput, as format: FileFormat?) throws {
    self = try input.format(format).read(input) { try StoreDocument(&$0) }
  }

  /// Reads the sections of a file.
  init(_ reader: inout some FileReader) throws {
    (models, head) = ([], reader.head)
    while let section = try reader.nextSection() {
      var model = StoreDocument.Table(section)
      let places = model.places(of: section)
      var row = FileRow(section)
      while try reader.readRow(into: &row) {
        model.rows.append(RowValues(row, places), place: row.recordPlace)
        row.removeAll()
      }
      models.append(model)
    }
  }

  /// Writes a file.
  ///
  /// The file is written as a whole or not at all, and is on the disk when the call returns, as with
  /// ``Store/save(to:as:coding:)``.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The format; nil for that of the file's extension, or else JSON.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError`` also if a model or a column has no name of its own, or a value could not be read again.
  /// - Complexity: O(*n*) in time, and two flushes of the disk.
  public func write(to url: URL, as format: FileFormat? = nil, coding: (any ByteCoding)? = nil) throws {
    try write(to: url, as: format, coding: coding, permissionsOf: nil)
  }

  /// Writes a file like ``write(to:as:coding:)``, of which a new one gets the permissions of another file.
  package func write(
    to url: URL, as format: FileFormat?, coding: (any ByteCoding)? = nil, permissionsOf model: String?
  ) throws {
    let place = try FileLocation.forWriting(url, format, coding, remembered: nil)
    try check(place)
    try place.replace(permissionsOf: model) { writer, pass throws(FileError) in try write(to: &writer, place, pass) }
  }

  /// Returns the bytes that ``write(to:as:coding:)`` writes to a file.
  ///
  /// - Throws: ``FileError`` if a model or a column has no name of its own, or a value could not be read again.
  public func data(as format: FileFormat = .json, coding: (any ByteCoding)? = nil) throws -> Data {
    let place = FileLocation(url: URL(filePath: "of records"), format: format)
    try check(place)
    return try format.data(coding) { writer, pass throws(FileError) in try write(to: &writer, place, pass) }
  }

  // MARK: - Checking

  private func check(_ place: FileLocation) throws(FileError) {
    let (format, file) = (place.format, place.name)
    try format.check(models: models.map(\.name), name: file)
    try format.check(names: models.map(\.name), of: "a model", file: file)
    try format.check(names: head.other.keys, of: "something that the file says of itself", file: file)
    for model in models {
      let (name, columns) = (model.name, model.columns.map(\.name))
      if columns.isEmpty && !model.rows.isEmpty {
        throw .unwritable(file: file, reason: "the records of \(name) have no columns.")
      }
      if Set(columns).count < columns.count {
        throw .unwritable(file: file, reason: "two columns of \(name) have the same name.")
      }
      try format.check(names: columns, of: "a column of \(name)", file: file)
      try format.check(names: model.section.other.keys, of: "something that the file says of \(name)", file: file)
    }
  }

  // MARK: - Writing

  private func write(
    to writer: inout any FileWriter, _ place: FileLocation, _ pass: (inout any FileWriter) throws(FileError) -> Void
  ) throws(FileError) {
    // The journals of the file that was read do not follow a copy of it.
    var head = head
    if let snapshot { head.journal = snapshot.withoutJournal.attribute }
    writer.begin(head, models: models.count)
    for model in models {
      let (section, targets) = (model.section, model.targets)
      writer.begin(section)
      var nextPlace = max(section.nextPlace ?? 0, (model.rows.lazy.compactMap(\.place).max() ?? -1) + 1)
      for index in model.rows.indices {
        let values = try model.checkedValues(at: index, targets, file: place.name)
        var recordPlace = model.rows[index].place
        if section.hasPlaces, recordPlace == nil {
          recordPlace = nextPlace
          nextPlace += 1
        }
        writer.write(values, at: recordPlace)
        try pass(&writer)
      }
      writer.endSection()
    }
    writer.end()
  }
}

extension StoreDocument.Table {
  /// Returns the values of a row in the order in which files have the columns.
  ///
  /// - Parameter targets: The places in a file by those of the columns.
  fileprivate func checkedValues(at index: Int, _ targets: [Int], file: String) throws(FileError) -> [PlacedValue] {
    let row = rows[index]
    var values: [PlacedValue] = []
    for place in row.values.places {
      guard let value = row.values[place] else { continue }
      do throws(CastError) { _ = try value.checkedForWriting() } catch {
        let id = row["id"].map { "\($0)" } ?? "in row \(index + 1)"
        throw .unwritableValue(file: file, model: name, id: id, column: columns[place].name, error)
      }
      values.append((targets[place], value))
    }
    return values.sorted { $0.column < $1.column }
  }
}
