/// Copies of rows, one after the other: the records before and after the changes of a changeset.
///
/// It is copied on write, like an array, and sent between threads for the same reason as a ``RowChunk``.
struct RowBuffer: Sendable {
  private final class Storage: @unchecked Sendable {
    let memory: RowMemory
    var base: UnsafeMutableRawPointer
    var capacity: Int
    var count = 0

    init(_ memory: RowMemory, capacity: Int) {
      self.memory = memory
      self.capacity = capacity
      base = memory.allocate(capacity)
    }

    func grow(to larger: Int) {
      let moved = memory.allocate(larger)
      memory.move(base, moved, count)
      base.deallocate()
      (base, capacity) = (moved, larger)
    }

    deinit {
      memory.destroy(base, count)
      base.deallocate()
    }
  }

  private var storage: Storage

  init(_ memory: RowMemory, capacity: Int) { storage = Storage(memory, capacity: capacity) }

  /// How many rows there are.
  var count: Int { storage.count }

  /// The address of a row. It is valid until the next change.
  func address(of index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(storage.base + index &* storage.memory.stride)
  }

  /// Adds a copy of a row.
  ///
  /// - Returns: Its index.
  mutating func append(_ row: UnsafeRawPointer) -> Int {
    makeUnique()
    if storage.count == storage.capacity { storage.grow(to: storage.capacity * 2 + 1) }
    storage.memory.copy(row, storage.base + storage.count &* storage.memory.stride, 1)
    storage.count += 1
    return storage.count - 1
  }

  /// Changes a row in place.
  mutating func change(_ index: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    makeUnique()
    body(storage.base + index &* storage.memory.stride)
  }

  private mutating func makeUnique() {
    if isKnownUniquelyReferenced(&storage) { return }
    let copy = Storage(storage.memory, capacity: storage.count * 2 + 1)
    storage.memory.copy(storage.base, copy.base, storage.count)
    copy.count = storage.count
    storage = copy
  }
}
