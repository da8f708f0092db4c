/// A byte of a plain string that is searched for in eight bytes at a time.
struct WantedByte {
  private let copies: UInt64
  /// The bit that is set in all letters before they are compared: capital letters lack it.
  private let caseBits: UInt64

  /// - Parameter ignoresCase: Whether the byte is a small letter, and capital ones are found as well.
  @inline(__always) init(_ byte: UInt8, ignoresCase: Bool) {
    copies = UInt64.eachByte &* UInt64(byte)
    caseBits = ignoresCase ? UInt64.eachByte &* 0x20 : 0
  }

  /// Returns a word with the upper bit set in each byte that is the wanted one. It may be set in others that follow
  /// one.
  @inline(__always) func places(in word: UInt64) -> UInt64 { ((word | caseBits) ^ copies).zeroBytes }
}

extension UInt64 {
  /// A word of eight bytes that are one.
  static var eachByte: UInt64 { 0x0101_0101_0101_0101 }

  /// A word with the upper bit set in each byte that is zero. It may be set in others that follow one. (S. E. Anderson,
  /// *Bit Twiddling Hacks*.)
  @inline(__always) var zeroBytes: UInt64 { (self &- Self.eachByte) & ~self & (Self.eachByte &* 0x80) }
}
