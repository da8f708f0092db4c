@testable import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct StringBytesTests {
  @Test func `bytes are compared from first to last`() {
    var random = TestSeed.generator(77)
    for _ in 0..<5_000 {
      let bytes = (0..<random.number(0...30)).map { _ in UInt8(random.pick([0x20, 0x61, 0x7F, 0x80, 0xFF])) }
      var others = bytes
      if let place = others.indices.randomElement(using: &random), random.chance(60) { others[place] ^= 0x81 }
      if random.chance(50) { others = Array(others.prefix(random.number(0...30))) }
      if random.chance(30) { others += [0x61, 0x62] }
      check(bytes, others)
    }
  }

  private func check(_ bytes: [UInt8], _ others: [UInt8]) {
    bytes.withUnsafeBufferPointer { first in
      others.withUnsafeBufferPointer { second in
        let comment = Comment(rawValue: "\(bytes) and \(others), seed \(TestSeed.current)")
        #expect(first.commonPrefix(with: second) == zip(bytes, others).prefix { $0 == $1 }.count, comment)
        #expect(first.isSame(as: second) == (bytes == others), comment)
      }
    }
  }
}
