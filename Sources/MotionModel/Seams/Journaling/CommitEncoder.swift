import Foundation

/// Writes commits as bytes for a journal; see ``CommitFormat``.
package struct CommitEncoder: Sendable {
  /// The numbers of the models that were mentioned, by their slots.
  private var numbers: [Int: Int] = [:]
  /// How many models the journal has mentioned.
  package internal(set) var mentioned: Int
  /// The slots of the models that the program will know when it opens the store again.
  private let known: Set<Int>

  /// - Parameters:
  ///   - known: The models of the store. Commits of others are refused, because the store could not be opened again.
  ///   - count: How many models the journal has mentioned. They are mentioned again, because their columns may be
  ///     others by now.
  init(_ known: Set<Int>, behind count: Int) { (self.known, mentioned) = (known, count) }

  /// The encoder of an empty journal of the same store.
  package var anew: CommitEncoder { CommitEncoder(known, behind: 0) }

  /// Whether the program will know a model when it opens the store again.
  func knows(_ layout: TableLayout) -> Bool { known.contains(layout.slot) }

  /// Returns the bytes of a commit. If it throws, nothing is mentioned.
  ///
  /// - Parameters:
  ///   - ends: How far the tables have counted that have counted on.
  ///   - kept: What the commit changes in kept columns.
  package mutating func encode(
    _ changeset: Changeset, _ ends: [TableEnd] = [], _ kept: [KeptChange] = []
  ) throws(StoreError) -> [UInt8] {
    // Most commits are small. Without this, the memory of a few bytes would be moved four times.
    var writer = BinaryWriter(capacity: 256)
    let statement = changeset.statement
    writer.writeHead(ofCommit: changeset.id, changeset.date, statement)
    let parts = try writtenParts(of: changeset, ends, kept)
    if let statement, statement.logged == nil {
      for value in statement.metadata.values.values {
        do throws(CastError) { _ = try value.checkedForWriting() } catch {
          throw .unwritableValue(model: "Changeset", id: "\(changeset.id)", column: "metadata", error)
        }
      }
    }
    let (numbers, headers) = headers(of: parts, kept)
    writer.write(count: headers.count)
    for header in headers {
      let model = header.layout
      let history = model.traits.history
      writer.writeMention(
        of: model.name, version: history.version, header.columns,
        types: history.types.merging(header.keptTypes) { own, _ in own })
    }
    writer.write(count: parts.count)
    do throws(UnwritableValue) {
      for (part, number) in zip(parts, numbers) {
        let slot = part.layout.slot
        try Self.write(
          part, ends.first { $0.layout.slot == slot }, kept.first { $0.layout.slot == slot }, as: number, to: &writer)
      }
    } catch { throw StoreError(error) }
    note(headers)
    return writer.takeBytes()
  }

  /// Returns the parts of a changeset that a journal has, with empty ones for tables of which only something else is
  /// written.
  private func writtenParts(
    of changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange]
  ) throws(StoreError) -> [ChangesetPart] {
    var parts = changeset.parts
    // Most commits have one part, and it is written: no array is made for these.
    if !parts.allSatisfy(\.isJournaled) { parts = parts.filter(\.isJournaled) }
    for part in parts where !knows(part.layout) { throw .modelNotOpened(model: part.layout.name) }
    func add(_ layout: TableLayout) {
      if knows(layout), !parts.contains(where: { $0.layout.slot == layout.slot }) {
        parts.append(ChangesetPart(layout))
      }
    }
    for end in ends { add(end.layout) }
    for change in kept { add(change.layout) }
    return parts
  }

  /// What is said of a model before its first record.
  private struct ModelHeader {
    let layout: TableLayout
    let columns: [String]
    /// The types of kept columns.
    let keptTypes: [String: String]
    /// Whether it is for one commit alone.
    let isPassing: Bool
  }

  /// Returns the numbers of models, and what has to be mentioned: models that were not mentioned yet, and for this
  /// commit alone those with other kept columns.
  private func headers(
    of parts: [ChangesetPart], _ kept: [KeptChange]
  ) -> (numbers: [Int], headers: [ModelHeader]) {
    var headers: [ModelHeader] = []
    let numbers = parts.map { part in
      let layout = part.layout
      let kept = kept.first { $0.layout.slot == layout.slot }
      if kept == nil, let number = self.numbers[layout.slot] { return number }
      let columns = layout.columns.map(\.name) + (kept?.columns.names ?? [])
      headers.append(
        ModelHeader(layout: layout, columns: columns, keptTypes: kept?.columns.types ?? [:], isPassing: kept != nil))
      return mentioned + headers.count - 1
    }
    return (numbers, headers)
  }

  private mutating func note(_ headers: [ModelHeader]) {
    for header in headers {
      if !header.isPassing { numbers[header.layout.slot] = mentioned }
      mentioned += 1
    }
  }

  private static func write(
    _ part: ChangesetPart, _ end: TableEnd?, _ kept: KeptChange?, as number: Int, to writer: inout BinaryWriter
  ) throws(UnwritableValue) {
    writer.write(count: number)
    writer.write(
      byte: (part.isBulk ? CommitFormat.bulkFlag : 0) | (part.nextNumber == nil ? 0 : CommitFormat.numberFlag)
        | (end == nil ? 0 : CommitFormat.endFlag) | (kept == nil ? 0 : CommitFormat.keptFlag))
    if let next = part.nextNumber { writer.write(count: max(0, next)) }
    if let end {
      writer.write(count: max(0, end.nextNumber))
      writer.write(count: end.nextPlace)
    }
    let entries = part.entries
    if let kept { return try write(entries, of: part, kept, to: &writer) }
    if let place = placeOfRun(entries) {
      writer.write(count: 0)
      return try writePacked(entries, of: part, at: place, to: &writer)
    }
    writer.write(count: entries.count + 1)
    for entry in entries { try write(entry, of: part, to: &writer) }
  }

  // MARK: - Kept columns

  /// Writes changes with the kept values of their records, followed by the changed kept values of other records.
  private static func write(
    _ entries: [ChangesetPart.Entry], of part: ChangesetPart, _ kept: KeptChange, to writer: inout BinaryWriter
  ) throws(UnwritableValue) {
    let layout = part.layout
    writer.writeKept(kept.columns)
    let places = Dictionary(kept.columns.names.enumerated().map { ($1, layout.columns.count + $0) }) { first, _ in first
    }
    let changed = Set(entries.map { layout.idAttribute(of: part.address($0.row)) })
    let others = kept.values.filter { !changed.contains($0.key) }.sorted { $0.key < $1.key }
    writer.write(count: entries.count + others.count + 1)
    for entry in entries { try write(entry, of: part, kept, places, to: &writer) }
    for (id, values) in others {
      writer.write(byte: ChangeKind.update.code)
      writer.write(id)
      writer.write(count: values.count)
      for value in values { writer.write(value.value, ofColumn: places[value.name] ?? 0) }
    }
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
    _ entry: ChangesetPart.Entry, of part: ChangesetPart, _ kept: KeptChange? = nil, _ places: [String: Int] = [:],
    to writer: inout BinaryWriter
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
    let others = kept?.values(of: row, isInserted: old == nil) ?? []
    writer.write(count: columns.count + others.count)
    for column in columns {
      writer.write(try layout.written(layout.columns[column], of: row), ofColumn: column)
    }
    for value in others { writer.write(value.value, ofColumn: places[value.name] ?? 0) }
  }
}

