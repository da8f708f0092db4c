/// Writes a file in the compact format, column by column.
struct CompactFileWriter: FileWriter {
  private var writer = BinaryWriter()
  /// Rows that were written one by one.
  private var pending: [[AttributeValue?]] = []
  /// Their places, in a section that has them.
  private var pendingPlaces: [Int] = []

  var byteCount: Int { writer.bytes.count }

  mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

  mutating func begin(_ head: FileHead, models: Int) {
    CompactBlock.signature.withUnsafeBytes { writer.write($0) }
    var members = Dictionary(head.members) { first, _ in first }
    members["format"] = .string(FileHeader.format)
    members["version"] = FileHeader.versionNumber
    members["models"] = .int(Int64(models))
    members["journal"] = head.journal
    write(.file, members)
  }

  mutating func begin(_ section: FileSection) {
    var members = Dictionary(section.members) { first, _ in first }
    members["model"] = .string(section.model)
    members["count"] = .int(Int64(section.count))
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

  mutating func write(_ row: [AttributeValue?], at place: Int) {
    pendingPlaces.append(place)
    write(row)
  }

  private mutating func writePending() {
    guard let columns = pending.first?.indices else { return }
    begin(rows: pending.count)
    for column in columns { write(PackedColumn(pending.map { $0[column] })) }
    if !pendingPlaces.isEmpty { write(PackedColumn(Int.packed(pendingPlaces))) }
    pending.removeAll(keepingCapacity: true)
    pendingPlaces.removeAll(keepingCapacity: true)
  }

  mutating func write(
    _ rows: [UnsafeRawPointer], of layout: TableLayout, _ kept: KeptColumns?
  ) throws(UnwritableValue) {
    try write(rows, of: layout, kept, at: nil)
  }

  /// - Parameter places: The places of the records, in a section that has them.
  mutating func write(
    _ rows: [UnsafeRawPointer], of layout: TableLayout, _ kept: KeptColumns?, at places: [Int]?
  ) throws(UnwritableValue) {
    writePending()
    begin(rows: rows.count)
    for column in layout.columns { write(try layout.packed(column, of: rows)) }
    if let kept {
      var columns = kept.names.map { _ in [Int: AttributeValue]() }
      for (number, row) in rows.enumerated() {
        for other in kept.values(of: row, layout) { columns[other.column][number] = other.value }
      }
      for column in columns { write(PackedColumn(rows.indices.map { column[$0] })) }
    }
    if let places { write(PackedColumn(Int.packed(places))) }
  }

  private mutating func begin(rows: Int) { writer.write(.rows) { $0.write(fixed: UInt32(rows)) } }

  private mutating func write(_ column: PackedColumn) { writer.write(.column) { column.write(to: &$0) } }

  mutating func endSection() { writePending() }

  mutating func end() { writer.write(.end) { _ in } }
}
