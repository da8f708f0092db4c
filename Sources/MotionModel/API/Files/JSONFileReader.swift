/// Reads JSON with the structure that ``JSONFileWriter`` writes, record by record, whatever its white space.
///
/// It is valid only as long as the bytes are.
struct JSONFileReader: FileReader {
  /// The file has another structure, or is no JSON: ``TreeFileReader`` reads it, or says what is wrong.
  struct OtherStructure: Error {}

  private(set) var scope = FileScope.models
  private var json: JSONReader
  private var models: Set<String> = []
  /// The names of the columns, quoted.
  private var names: [[UInt8]] = []
  private var columns: [String: Int] = [:]
  private var isFirstRow = true

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    // A value may be escaped.
    json = JSONReader(bytes, depthLimit: AttributeValue.depthLimit + 1)
    try take("{")
    guard try readMember("format") == .string(FileHeader.format), json.take(","),
      try readMember("version") == .int(Int64(FileHeader.version)), json.take(",")
    else { throw OtherStructure() }
    var name = try readName()
    if name == "scope" {
      guard case .string(let text) = try readValue(), let scope = FileScope(rawValue: text) else {
        throw OtherStructure()
      }
      self.scope = scope
      try take(",")
      name = try readName()
    }
    guard name == "models" else { throw OtherStructure() }
    try take("{")
  }

  mutating func nextSection() throws -> FileSection? {
    if !models.isEmpty { try take("}") }
    if json.take("}") {
      try take("}")
      guard json.isAtEnd else { throw OtherStructure() }
      return nil
    }
    if !models.isEmpty { try take(",") }
    let model = try readName()
    try take("{")
    guard models.insert(model).inserted, let columns = try? [String](attribute: readMember("columns")), json.take(","),
      let nextNumber = try? Int(attribute: readMember("nextNumber")), json.take(","), try readName() == "rows"
    else { throw OtherStructure() }
    try take("[")
    begin(columns)
    return FileSection(model: model, columns: columns, nextNumber: nextNumber)
  }

  private mutating func begin(_ columns: [String]) {
    names = columns.map { Array(JSONFormat.written(.string($0)).utf8) }
    self.columns = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    isFirstRow = true
  }

  mutating func readRow(into row: inout [AttributeValue?]) throws -> Bool {
    if json.take("]") { return false }
    if !isFirstRow { try take(",") }
    isFirstRow = false
    for index in row.indices { row[index] = nil }
    try take("{")
    if json.take("}") { return true }
    var next = 0
    repeat {
      let index = try readColumn(from: next)
      guard row[index] == nil else { throw OtherStructure() }
      row[index] = try readValue()
      next = index + 1
    } while json.take(",")
    try take("}")
    return true
  }

  /// Reads the name of a column, which is one of those that follow if the file was written by this library.
  private mutating func readColumn(from start: Int) throws -> Int {
    for index in start..<max(start, names.count) where json.take(names[index]) {
      try take(":")
      return index
    }
    guard let index = columns[try readName()] else { throw OtherStructure() }
    return index
  }

  // MARK: - Parts

  private mutating func take(_ character: Unicode.Scalar) throws {
    if !json.take(character) { throw OtherStructure() }
  }

  /// Reads a name and the colon behind it.
  private mutating func readName() throws -> String {
    guard let name = try? json.readKey() else { throw OtherStructure() }
    try take(":")
    return name
  }

  private mutating func readMember(_ name: String) throws -> AttributeValue {
    guard try readName() == name else { throw OtherStructure() }
    return try readValue()
  }

  private mutating func readValue() throws -> AttributeValue {
    do { return try json.readValue() } catch { throw OtherStructure() }
  }
}