// MARK: - Parts of a commit

extension ChangesetPart {
  fileprivate var isJournaled: Bool { hasEffect && !layout.isExternal }
}

extension BinaryWriter {
  mutating func writeHead(ofCommit number: Int, _ date: Date, _ statement: Changeset.Statement?) {
    write(count: number)
    write(fixed: date.timeIntervalSinceReferenceDate.bitPattern)
    if let logged = statement?.logged {
      logged.withUnsafeBytes { write($0) }
    } else {
      write(statement?.metadata.logged ?? .null)
    }
  }

  /// Writes what a journal says of a model before its first record.
  mutating func writeMention(of model: String, version: Int, _ columns: [String], types: [String: String]) {
    write(CommitFormat.text(of: model, version: version))
    write(count: columns.count)
    for column in columns { write(column) }
    for column in columns { write(types[column] ?? "") }
  }

  /// Writes what is said of kept columns.
  fileprivate mutating func writeKept(_ columns: KeptColumns) {
    write(count: columns.names.count)
    for (number, name) in columns.names.enumerated() {
      let type = columns.types[name]
      write(
        byte: (number < columns.listed.count ? 0 : CommitFormat.unlistedFlag)
          | (type == nil ? 0 : CommitFormat.typeFlag))
      if let type { write(type) }
    }
  }

  mutating func write(_ value: AttributeValue?, ofColumn column: Int) {
    write(count: column * 2 + (value == nil ? 1 : 0))
    if let value { write(value) }
  }
}

extension Changeset.Statement {
  /// What is said of each commit of a process, encoded once.
  package convenience init(process: String) {
    let metadata = Changeset.Metadata(values: [Changeset.Metadata.processName: .string(process)])
    var writer = BinaryWriter()
    writer.write(metadata.logged)
    self.init(metadata, logged: writer.takeBytes())
  }
}

extension Changeset.Metadata {
  /// The metadata as a journal has it.
  fileprivate var logged: AttributeValue {
    if isEmpty { return .null }
    var members: [String: AttributeValue] = ["values": .dictionary(values)]
    members["author"] = author.map { .string($0) }
    members["reason"] = reason.map { .string($0) }
    return .dictionary(members)
  }
}
