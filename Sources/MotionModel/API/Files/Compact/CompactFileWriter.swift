/// Writes a file in the compact format, column by column.
struct CompactFileWriter: FileWriter {
  private var writer = BinaryWriter()
  /// Rows that were written one by one.
  private var pending: [[AttributeValue?]] = []
  private let journal: AttributeValue?

  /// - Parameter journal: What a snapshot says of the journals that follow it; nil for other files.
  init(journal: AttributeValue? = nil) { self.journal = journal }

  var byteCount: Int { writer.bytes.count }

  mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

  mutating func begin(_ scope: FileScope, models: Int) {
    CompactBlock.signature.withUnsafeBytes { writer.write($0) }
    var members: [String: AttributeValue] = [
      "format": .string(FileHeader.format), "version": FileHeader.versionNumber, "scope": .string(scope.rawValue),
      "models": .int(Int64(models)),
    ]
    members["journal"] = journal
    write(.file, members)
  }

  mutating func begin(_ section: FileSection) {
    var members: [String: AttributeValue] = [
      "model": .string(section.model), "columns": section.columnList, "nextNumber": .int(Int64(section.nextNumber)),
      "count": .int(Int64(section.count)),
    ]
    if section.hasPlaces { members["hasPlaces"] = true }
    members["nextPlace"] = section.nextPlace.map { .int(Int64($0)) }
    write(.section, members)
  }

  private mutating func write(_ kind: CompactBlock.Kind, _ members: [String: AttributeValue]) {
    writer.write(kind) { $0.write(.dictionary(members)) }
  }

  mutating func write(_ row: [AttributeValue?]) {
    pending.append(row)
    if pending.count == CompactBlock.rowCount { writePending() }
  }

  private mutating func writePending() {
    guard let columns = pending.first?.indices else { return }
    begin(rows: pending.count)
    for column in columns { write(PackedColumn(pending.map { $0[column] })) }
    pending.removeAll(keepingCapacity: true)
  }

  mutating func write(_ rows: [UnsafeRawPointer], of layout: TableLayout) throws(UnwritableValue) {
    try write(rows, of: layout, at: nil)
  }

  /// - Parameter places: The places of the records, in a section that has them.
  mutating func write(
    _ rows: [UnsafeRawPointer], of layout: TableLayout, at places: [Int]?
  ) throws(UnwritableValue) {
    writePending()
    begin(rows: rows.count)
    for column in layout.columns { write(try layout.packed(column, of: rows)) }
    if let places { write(PackedColumn(Int.packed(places))) }
  }

  private mutating func begin(rows: Int) { writer.write(.rows) { $0.write(fixed: UInt32(rows)) } }

  private mutating func write(_ column: PackedColumn) { writer.write(.column) { column.write(to: &$0) } }

  mutating func endSection() { writePending() }

  mutating func end() { writer.write(.end) { _ in } }
}
