/// Reads records of another program: JSON that is an array of objects, or JSON Lines that are nothing but objects.
///
/// The names of the columns are in the records. So the file is read twice: once for the names, and once for the values.
struct JSONRecordsReader: FileReader {
  let head = FileHead(.models)
  private var json: JSONInput
  private let rows: JSONRows
  private let section: FileSection
  private let isArray: Bool
  private var isBegun = false
  private var isFirst = true

  /// - Parameter isArray: Whether the records are in an array.
  init(_ window: ByteWindow, of input: FileInput, isArray: Bool) throws {
    let names = try input.withWindow { try Self.names(in: $0, isArray: isArray) }
    json = JSONInput(window)
    (rows, self.isArray) = (JSONRows(names), isArray)
    section = FileSection(model: JSONLines.unnamedModel, columns: [], unlisted: names, nextNumber: 1)
  }

  /// Returns the names of all members, in the order in which they occur first.
  private static func names(in window: ByteWindow, isArray: Bool) throws -> [String] {
    var (json, names, seen, isFirst) = (JSONInput(window), [String](), Set<String>(), true)
    while try !isAtEnd(&json, isArray, isFirst) {
      if isArray && !isFirst, try !json.take(",") { throw OtherStructure() }
      let members = try json.read { json throws(OtherStructure) in try json.members() }
      // A file with structure may say so in any member of its first line.
      if !isArray, isFirst, members.contains(where: { $0 == "format" && $1 == .string(FileHeader.lines) }) {
        throw OtherStructure()
      }
      isFirst = false
      for (name, _) in members where seen.insert(name).inserted { names.append(name) }
    }
    return names
  }

  /// Returns whether there are no more records, and takes the brackets of an array.
  private static func isAtEnd(_ json: inout JSONInput, _ isArray: Bool, _ isFirst: Bool) throws -> Bool {
    guard isArray else { return try json.isAtEnd() }
    if isFirst, try !json.take("[") { throw OtherStructure() }
    guard try json.take("]") else { return false }
    guard try json.isAtEnd() else { throw OtherStructure() }
    return true
  }

  mutating func nextSection() -> FileSection? {
    defer { isBegun = true }
    return isBegun ? nil : section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    if try Self.isAtEnd(&json, isArray, isFirst) { return false }
    defer { isFirst = false }
    return try json.readRow(rows, into: &row, behind: isArray && !isFirst ? "," : nil)
  }
}
