extension PlistWriter {
  /// Writes a whole file.
  mutating func write(_ file: StoreFile) {
    begin(isDictionary: true)
    for (name, value) in file.header {
      writeKey(name)
      write(value)
    }
    writeKey("models")
    begin(isDictionary: true)
    for section in file.sections { write(section) }
    end(isDictionary: true)
    end(isDictionary: true)
  }

  private mutating func write(_ section: StoreFile.Section) {
    writeKey(section.model)
    begin(isDictionary: true)
    writeKey("columns")
    write(.array(section.columns.map { .string($0) }))
    writeKey("nextNumber")
    write(.int(Int64(section.nextNumber)))
    writeKey("rows")
    begin(isDictionary: false)
    for row in section.rows { write(row, section.columns) }
    end(isDictionary: false)
    end(isDictionary: true)
  }

  private mutating func write(_ row: [String: AttributeValue], _ columns: [String]) {
    begin(isDictionary: true)
    for column in columns {
      guard let value = row[column] else { continue }
      writeKey(column)
      write(value)
    }
    end(isDictionary: true)
  }
}
