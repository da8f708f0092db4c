/// Writes a file as JSON, with a line for each record.
struct JSONFileWriter: FileWriter {
  private var json = JSONWriter()
  private var rows = JSONRows([])
  private var isFirstSection = true
  private var isFirstRow = true

  var byteCount: Int { json.bytes.count }

  mutating func takeBytes() -> [UInt8] { json.takeBytes() }

  mutating func begin(_ head: FileHead, models: Int) {
    json.write(raw: "{\n")
    json.write(
      members: [("format", .string(FileHeader.format)), ("version", FileHeader.versionNumber)] + head.members,
      separator: ",\n")
    json.write(raw: ",\n\"models\": {")
  }

  mutating func begin(_ section: FileSection) {
    json.write(raw: isFirstSection ? "\n" : ",\n")
    json.write(quoted: section.model)
    json.write(raw: ": {\n")
    json.write(members: section.members, separator: ",\n")
    json.write(raw: ",\n\"rows\": [")
    rows = JSONRows(section.allColumns)
    (isFirstSection, isFirstRow) = (false, true)
  }

  mutating func write(_ row: [PlacedValue], at place: Int?) {
    json.write(raw: isFirstRow ? "\n" : ",\n")
    isFirstRow = false
    rows.write(row, to: &json)
  }

  mutating func endSection() { json.write(raw: isFirstRow ? "]\n}" : "\n]\n}") }

  mutating func end() { json.write(raw: isFirstSection ? "}\n}\n" : "\n}\n}\n") }
}
