/// Writes a file as JSON Lines: a line about the file, and for each model a line and one for each record.
///
/// The lines say how many follow, so that a file that was cut off between two lines is not taken for a whole one.
struct JSONLinesFileWriter: FileWriter {
  private var json = JSONWriter()
  private var rows = JSONRows([])

  var byteCount: Int { json.bytes.count }

  mutating func takeBytes() -> [UInt8] { json.takeBytes() }

  mutating func begin(_ head: FileHead, models: Int) {
    writeLine(
      [("format", .string(FileHeader.lines)), ("version", FileHeader.versionNumber)] + head.members
        + [("models", .int(Int64(models)))])
  }

  mutating func begin(_ section: FileSection) {
    writeLine([("model", .string(section.model))] + section.members + [("count", .int(Int64(section.count)))])
    rows = JSONRows(section.allColumns)
  }

  mutating func write(_ row: [PlacedValue], at place: Int?) {
    rows.write(row, to: &json)
    json.write(raw: "\n")
  }

  private mutating func writeLine(_ members: [(name: String, value: AttributeValue)]) {
    json.write(object: members)
    json.write(raw: "\n")
  }

  mutating func endSection() {}

  mutating func end() {}
}
