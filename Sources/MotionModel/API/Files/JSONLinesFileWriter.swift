/// Writes a file as JSON Lines: a line about the file, and for each model a line and one for each record.
///
/// The lines say how many follow, so that a file that was cut off between two lines is not taken for a whole one.
struct JSONLinesFileWriter: FileWriter {
  private var json = JSONWriter()
  private var rows = JSONRows([])

  var byteCount: Int { json.bytes.count }

  mutating func takeBytes() -> [UInt8] { json.takeBytes() }

  mutating func begin(_ scope: FileScope, models: Int) {
    json.write(raw: "{\"format\": ")
    json.write(quoted: FileHeader.lines)
    json.write(raw: ", \"version\": ")
    json.write(.int(Int64(FileHeader.version)))
    json.write(raw: ", \"scope\": ")
    json.write(quoted: scope.rawValue)
    json.write(raw: ", \"models\": ")
    json.write(.int(Int64(models)))
    json.write(raw: "}\n")
  }

  mutating func begin(_ section: FileSection) {
    json.write(raw: "{\"model\": ")
    json.write(quoted: section.model)
    json.write(raw: ", \"columns\": ")
    json.write(.array(section.columns.map { .string($0) }))
    json.write(raw: ", \"nextNumber\": ")
    json.write(.int(Int64(section.nextNumber)))
    json.write(raw: ", \"count\": ")
    json.write(.int(Int64(section.count)))
    json.write(raw: "}\n")
    rows = JSONRows(section.columns)
  }

  mutating func write(_ row: [AttributeValue?]) {
    rows.write(row, to: &json)
    json.write(raw: "\n")
  }

  mutating func endSection() {}

  mutating func end() {}
}
