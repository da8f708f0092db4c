/// Writes a file as a property list. Nothing can be given away before the end.
struct PlistFileWriter<Plist: PlistWriter>: FileWriter {
  private var plist: Plist
  private var names: [String] = []
  private var isOver = false

  init(_ plist: Plist) { self.plist = plist }

  var byteCount: Int { 0 }

  mutating func takeBytes() -> [UInt8] { isOver ? Array(plist.finish()) : [] }

  mutating func begin(_ head: FileHead, models: Int) {
    plist.begin(isDictionary: true)
    plist.writeKey("format")
    plist.write(.string(FileHeader.format))
    plist.writeKey("version")
    plist.write(FileHeader.versionNumber)
    write(head.members)
    plist.writeKey("models")
    plist.begin(isDictionary: true)
  }

  mutating func begin(_ section: FileSection) {
    names = section.allColumns
    plist.writeKey(section.model)
    plist.begin(isDictionary: true)
    write(section.members)
    plist.writeKey("rows")
    plist.begin(isDictionary: false)
  }

  private mutating func write(_ members: [(name: String, value: AttributeValue)]) {
    for (name, value) in members {
      plist.writeKey(name)
      plist.write(value)
    }
  }

  mutating func write(_ row: [PlacedValue], at place: Int?) {
    plist.begin(isDictionary: true)
    for (column, value) in row {
      plist.writeKey(names[column])
      plist.write(value)
    }
    plist.end(isDictionary: true)
  }

  mutating func endSection() {
    plist.end(isDictionary: false)
    plist.end(isDictionary: true)
  }

  mutating func end() {
    plist.end(isDictionary: true)
    plist.end(isDictionary: true)
    isOver = true
  }
}
