/// Reads a message of `pgoutput`. Every length is checked before it is used.
package struct LogicalMessageReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private let kind: UInt8

  /// Reads a message.
  package static func message(_ bytes: ArraySlice<UInt8>) throws(LogicalMessageError) -> LogicalMessage {
    guard let kind = bytes.first else { throw .truncated(message: 0) }
    var reader = LogicalMessageReader(bytes: bytes, position: bytes.startIndex + 1, kind: kind)
    let message = try reader.message()
    if reader.position != bytes.endIndex { throw .tooLong(message: kind) }
    return message
  }

  private init(bytes: ArraySlice<UInt8>, position: Int, kind: UInt8) {
    (self.bytes, self.position, self.kind) = (bytes, position, kind)
  }

  private mutating func message() throws(LogicalMessageError) -> LogicalMessage {
    switch Unicode.Scalar(kind) {
    case "B": .begin(end: try number(), time: try number(), number: try number())
    case "C": .commit(flags: try number(), position: try number(), end: try number(), time: try number())
    case "O": try origin()
    case "R": .relation(try relation())
    case "Y": .type(number: try number(), schema: try string(), name: try string())
    case "I": .insert(relation: try number(), row: try newRow())
    case "U": try update()
    case "D": .delete(relation: try number(), old: try oldRow(try number()))
    case "T": try truncation()
    default: throw .unknownKind(kind, in: kind)
    }
  }

  private mutating func origin() throws(LogicalMessageError) -> LogicalMessage {
    let _: UInt64 = try number()
    return .origin(try string())
  }

  private mutating func relation() throws(LogicalMessageError) -> LogicalMessage.Relation {
    let (number, schema, name): (UInt32, String, String) = (try number(), try string(), try string())
    let (identity, count): (UInt8, Int16) = (try self.number(), try self.number())
    if count < 0 { throw .truncated(message: kind) }
    var columns: [LogicalMessage.Column] = []
    for _ in 0..<count {
      let (flags, name, type): (UInt8, String, UInt32) = (try self.number(), try string(), try self.number())
      let _: UInt32 = try self.number()
      columns.append(LogicalMessage.Column(name: name, type: type, isKey: flags & 1 == 1))
    }
    return LogicalMessage.Relation(
      number: number, schema: schema, name: name, columns: columns, hasFullRows: identity == UInt8(ascii: "f"))
  }

  private mutating func update() throws(LogicalMessageError) -> LogicalMessage {
    let (relation, next): (UInt32, UInt8) = (try number(), try number())
    if next == UInt8(ascii: "N") { return .update(relation: relation, old: nil, row: try row()) }
    let old = try oldRow(next)
    return .update(relation: relation, old: old, row: try newRow())
  }

  private mutating func truncation() throws(LogicalMessageError) -> LogicalMessage {
    let (count, _): (Int32, UInt8) = (try number(), try number())
    if count < 0 { throw .truncated(message: kind) }
    var relations: [UInt32] = []
    for _ in 0..<count { relations.append(try number()) }
    return .truncate(relations)
  }

  // MARK: - Rows

  private mutating func newRow() throws(LogicalMessageError) -> [LogicalMessage.Value] {
    let mark: UInt8 = try number()
    if mark != UInt8(ascii: "N") { throw .unknownKind(mark, in: kind) }
    return try row()
  }

  private mutating func oldRow(_ mark: UInt8) throws(LogicalMessageError) -> [LogicalMessage.Value] {
    if mark != UInt8(ascii: "K") && mark != UInt8(ascii: "O") { throw .unknownKind(mark, in: kind) }
    return try row()
  }

  private mutating func row() throws(LogicalMessageError) -> [LogicalMessage.Value] {
    let count: Int16 = try number()
    if count < 0 { throw .truncated(message: kind) }
    var values: [LogicalMessage.Value] = []
    // A damaged message may say more values than it can have.
    values.reserveCapacity(min(Int(count), bytes.endIndex - position))
    for _ in 0..<count { values.append(try value()) }
    return values
  }

  private mutating func value() throws(LogicalMessageError) -> LogicalMessage.Value {
    let mark: UInt8 = try number()
    switch Unicode.Scalar(mark) {
    case "n": return .null
    case "u": return .unchanged
    case "t":
      let count: Int32 = try number()
      guard count >= 0, Int(count) <= bytes.endIndex - position else { throw .truncated(message: kind) }
      defer { position += Int(count) }
      return .text(try string(bytes[position..<position + Int(count)]))
    default: throw .unknownKind(mark, in: kind)
    }
  }

  // MARK: - Parts

  /// Reads a number, the highest byte first.
  private mutating func number<Number: FixedWidthInteger>() throws(LogicalMessageError) -> Number {
    let count = Number.bitWidth / 8
    guard bytes.endIndex - position >= count else { throw .truncated(message: kind) }
    var number: Number = 0
    for index in position..<position + count {
      number = (count > 1 ? number << 8 : 0) | Number(truncatingIfNeeded: bytes[index])
    }
    position += count
    return number
  }

  /// Reads a string that ends with NUL.
  private mutating func string() throws(LogicalMessageError) -> String {
    guard let end = bytes[position...].firstIndex(of: 0) else { throw .truncated(message: kind) }
    defer { position = end + 1 }
    return try string(bytes[position..<end])
  }

  private func string(_ bytes: ArraySlice<UInt8>) throws(LogicalMessageError) -> String {
    guard let string = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(message: kind) }
    return string
  }
}
