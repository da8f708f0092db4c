/// Writes a file in the compact format, column by column.
struct CompactFileWriter: FileWriter {
  private var writer = BinaryWriter()
  /// Rows that were written one by one.
  private var pending = PendingRows(columnCount: 0)

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
    pending = PendingRows(columnCount: section.allColumns.count)
  }

  private mutating func write(_ kind: CompactBlock.Kind, _ members: [String: AttributeValue]) {
    writer.write(kind) { $0.write(.dictionary(members)) }
  }

  mutating func write(_ row: [PlacedValue], at place: Int?) {
    pending.append(row, at: place)
    if pending.count == CompactBlock.rowCount { writePending() }
  }

  private mutating func writePending() {
    if pending.count == 0 { return }
    begin(rows: pending.count)
    for column in pending.columns { write(PackedColumn(column, of: pending.count)) }
    if !pending.places.isEmpty { write(PackedColumn(Int.packed(pending.places))) }
    pending.removeAll()
  }

  mutating func write(_ rows: [Row], of layout: TableLayout, _ kept: KeptColumns?) throws(UnwritableValue) {
    try write(rows, of: layout, kept, at: nil)
  }

  /// - Parameter places: The places of the records, in a section that has them.
  mutating func write(
    _ rows: [Row], of layout: TableLayout, _ kept: KeptColumns?, at places: [Int]?
  ) throws(UnwritableValue) {
    writePending()
    begin(rows: rows.count)
    for column in layout.columns { write(try layout.packed(column, of: rows)) }
    if let kept {
      var others = PendingRows(columnCount: kept.names.count)
      for row in rows { others.append(kept.values(of: row, layout).map { ($0.column, $0.value) }, at: nil) }
      for column in others.columns { write(PackedColumn(column, of: rows.count)) }
    }
    if let places { write(PackedColumn(Int.packed(places))) }
  }

  private mutating func begin(rows: Int) { writer.write(.rows) { $0.write(fixed: UInt32(rows)) } }

  private mutating func write(_ column: PackedColumn) { writer.write(.column) { column.write(to: &$0) } }

  mutating func endSection() { writePending() }

  mutating func end() { writer.write(.end) { _ in } }
}

/// Rows that wait until they are written, column by column.
private struct PendingRows {
  private(set) var count = 0
  /// For each column, the rows that have a value, and the values.
  private(set) var columns: [[(row: Int, value: AttributeValue)]]
  /// The places of the rows in their table, in a section that has them.
  private(set) var places: [Int] = []

  init(columnCount: Int) { columns = Array(repeating: [], count: columnCount) }

  mutating func append(_ row: [PlacedValue], at place: Int?) {
    for (column, value) in row { columns[column].append((count, value)) }
    if let place { places.append(place) }
    count += 1
  }

  mutating func removeAll() {
    for column in columns.indices { columns[column].removeAll(keepingCapacity: true) }
    places.removeAll(keepingCapacity: true)
    count = 0
  }
}
