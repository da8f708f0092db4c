import MotionModelStorage
import MotionModelTestSupport
import Testing

struct CRC32CTests {
  /// From RFC 3720, B.4, and the check value of the catalogue of CRCs.
  @Test(
    arguments: [
      (Array("123456789".utf8), 0xE306_9283), ([], 0), (Array(repeating: 0, count: 32), 0x8A91_36AA),
      (Array(repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E),
    ] as [([UInt8], UInt32)])
  func `checksums are those of the standard`(bytes: [UInt8], checksum: UInt32) {
    #expect(CRC32C.checksum(of: bytes) == checksum)
    #expect(bytes.withUnsafeBytes { CRC32C.softwareChecksum(of: $0) } == checksum)
  }

  @Test func `the processor and the tables agree, also in parts`() {
    var random = TestSeed.generator(4)
    for _ in 0..<500 {
      let bytes = (0..<random.number(0...300)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let cut = random.number(0...bytes.count)
      let start = CRC32C.checksum(of: Array(bytes[..<cut]))
      let rest = Array(bytes[cut...])
      #expect(CRC32C.checksum(of: rest, continuing: start) == CRC32C.checksum(of: bytes))
      #expect(
        rest.withUnsafeBytes { CRC32C.softwareChecksum(of: $0, continuing: start) } == CRC32C.checksum(of: bytes))
    }
  }
}
