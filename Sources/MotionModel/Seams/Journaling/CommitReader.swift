import Foundation
import MotionModelStorage

/// Reads the commits of one journal in their order, without the types of its models; see ``CommitFormat``.
package struct CommitReader: Sendable {
  /// The models that the journal has mentioned.
  package private(set) var models: [LoggedModel] = []
  private var hasGap = false

  package init() {}

  /// Returns the number of a commit; nil if the bytes are not one.
  package static func number(of bytes: [UInt8]) -> Int? {
    withBytes(of: bytes) { bytes in
      var reader = BinaryReader(bytes)
      return try? reader.readNumber()
    }
  }

  /// Notes that commits are missing before the next one.
  ///
  /// The missing commits may have mentioned models, so the numbers of further models are unknown, and commits that
  /// mention one are refused.
  package mutating func noteGap() { hasGap = true }

  /// The bytes are not what an encoder writes.
  package typealias Malformed = BinaryReader.Malformed

  /// Reads the next commit of the journal.
  package mutating func read(_ bytes: [UInt8]) throws(Malformed) -> CommitDocument {
    try withBytes(of: bytes) { bytes throws(Malformed) in
      var reader = BinaryReader(bytes)
      return try read(from: &reader)
    }
  }

  private mutating func read(from reader: inout BinaryReader) throws(Malformed) -> CommitDocument {
    var commit = CommitDocument()
    commit.id = try reader.readNumber()
    if commit.id > SnapshotInfo.highestNumber { throw Malformed() }
    commit.date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.readFixed()))
    commit.metadata = try Changeset.Metadata(logged: reader.readAttribute())
    let mentioned = try reader.readNumber()
    if hasGap && mentioned > 0 { throw Malformed() }
    for _ in 0..<mentioned { models.append(try readModel(from: &reader)) }
    for _ in 0..<(try reader.readNumber()) { commit.parts.append(try readPart(from: &reader)) }
    guard reader.isAtEnd else { throw Malformed() }
    return commit
  }

  private func readModel(from reader: inout BinaryReader) throws(Malformed) -> LoggedModel {
    let (name, version, hasTypes) = try CommitFormat.model(try reader.readText())
    var columns: [String] = []
    for _ in 0..<(try reader.readNumber()) { columns.append(try reader.readText()) }
    var types: [String: String] = [:]
    for column in hasTypes ? columns : [] {
      let type = try reader.readText()
      if !type.isEmpty { types[column] = type }
    }
    // No file could have the records otherwise.
    if name.isEmpty || columns.isEmpty || Set(columns).count < columns.count { throw Malformed() }
    return LoggedModel(number: models.count, name: name, version: version, columns: columns, types: types)
  }

  private func readPart(from reader: inout BinaryReader) throws(Malformed) -> CommitDocument.Part {
    let number = try reader.readNumber()
    guard models.indices.contains(number) else { throw Malformed() }
    let model = models[number]
    let flags = try reader.readByte()
    let nextNumber = flags & CommitFormat.numberFlag == 0 ? nil : try reader.readNumber()
    var end: (nextNumber: Int, nextPlace: Int)?
    if flags & CommitFormat.endFlag != 0 {
      end = (nextNumber: try reader.readNumber(), nextPlace: try reader.readPlace())
    }
    let kept = flags & CommitFormat.keptFlag == 0 ? nil : try readKept(of: model, from: &reader)
    let count = try reader.readNumber()
    return CommitDocument.Part(
      model: model, isBulk: flags & CommitFormat.bulkFlag != 0, nextNumber: nextNumber, end: end, kept: kept,
      content: count == 0
        ? try readPacked(of: model, from: &reader) : .changes(try readChanges(count - 1, of: model, from: &reader)))
  }

  /// Reads what is said of the last columns of a model.
  private func readKept(
    of model: LoggedModel, from reader: inout BinaryReader
  ) throws(Malformed) -> [StoreDocument.Column] {
    let count = try reader.readNumber()
    if count > model.columns.count { throw Malformed() }
    var columns: [StoreDocument.Column] = []
    for name in model.columns.suffix(count) {
      let flags = try reader.readByte()
      var column = StoreDocument.Column(name)
      column.isListed = flags & CommitFormat.unlistedFlag == 0
      if flags & CommitFormat.typeFlag != 0 { column.type = try reader.readText() }
      columns.append(column)
    }
    return columns
  }

  private func readPacked(
    of model: LoggedModel, from reader: inout BinaryReader
  ) throws(Malformed) -> CommitDocument.Part.Content {
    let (place, count) = (try reader.readPlace(), try reader.readRowCount())
    var columns: [PackedColumn] = []
    for _ in model.columns { columns.append(try reader.readColumn(count)) }
    return .insertions(place: place, PackedRows(count: count, columns: columns))
  }

  private func readChanges(
    _ count: Int, of model: LoggedModel, from reader: inout BinaryReader
  ) throws(Malformed) -> [CommitDocument.Change] {
    var changes: [CommitDocument.Change] = []
    for _ in 0..<count { changes.append(try readChange(of: model, from: &reader)) }
    return changes
  }

  private func readChange(
    of model: LoggedModel, from reader: inout BinaryReader
  ) throws(Malformed) -> CommitDocument.Change {
    let code = try reader.readByte()
    guard let kind = ChangeKind(code: code & CommitFormat.kindMask) else { throw Malformed() }
    let place = code & CommitFormat.placeFlag == 0 ? nil : try reader.readPlace()
    let origin = code & CommitFormat.originFlag == 0 ? nil : try reader.readPlace()
    // NB: `nil` alone would be a value: null.
    let id = kind == .insert ? Optional.none : try reader.readAttribute()
    var change = CommitDocument.Change(kind: kind, id: id, place: place, origin: origin)
    if kind == .delete { return change }
    for _ in 0..<(try reader.readNumber()) {
      let key = try reader.readNumber()
      guard model.columns.indices.contains(key / 2) else { throw Malformed() }
      change.values.append(.init(column: key / 2, value: key % 2 == 0 ? try reader.readAttribute() : Optional.none))
    }
    return change
  }
}

extension BinaryReader {
  /// Reads a place in a table. It is limited, because memory is needed for all lower places.
  fileprivate mutating func readPlace() throws(Malformed) -> Int {
    let place = try readNumber()
    if place > PackedRows.highestPlace { throw Malformed() }
    return place
  }

  fileprivate mutating func readAttribute() throws(Malformed) -> AttributeValue {
    // Metadata is in two dictionaries.
    try readValue(depthLimit: AttributeValue.depthLimit + 3)
  }

  /// Reads a number of rows, each of which takes at least a byte behind it.
  fileprivate mutating func readRowCount() throws(Malformed) -> Int {
    let count = Int(clamping: try readFixed(UInt32.self))
    if count > bytesLeft { throw Malformed() }
    return count
  }

  fileprivate mutating func readColumn(_ rows: Int) throws(Malformed) -> PackedColumn {
    var column = BinaryReader(try readBytes(readCount()))
    let packed = try PackedColumn(rows, from: &column)
    guard column.isAtEnd else { throw Malformed() }
    return packed
  }
}

extension Changeset.Metadata {
  fileprivate init(logged value: AttributeValue) throws(BinaryReader.Malformed) {
    self.init()
    if case .null = value { return }
    guard case .dictionary(let members) = value, case .dictionary(let values)? = members["values"] else {
      throw BinaryReader.Malformed()
    }
    if case .string(let author)? = members["author"] { self.author = author }
    if case .string(let reason)? = members["reason"] { self.reason = reason }
    self.values = values
  }
}
