/// Writes a file as JSON, with a line for each record.
struct JSONFileWriter: FileWriter {
  private var json = JSONWriter()
  private var rows = JSONRows([])
  private var isFirstSection = true
  private var isFirstRow = true

  var byteCount: Int { json.bytes.count }

  mutating func takeBytes() -> [UInt8] { json.takeBytes() }

  mutating func begin(_ scope: FileScope, models: Int) {
    json.write(raw: "{\n\"format\": ")
    json.write(quoted: FileHeader.format)
    json.write(raw: ",\n\"version\": ")
    json.write(.int(Int64(FileHeader.version)))
    json.write(raw: ",\n\"scope\": ")
    json.write(quoted: scope.rawValue)
    json.write(raw: ",\n\"models\": {")
  }

  mutating func begin(_ section: FileSection) {
    json.write(raw: isFirstSection ? "\n" : ",\n")
    json.write(quoted: section.model)
    json.write(raw: ": {\n\"columns\": ")
    json.write(.array(section.columns.map { .string($0) }))
    json.write(raw: ",\n\"nextNumber\": ")
    json.write(.int(Int64(section.nextNumber)))
    json.write(raw: ",\n\"rows\": [")
    rows = JSONRows(section.columns)
    (isFirstSection, isFirstRow) = (false, true)
  }

  mutating func write(_ row: [AttributeValue?]) {
    json.write(raw: isFirstRow ? "\n" : ",\n")
    isFirstRow = false
    rows.write(row, to: &json)
  }

  mutating func endSection() { json.write(raw: isFirstRow ? "]\n}" : "\n]\n}") }

  mutating func end() { json.write(raw: isFirstSection ? "}\n}\n" : "\n}\n}\n") }
}
