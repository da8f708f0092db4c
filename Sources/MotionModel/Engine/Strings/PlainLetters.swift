/// How the bytes of plain texts are compared: with or without regard to case.
struct PlainLetters: Sendable {
  let ignoresCase: Bool

  /// A byte of a text as it is looked for; those that are looked for are folded already.
  @inline(__always)
  func folded(_ byte: UInt8) -> UInt8 { ignoresCase && 0x41...0x5A ~= byte ? byte | 0x20 : byte }

  /// Whether a text has some bytes at a place.
  @inline(__always)
  func areSame(_ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    for index in 0..<bytes.count where folded(text[place &+ index]) != bytes[index] { return false }
    return true
  }

  /// How many bytes at the beginning of a text are those that are looked for.
  @inline(__always)
  func commonPrefix(_ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    if !ignoresCase { return text.commonPrefix(with: bytes) }
    let common = bytes.count < text.count ? bytes.count : text.count
    var place = 0
    while place < common && folded(text[place]) == bytes[place] { place &+= 1 }
    return place
  }

  /// How many bytes at the end of a text are those that are looked for.
  @inline(__always)
  func commonSuffix(_ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    let common = bytes.count < text.count ? bytes.count : text.count
    var count = 0
    while count < common && folded(text[text.count &- 1 &- count]) == bytes[bytes.count &- 1 &- count] { count &+= 1 }
    return count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether they are ASCII without carriage returns; it looks at eight bytes at a time, as nearly all texts are.
  @inline(__always)
  var isPlain: Bool {
    var (special, index) = (UInt64(0), 0)
    while index &+ 8 <= count {
      special |= Self.notPlain(word(at: index))
      index &+= 8
    }
    while index < count {
      special |= Self.notPlain(UInt64(self[index]))
      index &+= 1
    }
    return special == 0
  }

  /// The upper bit of each byte of a word that is not ASCII, or, at the lowest one at least, a carriage return.
  @inline(__always)
  private static func notPlain(_ word: UInt64) -> UInt64 {
    let ones = 0x0101_0101_0101_0101 as UInt64
    let returns = word ^ (ones &* 0x0D)
    return (word | (returns &- ones) & ~returns) & (ones &* 0x80)
  }
}
