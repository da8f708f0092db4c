// NB: No import of Foundation, whose `contains` finds parts of characters.

/// Looks for a text in others.
///
/// It finds what Swift's `contains` finds, whole characters by canonical equivalence, but goes by bytes where both texts
/// are plain ASCII without carriage returns, in which each byte is a character.
struct TextSearch: Sendable {
  private let text: String
  private let bytes: [UInt8]?

  init(_ text: String) {
    self.text = text
    bytes = text.utf8.allSatisfy(Self.isPlain) ? Array(text.utf8) : nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x0D }

  func isFound(in other: String) -> Bool {
    if let bytes,
      let found = other.utf8.withContiguousStorageIfAvailable({ Self.isFound(bytes, in: $0) }), let found
    {
      return found
    }
    return text.isEmpty || other.contains(text)
  }

  /// Whether bytes are found in others; nil when those are not plain.
  private static func isFound(_ bytes: [UInt8], in other: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard other.allSatisfy(isPlain) else { return nil }
    guard let first = bytes.first else { return true }
    guard other.count >= bytes.count else { return false }
    for start in 0...(other.count - bytes.count) where other[start] == first {
      if (1..<bytes.count).allSatisfy({ other[start + $0] == bytes[$0] }) { return true }
    }
    return false
  }
}
