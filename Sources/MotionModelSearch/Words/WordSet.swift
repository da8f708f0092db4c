/// A set of words that is asked by their bytes, without a `String` for each question.
struct WordSet: Hashable, Sendable {
  /// Open addressing: the number of a word and 1, or 0 where there is none. The count of slots is a power of two.
  private let slots: [Int]
  private let bytes: [[UInt8]]
  /// The number of bytes of the longest word; -1 if there is none.
  private let longest: Int

  init(_ list: some Sequence<String>) {
    bytes = Set(list).sorted().map { Array($0.utf8) }
    longest = bytes.map(\.count).max() ?? -1
    guard !bytes.isEmpty else { slots = []; return }
    var count = 4
    while count < bytes.count * 2 { count *= 2 }
    var slots = Array(repeating: 0, count: count)
    for (number, word) in bytes.enumerated() {
      var slot = word.withUnsafeBufferPointer(Self.hash) & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = number + 1
    }
    self.slots = slots
  }

  /// Whether a word is in the set.
  func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard word.count <= longest else { return false }
    var slot = Self.hash(word) & (slots.count - 1)
    while slots[slot] != 0 {
      if bytes[slots[slot] - 1].elementsEqual(word) { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  /// FNV-1a.
  private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash >> 1)
  }
}
