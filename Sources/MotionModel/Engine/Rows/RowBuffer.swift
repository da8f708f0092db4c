/// Copies of rows, one after the other: the records before and after the changes of a changeset.
///
/// It is not copyable, because it owns raw memory: its owner calls ``copy()`` when a copy is needed.
struct RowBuffer: ~Copyable {
  private let memory: RowMemory
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  /// How many rows there are.
  private(set) var count = 0

  init(_ memory: RowMemory, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
    base = memory.allocate(capacity)
  }

  deinit {
    memory.destroy(base, count)
    base.deallocate()
  }

  /// A row. It is valid until the next change.
  func address(of index: Int) -> Row {
    assert((0..<count).contains(index), "no row at the index")
    return Row(base + index &* memory.stride)
  }

  /// Returns a copy of all rows, in memory of its own.
  func copy() -> RowBuffer {
    var copy = RowBuffer(memory, capacity: count * 2 + 1)
    memory.copy(base, copy.base, count)
    copy.count = count
    return copy
  }

  /// Adds a copy of a row.
  ///
  /// - Returns: Its index.
  mutating func append(_ row: Row) -> Int {
    if count == capacity { grow(to: capacity * 2 + 1) }
    memory.copy(row.address, base + count &* memory.stride, 1)
    count += 1
    return count - 1
  }

  /// Adds rows that `make` initializes.
  ///
  /// - Returns: The first of them, which is valid until the next change.
  mutating func append(_ added: Int, _ make: (MutableRow, Int) -> Void) -> MutableRow {
    if count + added > capacity { grow(to: max(capacity * 2 + 1, count + added)) }
    let first = MutableRow(base + count &* memory.stride)
    make(first, added)
    count += added
    return first
  }

  /// Changes a row in place.
  mutating func change<Failure>(_ index: Int, _ body: (MutableRow) throws(Failure) -> Void) throws(Failure) {
    assert((0..<count).contains(index), "no row at the index")
    try body(MutableRow(base + index &* memory.stride))
  }

  private mutating func grow(to larger: Int) {
    let moved = memory.allocate(larger)
    memory.move(base, moved, count)
    base.deallocate()
    (base, capacity) = (moved, larger)
  }
}
