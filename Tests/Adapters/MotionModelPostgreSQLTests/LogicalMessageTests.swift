import MotionModelPostgreSQL
import MotionModelTestSupport
import Testing

/// Messages of `pgoutput`, written by hand after the description of the protocol.
struct LogicalMessageTests {
  /// Writes the parts of a message.
  private struct Writer {
    var bytes: [UInt8] = []

    init(_ kind: Character) { byte(kind) }

    mutating func byte(_ character: Character) { bytes.append(character.asciiValue ?? 0) }
    mutating func number<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    mutating func string(_ string: String) { bytes += Array(string.utf8) + [0] }
    mutating func row(_ values: [LogicalMessage.Value]) {
      number(Int16(values.count))
      for value in values {
        switch value {
        case .null: byte("n")
        case .unchanged: byte("u")
        case .text(let text):
          byte("t")
          number(Int32(text.utf8.count))
          bytes += Array(text.utf8)
        }
      }
    }
  }

  private func bytes(_ kind: Character, _ write: (inout Writer) -> Void) -> [UInt8] {
    var writer = Writer(kind)
    write(&writer)
    return writer.bytes
  }

  /// A message of each kind, and its bytes.
  private var samples: [(LogicalMessage, [UInt8])] {
    let row: [LogicalMessage.Value] = [.text("7"), .null, .unchanged, .text("Grüße\n")]
    let key: [LogicalMessage.Value] = [.text("7"), .null, .null, .null]
    let columns = [
      LogicalMessage.Column(name: "id", type: 20, isKey: true),
      LogicalMessage.Column(name: "a b", type: 25, isKey: false),
    ]
    return [
      (
        .begin(end: 0x1_0000_0002, time: -5, number: 731),
        bytes("B") {
          $0.number(UInt64(0x1_0000_0002))
          $0.number(Int64(-5))
          $0.number(UInt32(731))
        }
      ),
      (
        .commit(flags: 0, position: 16, end: 48, time: 9),
        bytes("C") {
          $0.number(UInt8(0))
          $0.number(UInt64(16))
          $0.number(UInt64(48))
          $0.number(Int64(9))
        }
      ),
      (
        .origin("north"),
        bytes("O") {
          $0.number(UInt64(3))
          $0.string("north")
        }
      ),
      (
        .relation(
          LogicalMessage.Relation(number: 16_384, schema: "public", name: "Page", columns: columns, hasFullRows: true)),
        bytes("R") {
          $0.number(UInt32(16_384))
          $0.string("public")
          $0.string("Page")
          $0.byte("f")
          $0.number(Int16(2))
          for column in columns {
            $0.number(UInt8(column.isKey ? 1 : 0))
            $0.string(column.name)
            $0.number(column.type)
            $0.number(Int32(-1))
          }
        }
      ),
      (
        .type(number: 99, schema: "s", name: "mood"),
        bytes("Y") {
          $0.number(UInt32(99))
          $0.string("s")
          $0.string("mood")
        }
      ),
      (
        .insert(relation: 5, row: row),
        bytes("I") {
          $0.number(UInt32(5))
          $0.byte("N")
          $0.row(row)
        }
      ),
      (
        .update(relation: 5, old: nil, row: row),
        bytes("U") {
          $0.number(UInt32(5))
          $0.byte("N")
          $0.row(row)
        }
      ),
      (
        .update(relation: 5, old: key, row: row),
        bytes("U") {
          $0.number(UInt32(5))
          $0.byte("K")
          $0.row(key)
          $0.byte("N")
          $0.row(row)
        }
      ),
      (
        .delete(relation: 5, old: row),
        bytes("D") {
          $0.number(UInt32(5))
          $0.byte("O")
          $0.row(row)
        }
      ),
      (
        .truncate([5, 6]),
        bytes("T") {
          $0.number(Int32(2))
          $0.number(UInt8(0))
          $0.number(UInt32(5))
          $0.number(UInt32(6))
        }
      ),
    ]
  }

  @Test func `messages of all kinds are read`() throws {
    for (message, bytes) in samples { #expect(try LogicalMessageReader.message(bytes[...]) == message) }
  }

  @Test func `each part of a message that is missing, and each byte too much, is an error`() {
    for (_, bytes) in samples {
      for count in bytes.indices {
        #expect(throws: LogicalMessageError.truncated(message: count == 0 ? 0 : bytes[0])) {
          try LogicalMessageReader.message(bytes[..<count])
        }
      }
      #expect(throws: LogicalMessageError.tooLong(message: bytes[0])) {
        try LogicalMessageReader.message((bytes + [0])[...])
      }
    }
  }

  @Test func `what is not a message is named`() {
    #expect(throws: LogicalMessageError.unknownKind(UInt8(ascii: "Z"), in: UInt8(ascii: "Z"))) {
      try LogicalMessageReader.message(Array("Z".utf8)[...])
    }
    #expect(throws: LogicalMessageError.unknownKind(UInt8(ascii: "X"), in: UInt8(ascii: "I"))) {
      try LogicalMessageReader.message([73, 0, 0, 0, 5, 88, 0, 0])
    }
    #expect(throws: LogicalMessageError.notUTF8(message: UInt8(ascii: "O"))) {
      try LogicalMessageReader.message([79, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0])
    }
    // A length that would end behind the message, and one that is negative.
    for length: [UInt8] in [[0x7F, 255, 255, 255], [255, 255, 255, 255]] {
      #expect(throws: LogicalMessageError.truncated(message: UInt8(ascii: "I"))) {
        try LogicalMessageReader.message(([73, 0, 0, 0, 5, 78, 0, 1, 116] + length + [65])[...])
      }
    }
  }

  @Test func `damaged messages are read or refused, and nothing else`() {
    var random = TestSeed.generator()
    let samples = samples
    for _ in 0..<20_000 {
      var bytes = random.pick(samples).1
      for _ in 0...Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? LogicalMessageReader.message(bytes[...])
    }
  }
}
