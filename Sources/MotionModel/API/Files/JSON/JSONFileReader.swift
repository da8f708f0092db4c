/// Reads JSON with the structure that ``JSONFileWriter`` writes, record by record, whatever its white space.
///
/// It is valid only as long as the bytes are.
struct JSONFileReader: FileReader {
  private(set) var scope = FileScope.models
  private var json: JSONReader
  private var models: Set<String> = []
  private var rows = JSONRows([])
  private var isFirstRow = true

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    json = JSONReader(bytes, depthLimit: FileHeader.valueDepthLimit)
    try json.expect("{")
    guard try json.member("format") == .string(FileHeader.format),
      try json.nextMember("version") == FileHeader.versionNumber
    else { throw OtherStructure() }
    try json.expect(",")
    var name = try json.name()
    if name == "scope" {
      scope = try FileScope(json.value())
      try json.expect(",")
      name = try json.name()
    }
    guard name == "models" else { throw OtherStructure() }
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
    try json.expect("{")
    guard model != JSONLines.unnamedModel, models.insert(model).inserted,
      let columns = try? json.member("columns").columnNames,
      let nextNumber = try? Int(attribute: json.nextMember("nextNumber")), json.take(","), try json.name() == "rows"
    else { throw OtherStructure() }
    try json.expect("[")
    (rows, isFirstRow) = (JSONRows(columns), true)
    return FileSection(model: model, columns: columns, nextNumber: nextNumber)
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    if json.take("]") { return false }
    if !isFirstRow { try json.expect(",") }
    isFirstRow = false
    try rows.read(into: &row, from: &json)
    return true
  }
}
