import Testing

@testable import MotionModelSearch

struct ByteLengthTests {
  @Test func `Lengths below 128 are exact`() {
    #expect((0..<128).map { ByteLength.length(ByteLength.code($0)) } == Array(0..<128))
  }

  @Test func `Longer ones are rounded down by less than a sixteenth, up to the greatest`() {
    for length in UInt32(128)..<30_720 {
      let known = ByteLength.length(ByteLength.code(length))
      #expect(known <= length && length - known < known / 16 + 1, "\(length) became \(known)")
    }
    for length in [30_720, 65_535, 1 << 24, UInt32.max] { #expect(ByteLength.code(length) == 254) }
  }

  @Test func `Bytes are in the order of the lengths they stand for, and stay what they are`() {
    let lengths = (0...254).map { ByteLength.length(UInt8($0)) }
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 < $1 })
    #expect(lengths.map { ByteLength.code($0) } == (0...254).map { UInt8($0) })
  }
}
