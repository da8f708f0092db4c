import Foundation

/// Reads the commits of a journal in their order, and applies them to tables; see ``CommitFormat``.
struct CommitDecoder {
  /// The models that the journal has mentioned.
  private var models: [LoggedModel] = []
  private let known: [String: TableLayout]
  private let unknown: UnknownColumns

  /// - Parameters:
  ///   - known: The models that the store has.
  ///   - unknown: What happens to columns that a model does not have.
  init(_ known: [TableLayout], unknown: UnknownColumns) {
    self.known = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    self.unknown = unknown
  }

  /// What writes the next commits of the journal.
  var encoder: CommitEncoder { CommitEncoder(Set(known.values.map(\.slot)), behind: models.count) }

  /// What a journal says of a model.
  private struct LoggedModel {
    let layout: TableLayout
    let section: FileSection
    let loader: RowLoader
    /// The model's columns, by the numbers of the journal; nil for those that it does not have.
    let columns: [Int?]
  }

  /// What is wrong with a commit.
  enum Failure: Error {
    /// The bytes are not what an encoder writes.
    case malformed
    case unknownModel(String)
    case value(AttributeError)
    /// A change of a record that is not there, or an insertion of one that is.
    case doesNotFit(StoreError)
  }

  /// Reads a commit, and applies it to tables.
  ///
  /// - Returns: The commit, as it was.
  mutating func decode(_ bytes: [UInt8], into tables: inout Tables) throws(Failure) -> Changeset {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(Failure) in
        var reader = BinaryReader(bytes)
        return try decode(from: &reader, into: &tables)
      }
    }.get()
  }

  private mutating func decode(
    from reader: inout BinaryReader, into tables: inout Tables
  ) throws(Failure) -> Changeset {
    var changeset = Changeset()
    changeset.id = try reader.number()
    if changeset.id > SnapshotInfo.highestNumber { throw .malformed }
    changeset.date = try reader.date()
    changeset.metadata = try ChangesetMetadata(logged: reader.value())
    for _ in 0..<(try reader.number()) { models.append(try readModel(from: &reader)) }
    for _ in 0..<(try reader.number()) { changeset.append(try readPart(from: &reader, tables)) }
    guard reader.isAtEnd else { throw .malformed }
    do { try changeset.apply(to: &tables, isChecked: false) } catch { throw .doesNotFit(error) }
    return changeset
  }

  private func readModel(from reader: inout BinaryReader) throws(Failure) -> LoggedModel {
    let name = try reader.text()
    var columns: [String] = []
    for _ in 0..<(try reader.number()) { columns.append(try reader.text()) }
    if columns.isEmpty { throw .malformed }
    guard let layout = known[name] else { throw .unknownModel(name) }
    let section = FileSection(model: name, columns: columns, nextNumber: 1)
    return LoggedModel(
      layout: layout, section: section, loader: RowLoader(section, layout, unknown: unknown),
      columns: columns.map { layout.traits.columnIndex($0) })
  }

  private func readPart(from reader: inout BinaryReader, _ tables: Tables) throws(Failure) -> ChangesetPart {
    let number = try reader.number()
    guard models.indices.contains(number) else { throw .malformed }
    let model = models[number]
    var part = ChangesetPart(model.layout)
    let flags = try reader.byte()
    part.isBulk = flags & CommitFormat.bulkFlag != 0
    if flags & CommitFormat.numberFlag != 0 { part.nextNumber = try reader.number() }
    let count = try reader.number()
    if count == 0 {
      try readPacked(into: &part, of: model, from: &reader)
    } else {
      let table = tables.version(model.layout)
      var changed: Set<Int> = []
      for _ in 1..<count { try readChange(into: &part, of: model, from: &reader, table, &changed) }
    }
    return part
  }

  private func readPacked(
    into part: inout ChangesetPart, of model: LoggedModel, from reader: inout BinaryReader
  ) throws(Failure) {
    let (place, count) = (try reader.place(), try reader.rowCount())
    var columns: [PackedColumn] = []
    for _ in model.columns { columns.append(try reader.column(count)) }
    let rows = PackedRows(count: count, columns: columns)
    try loading { () throws(RowLoader.Refusal) in
      try part.appendInsertions(count, at: place, model.layout.traits.makeNew) { target throws(RowLoader.Refusal) in
        try model.loader.load(rows, into: target)
      }
    }
  }

  private func loading(_ body: () throws(RowLoader.Refusal) -> Void) throws(Failure) {
    do throws(RowLoader.Refusal) { try body() } catch { throw .value(error.error) }
  }

  // MARK: - One change

  private func readChange(
    into part: inout ChangesetPart, of model: LoggedModel, from reader: inout BinaryReader, _ table: TableVersion,
    _ changed: inout Set<Int>
  ) throws(Failure) {
    let code = try reader.byte()
    guard let kind = ChangeKind(code: code & CommitFormat.kindMask) else { throw .malformed }
    let place = code & CommitFormat.placeFlag == 0 ? nil : try reader.place()
    let origin = code & CommitFormat.originFlag == 0 ? nil : try reader.place()
    if kind == .insert {
      let row = try readRow(of: model, from: &reader)
      return try loading { () throws(RowLoader.Refusal) in
        try part.appendInsertions(1, at: place, model.layout.traits.makeNew) { target throws(RowLoader.Refusal) in
          try model.loader.load(row, into: target)
        }
      }
    }
    let position = try position(of: try reader.value(), in: table)
    // Two changes of one record could leave a place without a row that the other one changes.
    guard changed.insert(position).inserted else { throw .malformed }
    let old = table.rows.address(at: position)
    if kind == .delete { return part.append(old: old, new: nil, position: position) }
    let new = part.appendRow(old)
    for _ in 0..<(try reader.number()) {
      let (column, value) = try readColumn(of: model, from: &reader)
      guard let column else { continue }
      if column == model.layout.idColumn { throw .malformed }
      var error: CastError?
      part.changeRow(new) { error = model.layout.columns[column].operations.load(value ?? .null, $0) }
      if let error {
        throw .value(.cast(model: model.layout.name, column: model.layout.columns[column].name, error))
      }
    }
    part.append(old: old, newRow: new, position: place ?? position, origin: origin)
  }

  private func readRow(of model: LoggedModel, from reader: inout BinaryReader) throws(Failure) -> FileRow {
    var row = FileRow(model.section)
    for _ in 0..<(try reader.number()) {
      let key = try reader.number()
      guard model.columns.indices.contains(key / 2) else { throw .malformed }
      if key % 2 == 0, !row.set(try reader.value(), at: key / 2) { throw .malformed }
    }
    return row
  }

  /// Reads the value of a column; nil for a column that the model does not have.
  private func readColumn(
    of model: LoggedModel, from reader: inout BinaryReader
  ) throws(Failure) -> (column: Int?, value: AttributeValue?) {
    let key = try reader.number()
    guard model.columns.indices.contains(key / 2) else { throw .malformed }
    let value = key % 2 == 0 ? try reader.value() : nil
    let column = model.columns[key / 2]
    if column == nil && unknown == .refuse {
      throw .value(.unknownColumn(model: model.layout.name, column: model.section.columns[key / 2]))
    }
    return (column, value)
  }

  private func position(of id: AttributeValue, in table: TableVersion) throws(Failure) -> Int {
    let layout = table.layout
    var error: CastError?
    let row = OwnedRow(of: layout) { error = layout.columns[layout.idColumn].operations.load(id, $0) }
    if let error { throw .value(.cast(model: layout.name, column: layout.columns[layout.idColumn].name, error)) }
    let (position, text) = row.read { (table.position(of: $0), layout.id.text($0)) }
    guard let position else { throw .doesNotFit(.recordGone(model: layout.name, id: text)) }
    return position
  }
}

