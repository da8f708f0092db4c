/// Reads JSON Lines with the structure that ``JSONLinesFileWriter`` writes, record by record.
///
/// It is valid only as long as the bytes are.
struct JSONLinesFileReader: FileReader {
  let scope: FileScope
  private var json: JSONReader
  private var models: Set<String> = []
  private var modelCount: Int
  private var rowCount = 0
  private var rows = JSONRows([])

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    json = JSONReader(bytes, depthLimit: FileHeader.valueDepthLimit)
    try json.expect("{")
    guard try json.member("format") == .string(FileHeader.lines),
      try json.nextMember("version") == FileHeader.versionNumber
    else { throw OtherStructure() }
    scope = try FileScope(json.nextMember("scope"))
    guard let count = try? Int(attribute: json.nextMember("models")) else { throw OtherStructure() }
    modelCount = count
    try json.expect("}")
  }

  mutating func nextSection() throws -> FileSection? {
    if models.count == modelCount {
      guard json.isAtEnd else { throw OtherStructure() }
      return nil
    }
    try json.expect("{")
    guard case .string(let model)? = try? json.member("model"), model != JSONLines.unnamedModel,
      models.insert(model).inserted,
      let columns = try? json.nextMember("columns").columnNames,
      let nextNumber = try? Int(attribute: json.nextMember("nextNumber")),
      let count = try? Int(attribute: json.nextMember("count")), count >= 0
    else { throw OtherStructure() }
    try json.expect("}")
    (rows, rowCount) = (JSONRows(columns), count)
    return FileSection(model: model, columns: columns, nextNumber: nextNumber)
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    if rowCount == 0 { return false }
    rowCount -= 1
    try rows.read(into: &row, from: &json)
    return true
  }
}
