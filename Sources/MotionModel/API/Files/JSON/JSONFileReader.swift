/// Reads JSON with the structure that ``JSONFileWriter`` writes, record by record, whatever its white space.
struct JSONFileReader: FileReader {
  let head: FileHead
  private var json: JSONInput
  private var models: Set<String> = []
  private var rows = JSONRows([])
  private var isFirstRow = true

  init(_ window: ByteWindow) throws {
    json = JSONInput(window)
    head = try json.read { json throws(OtherStructure) in
      let members = try json.members(before: "models")
      guard members["format"] == .string(FileHeader.format), members["version"] == FileHeader.versionNumber,
        let head = FileHead(members)
      else { throw OtherStructure() }
      try json.expect("{")
      return head
    }
  }

  mutating func nextSection() throws -> FileSection? {
    let isFirst = models.isEmpty
    let section = try json.read { json throws(OtherStructure) in try Self.section(in: &json, isFirst: isFirst) }
    guard let section else {
      guard try json.isAtEnd() else { throw OtherStructure() }
      return nil
    }
    guard models.insert(section.model).inserted else { throw OtherStructure() }
    (rows, isFirstRow) = (JSONRows(section.allColumns), true)
    return section
  }

  /// Reads the beginning of a section up to its rows, or the end of the file.
  private static func section(in json: inout JSONReader, isFirst: Bool) throws(OtherStructure) -> FileSection? {
    if !isFirst { try json.expect("}") }
    if json.take("}") {
      try json.expect("}")
      return nil
    }
    if !isFirst { try json.expect(",") }
    let model = try json.name()
    guard model != JSONLines.unnamedModel, let section = FileSection(model, try json.members(before: "rows")),
      section.hasDistinctColumns
    else { throw OtherStructure() }
    try json.expect("[")
    return section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    defer { isFirstRow = false }
    return try json.readRow(rows, into: &row, behind: isFirstRow ? nil : ",", or: "]")
  }
}
