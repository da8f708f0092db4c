import Foundation
import MotionModelTestSupport
import MotionModelValues
import Testing

/// What a writer wrote is read again bit for bit, and nothing else is read at all.
struct BinaryTests {
  private func bytes(_ write: (inout BinaryWriter) -> Void) -> [UInt8] {
    var writer = BinaryWriter()
    write(&writer)
    return writer.bytes
  }

  private func read<Value>(
    _ bytes: [UInt8], _ body: (inout BinaryReader) throws(BinaryReader.Malformed) -> Value
  ) throws(BinaryReader.Malformed) -> Value {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(BinaryReader.Malformed) in
        var reader = BinaryReader(bytes)
        let value = try body(&reader)
        if !reader.isAtEnd { throw BinaryReader.Malformed() }
        return value
      }
    }.get()
  }

  private func value(_ bytes: [UInt8]) throws(BinaryReader.Malformed) -> AttributeValue {
    try read(bytes) { reader throws(BinaryReader.Malformed) in try reader.readValue() }
  }

  @Test func `numbers have the bytes that the format says`() {
    #expect(bytes { $0.write(fixed: UInt32(0x0102_0304)) } == [4, 3, 2, 1])
    #expect(bytes { $0.write(fixed: 3) { Int16($0) - 1 } } == [255, 255, 0, 0, 1, 0])
    #expect(bytes { $0.write(count: 127) } == [0x7F])
    #expect(bytes { $0.write(count: 300) } == [0xAC, 0x02])
    #expect(bytes { $0.write("é") } == [2, 0xC3, 0xA9])
    #expect(bytes { $0.write(["a": -2]) } == [14, 1, 1, 0x61, 4, 1])
  }

  private static let limits: [AttributeValue] = [
    .null, true, false, 0, -1, 127, 128, .int(.min), .int(.max), .uint(.max), .double(-0.0), .double(.infinity),
    .double(.nan), .double(.leastNonzeroMagnitude), .double(Double(bitPattern: 0x7FF8_0000_0000_0123)),
    .decimal(Decimal.greatestFiniteMagnitude), .decimal(.leastNonzeroMagnitude), .decimal(.nan), .decimal(0),
    "", "\u{0}", "e\u{301}", .string(String(repeating: "👍🏽", count: 1000)), .date(.distantPast), .date(.distantFuture),
    .date(Date(timeIntervalSinceReferenceDate: 0.1)), .uuid(UUID()), .data(Data()), .data(Data([0, 255])), [], [:],
    [[], [:], [[1]]], ["": ["": .null]],
  ]

  @Test func `values of all kinds are read again`() throws {
    for limit in Self.limits { #expect(try value(bytes { $0.write(limit) }).isExactly(limit), "\(limit)") }
  }

  @Test(arguments: ["https://example.com/a?b#c", "a/b", "?", "mailto:a@b.c", "file:///tmp/a%20b"])
  func `a URL is read again, also relative to another`(text: String) throws {
    let base = try #require(URL(string: "https://example.com/x/y"))
    for url in [URL(string: text), URL(string: text, relativeTo: base)] {
      let url = try #require(url)
      #expect(try value(bytes { $0.write(.url(url)) }).isExactly(.url(url)))
    }
  }

  @Test func `a value may be nested as deep as in other formats, and no deeper`() throws {
    func nested(_ depth: Int) -> AttributeValue { (0..<depth).reduce(1) { value, _ in .array([value]) } }
    #expect(try value(bytes { $0.write(nested(501)) }) == nested(501))
    #expect(throws: BinaryReader.Malformed.self) { try value(bytes { $0.write(nested(502)) }) }
    let hostile = (0..<100_000).flatMap { _ in [13, 1] as [UInt8] }
    #expect(throws: BinaryReader.Malformed.self) { try value(hostile + [0]) }
  }

  @Test func `what is cut off, continued or claims too much is refused`() {
    for limit in Self.limits {
      let bytes = bytes { $0.write(limit) }
      for count in bytes.indices { #expect(throws: BinaryReader.Malformed.self) { try value(Array(bytes[..<count])) } }
      #expect(throws: BinaryReader.Malformed.self) { try value(bytes + [0]) }
    }
    // A string, data, an array and a dictionary of 2⁶³ elements, an unknown kind, and a count with too many bytes.
    let huge = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
    for bytes in [
      [8] + huge, [12] + huge, [13] + huge, [14] + huge, [15], [3] + [UInt8](repeating: 0x80, count: 10) + [1],
    ] {
      #expect(throws: BinaryReader.Malformed.self) { try value(bytes) }
    }
    #expect(throws: BinaryReader.Malformed.self) { try value([8, 1, 0xFF]) }
    #expect(throws: BinaryReader.Malformed.self) { try value([14, 2, 1, 0x61, 0, 1, 0x61, 0]) }
  }

  @Test func `any bytes are read or refused`() throws {
    var random = TestSeed.generator(5_100)
    for _ in 0..<20_000 {
      let bytes = (0..<random.number(0...40)).map { _ in
        random.chance(70) ? UInt8(random.number(0...16)) : .random(in: 0...255, using: &random)
      }
      guard let value = try? value(bytes) else { continue }
      let again = try self.value(self.bytes { $0.write(value) })
      #expect(again.isExactly(value), "seed \(TestSeed.current), \(bytes)")
    }
  }
}
