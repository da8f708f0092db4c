/// The names of a section's columns as JSON, with which its rows are written and read.
struct JSONRows {
  /// The names, quoted.
  private let names: [[UInt8]]
  private let places: [String: Int]

  init(_ columns: [String]) {
    names = columns.map { Array(JSONFormat.written(.string($0)).utf8) }
    places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// Writes a row as an object.
  func write(_ row: [PlacedValue], to json: inout JSONWriter) {
    json.write(raw: "{")
    var isFirst = true
    for (column, value) in row {
      if !isFirst { json.write(raw: ", ") }
      isFirst = false
      json.write(raw: names[column])
      json.write(raw: ": ")
      json.write(value)
    }
    json.write(raw: "}")
  }

  /// Reads an object into an empty row.
  ///
  /// - Throws: ``OtherStructure`` also for a column that the section does not list.
  func read(into row: inout FileRow, from json: inout JSONReader) throws(OtherStructure) {
    try json.expect("{")
    if json.take("}") { return }
    var next = 0
    repeat {
      let place = try readColumn(from: next, &json)
      guard row.set(try json.value(), at: place) else { throw OtherStructure() }
      next = place + 1
    } while json.take(",")
    try json.expect("}")
  }

  /// Reads the name of a column, which is one of the next if the file was written by this library and few are nil.
  private func readColumn(from start: Int, _ json: inout JSONReader) throws(OtherStructure) -> Int {
    for place in start..<min(start + 8, max(start, names.count)) where json.take(names[place]) {
      try json.expect(":")
      return place
    }
    guard let place = places[try json.name()] else { throw OtherStructure() }
    return place
  }
}

/// A file does not have the structure that the library writes, or is not JSON: ``TreeFileReader`` reads it, or says
/// what is wrong.
struct OtherStructure: Error {}

extension JSONReader {
  mutating func expect(_ character: Unicode.Scalar) throws(OtherStructure) {
    if !take(character) { throw OtherStructure() }
  }

  /// Reads a name and the colon behind it.
  mutating func name() throws(OtherStructure) -> String {
    guard let name = try? readKey() else { throw OtherStructure() }
    try expect(":")
    return name
  }

  /// Reads the beginning of an object up to the value of a member, and returns the members before it.
  mutating func members(before last: String) throws(OtherStructure) -> [String: AttributeValue] {
    try expect("{")
    var members: [String: AttributeValue] = [:]
    while true {
      let name = try name()
      if name == last { return members }
      if members.updateValue(try value(), forKey: name) != nil { throw OtherStructure() }
      try expect(",")
    }
  }

  /// Reads an object as its members in their order. A name may occur twice.
  mutating func members() throws(OtherStructure) -> [(name: String, value: AttributeValue)] {
    try expect("{")
    var members: [(name: String, value: AttributeValue)] = []
    if take("}") { return members }
    repeat { members.append((try name(), try value())) } while take(",")
    try expect("}")
    return members
  }

  /// Reads an object.
  mutating func object() throws(OtherStructure) -> [String: AttributeValue] {
    guard case .dictionary(let members) = try value() else { throw OtherStructure() }
    return members
  }

  mutating func value() throws(OtherStructure) -> AttributeValue {
    do { return try readValue() } catch { throw OtherStructure() }
  }
}
