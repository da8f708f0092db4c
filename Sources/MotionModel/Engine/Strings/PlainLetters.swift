/// Compares the bytes of plain strings, with or without regard to case.
struct PlainLetters: Sendable {
  let ignoresCase: Bool

  /// Returns a byte of a searched string in the case that comparisons use. The bytes to find are folded already.
  @inline(__always) func folded(_ byte: UInt8) -> UInt8 { ignoresCase && 0x41...0x5A ~= byte ? byte | 0x20 : byte }

  /// Returns whether a string has the given bytes at a position.
  @inline(__always)
  func areSame(_ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    for index in 0..<bytes.count where folded(text[place &+ index]) != bytes[index] { return false }
    return true
  }

  /// Returns what finds a byte among eight of a string.
  @inline(__always)
  func wanted(_ byte: UInt8) -> WantedByte { WantedByte(byte, ignoresCase: ignoresCase && 0x61...0x7A ~= byte) }

  /// Returns how many bytes at the beginning of a string match the bytes to find.
  @inline(__always) func commonPrefix(_ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    if !ignoresCase { return text.commonPrefix(with: bytes) }
    let common = bytes.count < text.count ? bytes.count : text.count
    var place = 0
    while place < common && folded(text[place]) == bytes[place] { place &+= 1 }
    return place
  }

  /// Returns how many bytes at the end of a string match the bytes to find.
  @inline(__always) func commonSuffix(_ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    let common = bytes.count < text.count ? bytes.count : text.count
    var count = 0
    while count < common && folded(text[text.count &- 1 &- count]) == bytes[bytes.count &- 1 &- count] { count &+= 1 }
    return count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are ASCII without carriage returns. Eight bytes are tested at a time, because nearly all
  /// strings are plain.
  @inline(__always) var isPlain: Bool {
    var (special, index) = (UInt64(0), 0)
    if count < 8 {
      while index < count {
        special |= Self.notPlain(UInt64(self[index]))
        index &+= 1
      }
      return special == 0
    }
    while index < count {
      // The last word overlaps the one before it.
      special |= Self.notPlain(word(at: index < count &- 8 ? index : count &- 8))
      index &+= 8
    }
    return special == 0
  }

  /// Returns a word with the upper bit set in each byte that is not ASCII. It is set for the lowest carriage
  /// return, too, but in other bytes it may be wrong then.
  @inline(__always) private static func notPlain(_ word: UInt64) -> UInt64 {
    let returns = word ^ (UInt64.eachByte &* 0x0D)
    return word & (UInt64.eachByte &* 0x80) | returns.zeroBytes
  }
}
