/// Reads JSON Lines with the structure that ``JSONLinesFileWriter`` writes, record by record.
struct JSONLinesFileReader: FileReader {
  let head: FileHead
  private var json: JSONInput
  private var models: Set<String> = []
  private var modelCount: Int
  private var rowCount = 0
  private var rows = JSONRows([])

  init(_ window: ByteWindow) throws {
    json = JSONInput(window)
    let members = try json.read { json throws(OtherStructure) in try json.object() }
    guard members["format"] == .string(FileHeader.lines), members["version"] == FileHeader.versionNumber,
      members["scope"] != nil, let head = FileHead(members),
      let count = members.number("models")
    else { throw OtherStructure() }
    (self.head, modelCount) = (head, count)
  }

  mutating func nextSection() throws -> FileSection? {
    if models.count == modelCount {
      guard try json.isAtEnd() else { throw OtherStructure() }
      return nil
    }
    let members = try json.read { json throws(OtherStructure) in try json.object() }
    guard case .string(let model)? = members["model"], model != JSONLines.unnamedModel,
      models.insert(model).inserted, members["count"] != nil,
      let section = FileSection(model, members), section.hasDistinctColumns
    else { throw OtherStructure() }
    (rows, rowCount) = (JSONRows(section.allColumns), section.count)
    return section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    if rowCount == 0 { return false }
    rowCount -= 1
    return try json.readRow(rows, into: &row, behind: nil)
  }
}
