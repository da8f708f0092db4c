/// Reads JSON of which a part is in memory.
struct JSONInput {
  private let window: ByteWindow
  private var json: JSONReader

  init(_ window: ByteWindow) {
    self.window = window
    json = JSONReader(window.bytes.bindMemory(to: UInt8.self), depthLimit: FileHeader.valueDepthLimit)
  }

  /// Reads a part of the file, and the white space before it. If it is cut off where the memory ends, it is read again
  /// with more of the file.
  ///
  /// - Parameter body: Reads the part, which has to end with a bracket, a comma or a colon: a number might go on. It
  ///   may be called several times, and must leave nothing behind when it throws.
  mutating func read<Value>(_ body: (inout JSONReader) throws(OtherStructure) -> Value) throws -> Value {
    // White space need not be in memory, however much there is.
    _ = try isAtEnd()
    var start = json.index
    while true {
      do throws(OtherStructure) { return try body(&json) } catch {
        guard try window.readMore(keepingFrom: start) else { throw error }
        start = 0
        json.restart(in: window.bytes.bindMemory(to: UInt8.self))
      }
    }
  }

  /// Reads a record into an empty row.
  ///
  /// - Parameters:
  ///   - separator: What comes before the record.
  ///   - end: What comes behind the last record instead of it.
  /// - Returns: False if the end came.
  mutating func readRow(
    _ rows: JSONRows, into row: inout FileRow, behind separator: Unicode.Scalar?, or end: Unicode.Scalar? = nil
  ) throws -> Bool {
    let start = json.index
    do throws(OtherStructure) {
      if let end, json.take(end) { return false }
      if let separator { try json.expect(separator) }
      try rows.read(into: &row, from: &json)
      return true
    } catch {
      // It may be cut off. Then it is read step by step, so that white space need not be in memory.
      json.restart(in: window.bytes.bindMemory(to: UInt8.self), at: start)
    }
    if let end, try take(end) { return false }
    if let separator, try !take(separator) { throw OtherStructure() }
    try read { json throws(OtherStructure) in
      row.removeAll()
      try rows.read(into: &row, from: &json)
    }
    return true
  }

  /// Takes a bracket or a comma if it comes next.
  mutating func take(_ sign: Unicode.Scalar) throws -> Bool {
    try !isAtEnd() && json.take(sign)
  }

  /// Whether nothing but white space is left.
  mutating func isAtEnd() throws -> Bool {
    while json.isAtEnd {
      if try !window.readMore(keepingFrom: json.index) { return true }
      json.restart(in: window.bytes.bindMemory(to: UInt8.self))
    }
    return false
  }
}
