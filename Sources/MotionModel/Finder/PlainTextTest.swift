/// Looks for a text in others by their bytes, where both are plain: ASCII without carriage returns.
///
/// In plain texts each byte is a character, none is equivalent to another, and a letter has one other case, 32 away; so this finds what
/// Swift finds character by character. A carriage return makes one character with a line feed behind it.
struct PlainTextTest: Sendable {
  private let kind: TextTest.Kind
  private let bytes: [UInt8]
  private let ignoresCase: Bool

  /// - Returns: Nil when bytes are not enough for this test.
  init?(_ kind: TextTest.Kind, _ text: String, ignoresCase: Bool) {
    guard kind != .like, text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return nil }
    (self.kind, self.ignoresCase) = (kind, ignoresCase)
    bytes = text.utf8.map { ignoresCase ? Self.lowercased($0) : $0 }
  }

  /// The rows whose texts pass, for a stored property of type `String` or `String?`.
  ///
  /// - Parameter isMet: Decides on texts that are not plain.
  func rows(
    _ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask, otherwise isMet: (String) -> Bool
  ) -> RowMask {
    var found = RowMask.none
    bytes.withUnsafeBufferPointer { bytes in
      rows.forEach { row in
        // A text that is there has the same bytes whether its type is optional or not.
        let text = (base + row &* stride).assumingMemoryBound(to: String?.self)
        let isFound = text.pointee?.utf8.withContiguousStorageIfAvailable { self.isFound(bytes, in: $0) } ?? nil
        if isFound ?? text.pointee.map(isMet) ?? false { found.insert(row) }
      }
    }
    return found
  }

  /// Whether the text is found in another; nil when that is not plain.
  @inline(__always)
  private func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard Self.isPlain(text) else { return nil }
    let last = text.count &- bytes.count
    if last < 0 { return false }
    switch kind {
    case .equal: return last == 0 && isAt(0, bytes, text)
    case .startsWith: return isAt(0, bytes, text)
    case .endsWith: return isAt(last, bytes, text)
    case .contains: return (0...last).contains { isAt($0, bytes, text) }
    case .like: return nil
    }
  }

  /// It looks at eight bytes at a time, as nearly all texts are plain.
  @inline(__always)
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    var (special, index) = (UInt64(0), 0)
    while index &+ 8 <= bytes.count {
      special |= notPlain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    while index < bytes.count {
      special |= notPlain(UInt64(bytes[index]))
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

  @inline(__always)
  private func isAt(
    _ place: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for index in 0..<bytes.count {
      let byte = text[place &+ index]
      if (ignoresCase ? Self.lowercased(byte) : byte) != bytes[index] { return false }
    }
    return true
  }

  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
