/// Byte strings with consecutive numbers from 0 on: a hash table with open addressing.
///
/// Its hash has a new seed in each process, so nobody can make queries whose words collide.
struct ByteNumbers: Sendable {
  /// A number and 1, or 0 where there is none. The count of slots is a power of two, and more than half of them are
  /// free.
  private var slots: [Int] = []
  /// The strings, by their numbers.
  private(set) var keys: [[UInt8]] = []

  subscript(key: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !slots.isEmpty else { return nil }
    let number = slots[slot(of: key)]
    return number == 0 ? nil : number - 1
  }

  mutating func number(of key: [UInt8]) -> Int {
    if let number = key.withUnsafeBufferPointer({ bytes in self[bytes] }) { return number }
    keys.append(key)
    if keys.count * 2 >= slots.count { grow() } else { insert(keys.count - 1) }
    return keys.count - 1
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: max(8, slots.count * 2))
    for number in keys.indices { insert(number) }
  }

  private mutating func insert(_ number: Int) {
    let free = keys[number].withUnsafeBufferPointer { bytes in slot(of: bytes) }
    slots[free] = number + 1
  }

  /// The slot of a key, or the free slot where it would be stored.
  private func slot(of key: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0, !keys[slots[slot] - 1].elementsEqual(key) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
