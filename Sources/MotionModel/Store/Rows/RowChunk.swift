/// Up to 128 neighbouring rows of one table, in contiguous memory.
///
/// It knows memory, not models: where the first row lies, how far the rows are apart and which are alive. That is all
/// a scan needs, so scans are compiled once, inside the library, and run as fast as a loop written by hand over an array of
/// structs.
///
/// A chunk is copied on write. It is only ever changed by the one writer, and only while no snapshot shares it, which
/// is why it may be sent between threads although it holds raw memory.
final class RowChunk: @unchecked Sendable {
  /// How many positions a chunk covers.
  static let positions = 128

  private let memory: RowMemory
  /// The memory of row 0. It moves when the chunk grows.
  private(set) var base: UnsafeMutableRawPointer
  /// The rows that hold a record; all other memory is uninitialised.
  private(set) var live = RowMask.none
  /// How many rows there is memory for.
  private var capacity: Int

  init(_ memory: RowMemory, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
    base = memory.allocate(capacity)
  }

  /// A copy of this chunk, with memory for the same number of rows.
  func copy() -> RowChunk {
    let copy = RowChunk(memory, capacity: capacity)
    memory.copy(live, from: base, to: copy.base)
    copy.live = live
    return copy
  }

  /// Puts a copy of a row where there is none yet, growing the memory as needed.
  func insert(_ row: UnsafeRawPointer, at index: Int) {
    if index >= capacity { grow(toHold: index) }
    memory.copy(row, base + index * memory.stride, 1)
    live.insert(index)
  }

  func update(_ row: UnsafeRawPointer, at index: Int) { memory.replace(row, base + index * memory.stride) }

  func remove(at index: Int) {
    memory.destroy(base + index * memory.stride, 1)
    live.remove(index)
  }

  /// Small tables stay small: memory for 4, 16, 64 and then 128 rows.
  private func grow(toHold index: Int) {
    while capacity <= index { capacity = min(capacity * 4, Self.positions) }
    let moved = memory.allocate(capacity)
    memory.move(live, from: base, to: moved)
    base.deallocate()
    base = moved
  }

  deinit {
    memory.destroy(live, in: base)
    base.deallocate()
  }
}
