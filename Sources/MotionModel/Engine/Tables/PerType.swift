import Synchronization

/// One object for each of some types, made at its first use and kept for ever. Reading it takes no lock.
///
/// It stands for the `static let` that the extension of a protocol cannot have.
@usableFromInline package final class PerType: Sendable {
  private let table = Atomic<UInt>(TypeTable.make(count: 64))
  /// The types of the table, and for each a lock for the time of its making: two objects of one type must not be.
  private let making = Locked<[UInt: Locked<Void>]>([:])

  package init() {}

  /// Returns the object of a type.
  ///
  /// - Complexity: O(1), some ten instructions once the object is made.
  /// - Parameter make: Makes the object. It may ask for the objects of other types, but not in a circle.
  @inline(__always) package func object<Object: AnyObject>(of type: Any.Type, _ make: () -> Object) -> Object {
    if let found = object(of: type) { return Unmanaged<Object>.fromOpaque(found).takeUnretainedValue() }
    return made(UInt(bitPattern: ObjectIdentifier(type)), make)
  }

  /// Returns the object of a type, which lives for ever; nil before it is made.
  @inline(__always) func object(of type: Any.Type) -> UnsafeMutableRawPointer? {
    TypeTable(address: table.load(ordering: .acquiring)).object(of: UInt(bitPattern: ObjectIdentifier(type)))
  }

  @inline(never) private func made<Object: AnyObject>(_ key: UInt, _ make: () -> Object) -> Object {
    let lock = making.withLock { making in
      let lock = making[key] ?? Locked(())
      making[key] = lock
      return lock
    }
    return lock.withLock { _ in
      if let found = TypeTable(address: table.load(ordering: .acquiring)).object(of: key) {
        return Unmanaged<Object>.fromOpaque(found).takeUnretainedValue()
      }
      let object = make()
      insert(key, Unmanaged.passRetained(object).toOpaque())
      return object
    }
  }

  private func insert(_ key: UInt, _ object: UnsafeMutableRawPointer) {
    making.withLock { making in
      var current = TypeTable(address: table.load(ordering: .relaxed))
      if making.count * 2 > current.count {
        // The smaller table stays where it is, because another thread may be reading it.
        current = current.copied(count: making.count * 4)
        table.store(current.address, ordering: .releasing)
      }
      current.insert(key, object)
    }
  }
}

/// A hash table of objects by the addresses of types, with open addressing. It can be read while it is written.
private struct TypeTable {
  private typealias Word = Atomic<UInt>

  /// The number of slots, a power of two, and then the slots, a type and an object each.
  private let words: UnsafeMutablePointer<Word>

  init(address: UInt) {
    guard let words = UnsafeMutablePointer<Word>(bitPattern: address) else { preconditionFailure("no table") }
    self.words = words
  }

  var address: UInt { UInt(bitPattern: words) }

  var count: Int { Int(bitPattern: words.pointee.load(ordering: .relaxed)) }

  /// Returns the address of a new table, which is never freed.
  static func make(count: Int) -> UInt {
    var capacity = 1
    while capacity < count { capacity *= 2 }
    let words = UnsafeMutablePointer<Word>.allocate(capacity: 1 + 2 * capacity)
    words.initialize(to: Word(UInt(capacity)))
    for index in 1...2 * capacity { (words + index).initialize(to: Word(0)) }
    return UInt(bitPattern: words)
  }

  func copied(count: Int) -> TypeTable {
    let copy = TypeTable(address: Self.make(count: count))
    for slot in 0..<self.count {
      let type = words[1 + 2 * slot].load(ordering: .relaxed)
      if type == 0 { continue }
      let object = words[2 + 2 * slot].load(ordering: .relaxed)
      if let object = UnsafeMutableRawPointer(bitPattern: object) { copy.insert(type, object) }
    }
    return copy
  }

  @inline(__always) func object(of type: UInt) -> UnsafeMutableRawPointer? {
    let slot = slot(of: type)
    // A slot that was empty may have another type by now.
    if words[slot].load(ordering: .acquiring) != type { return nil }
    return UnsafeMutableRawPointer(bitPattern: words[slot &+ 1].load(ordering: .relaxed))
  }

  func insert(_ type: UInt, _ object: UnsafeMutableRawPointer) {
    let slot = slot(of: type)
    words[slot + 1].store(UInt(bitPattern: object), ordering: .relaxed)
    words[slot].store(type, ordering: .releasing)
  }

  /// Returns where the slot of a type begins, or the empty one that it would have.
  @inline(__always) private func slot(of type: UInt) -> Int {
    let mask = count &- 1
    // Addresses of types are multiples of eight.
    var slot = Int(truncatingIfNeeded: (type &>> 3) ^ (type &>> 12)) & mask
    while true {
      let found = words[1 &+ 2 &* slot].load(ordering: .acquiring)
      if found == type || found == 0 { return 1 &+ 2 &* slot }
      slot = (slot &+ 1) & mask
    }
  }
}
