/// The numbers of words that were added lately, so that the frequent ones of many texts are not looked up in the table
/// each time.
///
/// A word has one slot, which the next word with the same slot takes over. So a hash that is cheap and not seeded does
/// no harm: words that are chosen to share a slot cost what all words cost without this.
struct RecentWords {
  private struct Slot {
    var key = Key()
    var number: UInt32 = 0
  }

  /// A word of up to 16 bytes: its first and its last eight bytes, which overlap, and how many they are.
  private struct Key: Equatable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    /// No word has none.
    var count: UInt32 = 0

    init() {}

    @inline(__always)
    init?(_ word: UnsafeBufferPointer<UInt8>) {
      let bytes = UnsafeRawBufferPointer(word)
      func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Number.Type) -> UInt64 {
        UInt64(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
      }
      switch bytes.count {
      case 8...16: (first, last) = (load(0, UInt64.self), load(bytes.count - 8, UInt64.self))
      case 4...7: (first, last) = (load(0, UInt32.self), load(bytes.count - 4, UInt32.self))
      case 2...3: (first, last) = (load(0, UInt16.self), load(bytes.count - 2, UInt16.self))
      case 1: first = UInt64(bytes[0])
      default: return nil
      }
      count = UInt32(bytes.count)
    }

    @inline(__always)
    var slot: Int {
      let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
      return Int(mixed &>> UInt64(64 - RecentWords.bits))
    }
  }

  /// There are 2 to the power of this many slots, which take 48 kB.
  private static let bits = 11

  private var slots = ContiguousArray(repeating: Slot(), count: 1 << bits)

  /// Returns the number of a word. Calls `add` if the word was not added lately.
  @inline(__always)
  mutating func number(of word: UnsafeBufferPointer<UInt8>, _ add: (UnsafeBufferPointer<UInt8>) -> Int) -> Int {
    guard let key = Key(word) else { return add(word) }
    let slot = key.slot
    if slots[slot].key == key { return Int(slots[slot].number) }
    let number = add(word)
    slots[slot] = Slot(key: key, number: UInt32(number))
    return number
  }
}
