/// Reads JSON with the structure that ``JSONFileWriter`` writes, record by record, whatever its white space.
///
/// It is valid only as long as the bytes are.
struct JSONFileReader: FileReader {
  let head: FileHead
  private var json: JSONReader
  private var models: Set<String> = []
  private var rows = JSONRows([])
  private var isFirstRow = true

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    json = JSONReader(bytes, depthLimit: FileHeader.valueDepthLimit)
    let members = try json.members(before: "models")
    guard members["format"] == .string(FileHeader.format), members["version"] == FileHeader.versionNumber,
      let head = FileHead(members)
    else { throw OtherStructure() }
    self.head = head
    try json.expect("{")
  }

  mutating func nextSection() throws -> FileSection? {
    if !models.isEmpty { try json.expect("}") }
    if json.take("}") {
      try json.expect("}")
      guard json.isAtEnd else { throw OtherStructure() }
      return nil
    }
    if !models.isEmpty { try json.expect(",") }
    let model = try json.name()
    guard model != JSONLines.unnamedModel, models.insert(model).inserted,
      let section = FileSection(model, try json.members(before: "rows")), section.hasDistinctColumns
    else { throw OtherStructure() }
    try json.expect("[")
    (rows, isFirstRow) = (JSONRows(section.allColumns), true)
    return section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    if json.take("]") { return false }
    if !isFirstRow { try json.expect(",") }
    isFirstRow = false
    try rows.read(into: &row, from: &json)
    return true
  }
}