extension BinaryReader {
  fileprivate mutating func number() throws(CommitDecoder.Failure) -> Int {
    do throws(Malformed) { return try readNumber() } catch { throw .malformed }
  }

  /// Reads a place in a table, which cannot be so high that the memory for the places before it would be.
  fileprivate mutating func place() throws(CommitDecoder.Failure) -> Int {
    let place = try number()
    if place >= PackedRows.highestPlace { throw .malformed }
    return place
  }

  fileprivate mutating func byte() throws(CommitDecoder.Failure) -> UInt8 {
    do throws(Malformed) { return try readByte() } catch { throw .malformed }
  }

  fileprivate mutating func text() throws(CommitDecoder.Failure) -> String {
    do throws(Malformed) { return try readText() } catch { throw .malformed }
  }

  fileprivate mutating func value() throws(CommitDecoder.Failure) -> AttributeValue {
    // Metadata is in two dictionaries.
    do throws(Malformed) { return try readValue(depthLimit: AttributeValue.depthLimit + 3) } catch { throw .malformed }
  }

  fileprivate mutating func date() throws(CommitDecoder.Failure) -> Date {
    do throws(Malformed) {
      return Date(timeIntervalSinceReferenceDate: Double(bitPattern: try readFixed()))
    } catch { throw .malformed }
  }

  /// Reads a number of rows, each of which takes at least a byte behind it.
  fileprivate mutating func rowCount() throws(CommitDecoder.Failure) -> Int {
    do throws(Malformed) {
      let count = Int(try readFixed(UInt32.self))
      if count > bytesLeft { throw Malformed() }
      return count
    } catch { throw .malformed }
  }

  fileprivate mutating func column(_ rows: Int) throws(CommitDecoder.Failure) -> PackedColumn {
    do throws(Malformed) {
      var column = BinaryReader(try readBytes(readCount()))
      let packed = try PackedColumn(rows, from: &column)
      guard column.isAtEnd else { throw Malformed() }
      return packed
    } catch { throw .malformed }
  }
}

extension ChangesetMetadata {
  fileprivate init(logged value: AttributeValue) throws(CommitDecoder.Failure) {
    self.init()
    if case .null = value { return }
    guard case .dictionary(let members) = value, case .dictionary(let values)? = members["values"] else {
      throw .malformed
    }
    if case .string(let author)? = members["author"] { self.author = author }
    if case .string(let reason)? = members["reason"] { self.reason = reason }
    self.values = values
  }
}
