import Foundation

/// Writes commits as bytes for a journal; see ``CommitFormat``.
package struct CommitEncoder: Sendable {
  /// The numbers of the models that were mentioned, by their slots.
  private var numbers: [Int: Int] = [:]
  private let firstNumber: Int
  /// The slots of the models that whoever opens the store will know.
  private let known: Set<Int>

  /// - Parameters:
  ///   - known: The models of the store. Commits of others are refused, because the store could not be opened again.
  ///   - count: How many models the journal has mentioned. They are mentioned again, because their columns may be others
  ///     by now.
  init(_ known: Set<Int>, behind count: Int) { (self.known, firstNumber) = (known, count) }

  /// The encoder of an empty journal of the same store.
  package var anew: CommitEncoder { CommitEncoder(known, behind: 0) }

  /// Whether whoever opens the store will know a model.
  func knows(_ layout: TableLayout) -> Bool { known.contains(layout.slot) }

  /// Returns the bytes of a commit. If it throws, nothing is mentioned.
  ///
  /// - Parameter ends: How far the tables have counted that have counted on.
  package mutating func encode(_ changeset: Changeset, _ ends: [TableEnd] = []) throws(StoreError) -> [UInt8] {
    // Most commits are small. Without this, the memory of a few bytes would be moved four times.
    var writer = BinaryWriter(capacity: 256)
    writer.writeHead(ofCommit: changeset.id, changeset.date, changeset.metadata)
    var parts = changeset.parts.filter { $0.hasEffect && !$0.layout.isExternal }
    if let stranger = parts.first(where: { !known.contains($0.layout.slot) }) {
      throw .modelNotOpened(model: stranger.layout.name)
    }
    for end in ends where knows(end.layout) && !parts.contains(where: { $0.layout.slot == end.layout.slot }) {
      parts.append(ChangesetPart(end.layout))
    }
    for value in changeset.metadata.values.values {
      do throws(CastError) { _ = try value.checkedForWriting() } catch {
        throw .unwritableValue(model: "Changeset", id: "\(changeset.id)", column: "metadata", error)
      }
    }
    var new: [TableLayout] = []
    for part in parts where numbers[part.layout.slot] == nil { new.append(part.layout) }
    var numbers = numbers
    writer.write(count: new.count)
    for layout in new {
      numbers[layout.slot] = firstNumber + numbers.count
      writer.writeMention(of: layout.name, version: layout.traits.history.version, layout.columns.map(\.name))
    }
    writer.write(count: parts.count)
    do throws(UnwritableValue) {
      for part in parts {
        let end = ends.first { $0.layout.slot == part.layout.slot }
        try Self.write(part, end, as: numbers[part.layout.slot] ?? 0, to: &writer)
      }
    } catch { throw StoreError(error) }
    if !new.isEmpty { self.numbers = numbers }
    return writer.takeBytes()
  }

  private static func write(
    _ part: ChangesetPart, _ end: TableEnd?, as number: Int, to writer: inout BinaryWriter
  ) throws(UnwritableValue) {
    writer.write(count: number)
    writer.write(
      byte: (part.isBulk ? CommitFormat.bulkFlag : 0) | (part.nextNumber == nil ? 0 : CommitFormat.numberFlag)
        | (end == nil ? 0 : CommitFormat.endFlag))
    if let next = part.nextNumber { writer.write(count: max(0, next)) }
    if let end {
      writer.write(count: max(0, end.nextNumber))
      writer.write(count: end.nextPlace)
    }
    let entries = part.entries
    if let place = placeOfRun(entries) {
      writer.write(count: 0)
      return try writePacked(entries, of: part, at: place, to: &writer)
    }
    writer.write(count: entries.count + 1)
    for entry in entries { try write(entry, of: part, to: &writer) }
  }

  // MARK: - Many insertions

  /// Returns the first place of many insertions at places that follow each other; nil for other changes.
  private static func placeOfRun(_ entries: [ChangesetPart.Entry]) -> Int? {
    guard entries.count >= CommitFormat.leastPacked, let first = entries[0].position else { return nil }
    let isRun = zip(entries, first...).allSatisfy { entry, place in entry.old == nil && entry.position == place }
    return isRun ? first : nil
  }

  private static func writePacked(
    _ entries: [ChangesetPart.Entry], of part: ChangesetPart, at place: Int, to writer: inout BinaryWriter
  ) throws(UnwritableValue) {
    writer.write(count: place)
    writer.write(fixed: UInt32(entries.count))
    let rows = entries.map { part.address($0.row) }
    for column in part.layout.columns {
      var packed = BinaryWriter()
      try part.layout.packed(column, of: rows).write(to: &packed)
      writer.write(count: packed.bytes.count)
      packed.bytes.withUnsafeBytes { writer.write($0) }
    }
  }

  // MARK: - One change

  private static func write(
    _ entry: ChangesetPart.Entry, of part: ChangesetPart, to writer: inout BinaryWriter
  ) throws(UnwritableValue) {
    let layout = part.layout
    let place = entry.kind == .insert || entry.origin != nil ? entry.position : nil
    writer.write(
      byte: entry.kind.code | (place == nil ? 0 : CommitFormat.placeFlag)
        | (entry.origin == nil ? 0 : CommitFormat.originFlag))
    if let place { writer.write(count: place) }
    if let origin = entry.origin { writer.write(count: origin) }
    let row = part.address(entry.row)
    if entry.kind != .insert { writer.write(try layout.written(layout.columns[layout.idColumn], of: row) ?? .null) }
    if entry.kind == .delete { return }
    let old = entry.old.map(part.address)
    let columns = layout.columns.indices.filter { column in
      old.map { !layout.isSame($0, row, in: column) } ?? !layout.columns[column].operations.isNil(row)
    }
    writer.write(count: columns.count)
    for column in columns {
      writer.write(try layout.written(layout.columns[column], of: row), ofColumn: column)
    }
  }
}

// MARK: - Parts of a commit

extension BinaryWriter {
  mutating func writeHead(ofCommit number: Int, _ date: Date, _ metadata: ChangesetMetadata) {
    write(count: number)
    write(fixed: date.timeIntervalSinceReferenceDate.bitPattern)
    write(metadata.logged)
  }

  /// Writes what a journal says of a model before its first record.
  mutating func writeMention(of model: String, version: Int, _ columns: [String]) {
    write(CommitFormat.text(of: model, version: version))
    write(count: columns.count)
    for column in columns { write(column) }
  }

  mutating func write(_ value: AttributeValue?, ofColumn column: Int) {
    write(count: column * 2 + (value == nil ? 1 : 0))
    if let value { write(value) }
  }
}

extension ChangesetMetadata {
  /// The metadata as a journal has it.
  fileprivate var logged: AttributeValue {
    if isEmpty { return .null }
    var members: [String: AttributeValue] = ["values": .dictionary(values)]
    members["author"] = author.map { .string($0) }
    members["reason"] = reason.map { .string($0) }
    return .dictionary(members)
  }
}
