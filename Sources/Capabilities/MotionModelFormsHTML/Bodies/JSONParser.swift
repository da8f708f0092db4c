import MotionModel
import MotionModelValues

/// Reads `application/json`: an object, whose nested members have the names that fields of the same place have.
///
/// `{"name": "Walk", "tags": ["a", "b"], "steps": [{"name": "x"}]}` has the parameters `name`, `tags[]`, `tags[]` and
/// `steps[0][name]`. A number is the text as it was written, null is an empty text, and an empty list no choices.
struct JSONParser: BodyParser {
  private var bytes: [UInt8] = []

  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into collector: inout BodyCollector
  ) throws {
    try collector.keep(bytes.count, at: offset)
    self.bytes.append(contentsOf: bytes)
  }

  mutating func end(at offset: Int, into collector: inout BodyCollector) throws {
    try bytes.withUnsafeBufferPointer { bytes in
      var walk = JSONWalk(bytes, collector)
      try walk.readWhole()
      collector = walk.collector
    }
  }
}

/// Walks through JSON. It recurses as deeply as the limit allows.
private struct JSONWalk {
  var collector: BodyCollector
  private let bytes: UnsafeBufferPointer<UInt8>
  private var reader: JSONReader
  private var keys: [String] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ collector: BodyCollector) {
    (self.bytes, self.collector) = (bytes, collector)
    reader = JSONReader(bytes, depthLimit: 1)
  }

  mutating func readWhole() throws(BodyError) {
    guard reader.take("{") else { throw error(reader.isAtEnd ? .unfinished : .notAnObject) }
    try readMembers()
    if !reader.isAtEnd { throw error(.notJSON) }
  }

  private func error(_ problem: BodyError.Problem) -> BodyError {
    BodyError(problem, offset: reader.index, field: keys.isEmpty ? nil : name)
  }

  /// Reads the members of an object behind its brace.
  private mutating func readMembers() throws(BodyError) {
    if reader.take("}") { return }
    var seen: Set<String> = []
    repeat {
      let key = try readKey()
      guard seen.insert(key).inserted else { throw error(.sameKeyTwice) }
      try readValue(below: key)
    } while reader.take(",")
    if !reader.take("}") { throw error(.notJSON) }
  }

  private mutating func readKey() throws(BodyError) -> String {
    try collector.begin(at: reader.index)
    do throws(JSONFormat.Failure) {
      let key = try reader.readKey()
      if reader.take(":") { return key }
    } catch {}
    throw error(.notJSON)
  }

  /// Reads the elements of an array behind its bracket. Objects are numbered, and other elements are not.
  private mutating func readElements() throws(BodyError) {
    if reader.take("]") {
      keys.append("")
      try add(.choices([]), at: reader.index)
      keys.removeLast()
      return
    }
    var number = 0
    repeat {
      try collector.begin(at: reader.index)
      if reader.take("{") {
        try below(String(number)) { walk throws(BodyError) in try walk.readMembers() }
      } else {
        try readValue(below: "")
      }
      number += 1
    } while reader.take(",")
    if !reader.take("]") { throw error(.notJSON) }
  }

  private mutating func readValue(below key: String) throws(BodyError) {
    try below(key) { walk throws(BodyError) in
      if walk.reader.take("{") {
        try walk.readMembers()
      } else if walk.reader.take("[") {
        try walk.readElements()
      } else {
        try walk.readScalar()
      }
    }
  }

  private mutating func below(
    _ key: String, _ body: (inout JSONWalk) throws(BodyError) -> Void
  ) throws(BodyError) {
    if keys.count >= collector.limits.depth { throw collector.tooMuch(.depth, at: reader.index, field: keys.first) }
    keys.append(key)
    try body(&self)
    keys.removeLast()
  }

  private mutating func readScalar() throws(BodyError) {
    let start = reader.index
    let value: AttributeValue
    do throws(JSONFormat.Failure) { value = try reader.readValue() } catch { throw self.error(.notJSON) }
    switch value {
    case .string(let text): try add(.text(text), hasNull: text.utf8.contains(0), at: start)
    case .bool(let isOn): try add(.flag(isOn), at: start)
    case .null: try add(.text(""), at: start)
    default: try add(.text(number(from: start)), at: start)
    }
  }

  /// Returns the digits as they were written.
  private func number(from start: Int) -> String {
    let text = bytes[start..<reader.index].drop { $0 <= 0x20 }
    return String(decoding: text, as: UTF8.self)
  }

  /// The keys as the name of a field. Bytes of a key that would mean something in a name are escaped, as in those of
  /// `FormFieldNames`.
  private var name: String {
    let escaped = keys.map { PercentEncoding.encoded($0, keeping: { !FormFieldNames.isSpecial($0) }) }
    return (escaped.first ?? "") + escaped.dropFirst().map { "[\($0)]" }.joined()
  }

  private mutating func add(_ input: FormInput, hasNull: Bool = false, at offset: Int) throws(BodyError) {
    let name = BodyName(Array(name.utf8), limits: collector.limits, at: offset)
    if case .text(let text) = input, text.utf8.count > collector.limits.fieldBytes {
      throw collector.tooMuch(.fieldBytes, at: offset, field: name.text)
    }
    collector.add(name, input, hasNull ? BodyError(.nullCharacter, offset: offset, field: name.text) : nil)
  }
}
