import MotionModelStorage

/// Reads a file in the compact format, some rows at a time.
struct CompactFileReader: FileReader {
  let head: FileHead
  private var blocks: CompactBlocks
  private var models: Set<String> = []
  private let modelCount: Int
  private var section = FileSection(model: "", columns: [], nextNumber: 1)
  /// How many rows of the section were read.
  private var rowCount = 0
  /// Rows of a group that is read row by row, the next one last.
  private var waiting: [(values: [PlacedValue], place: Int?)] = []

  /// - Parameter name: The file's name in errors.
  init(_ window: ByteWindow, name: String) throws {
    blocks = try CompactBlocks(window)
    let file = try blocks.dictionary(.file)
    guard let version = file.number("version"), version > 0 else {
      throw blocks.fault(.content)
    }
    if version > FileHeader.version { throw FileError.newer(file: name, version: version) }
    guard file["scope"] != nil, let head = FileHead(file),
      let count = file.number("models"), count >= 0
    else { throw blocks.fault(.content) }
    (self.head, modelCount) = (head, count)
  }

  mutating func nextSection() throws -> FileSection? {
    guard rowCount == section.count else { throw blocks.fault(.order) }
    if models.count == modelCount {
      _ = try blocks.content(.end) { _ in () }
      guard try blocks.isAtEnd() else { throw blocks.fault(.order) }
      return nil
    }
    let members = try blocks.dictionary(.section)
    guard case .string(let model)? = members["model"], model != JSONLines.unnamedModel, models.insert(model).inserted,
      members["nextNumber"] != nil, members["count"] != nil, let section = FileSection(model, members),
      section.hasDistinctColumns, !section.allColumns.isEmpty || section.count == 0
    else { throw blocks.fault(.content) }
    (self.section, rowCount) = (section, 0)
    return section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    if waiting.isEmpty {
      guard let rows = try readGroup() else { return false }
      waiting = rows.rows.enumerated().reversed().map { ($1, rows.places?[$0]) }
    }
    let next = waiting.removeLast()
    row.set(next.values)
    row.recordPlace = next.place
    return true
  }

  mutating func readSome(_ row: inout FileRow, into loaded: LoadedSection) throws -> Bool {
    guard let rows = try readGroup() else { return false }
    try loaded.append(rows)
    return true
  }

  mutating func skipRows(of section: FileSection) throws {
    while rowCount < section.count {
      rowCount += try blocks.skipRows(of: section, atMost: section.count - rowCount)
    }
  }

  /// Reads the next rows of the section.
  mutating func readGroup() throws -> PackedRows? {
    let missing = section.count - rowCount
    if missing == 0 { return nil }
    let rows = try blocks.rows(of: section, atMost: missing)
    rowCount += rows.count
    return rows
  }
}
