/// The rows of some neighbouring positions of one table, 128 at most, in contiguous memory.
///
/// It knows memory, not models: where the first row lies, how far the rows are apart and which positions have a row.
/// That is all a scan needs, so scans are compiled once, inside the library, and run as fast as a loop written by
/// hand over an array of structs.
///
/// Rows lie side by side in the order of their positions, without gaps for empty positions. So a table from which
/// most records were deleted takes little memory, and a scan of it reads only rows. Nearly all chunks have no empty
/// position before a row; there the slot of a row is its position; see ``RowMask/slot(of:)``.
///
/// A chunk is copied on write. Only the writer changes it, and only while no snapshot shares it; ``RowStorage`` makes
/// sure of that before each change. Therefore it may be sent between threads although it holds raw memory.
final class RowChunk: @unchecked Sendable {
  /// How many positions a chunk covers.
  static var positions: Int { RowPosition.perChunk }
  /// The least number of rows that a chunk has memory for.
  private static let leastCapacity = 4

  private let memory: RowMemory
  private var start: UnsafeMutableRawPointer
  /// How many rows there is memory for, from `start` on.
  private var capacity: Int
  /// The address of the first row. It moves when rows are inserted and removed.
  private(set) var base: UnsafeMutableRawPointer
  /// The positions that have a row.
  private(set) var live = RowMask.none
  private var count = 0

  init(_ memory: RowMemory, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
    start = memory.allocate(capacity)
    base = start
  }

  /// A copy of this chunk, with memory for the same number of rows.
  func copy() -> RowChunk {
    let copy = RowChunk(memory, capacity: capacity)
    memory.copy(base, copy.base, count)
    (copy.live, copy.count) = (live, count)
    return copy
  }

  /// Inserts a copy of a row at an index that has no row yet.
  func insert(_ row: Row, at index: Int) {
    assert(!live.contains(index), "there is a row at the position")
    defer { checkInvariants() }
    makeRoom()
    let slot = live.count(before: index)
    shift(slot..<count, by: 1)
    memory.copy(row.address, address(slot), 1)
    live.insert(index)
    count += 1
  }

  /// Inserts copies of rows at an index behind all that has a row, and at the following ones.
  func append(_ rows: UnsafeRawPointer, _ added: Int, at index: Int) {
    defer { checkInvariants() }
    makeRoom(for: added)
    memory.copy(rows, address(count), added)
    live = live | RowMask(prefix: index + added).subtracting(RowMask(prefix: index))
    count += added
  }

  func update(_ row: Row, at index: Int) {
    assert(live.contains(index), "no row at the position")
    memory.replace(row, MutableRow(address(live.slot(of: index))))
  }

  func remove(at index: Int) {
    assert(live.contains(index), "no row at the position")
    defer { checkInvariants() }
    let slot = live.slot(of: index)
    memory.destroy(address(slot), 1)
    // The shorter side is moved, so removing all rows from either end moves none.
    if slot < count / 2 {
      shift(0..<slot, by: 1)
      base += memory.stride
    } else {
      shift(slot + 1..<count, by: -1)
    }
    live.remove(index)
    count -= 1
    if count <= capacity / 4 && capacity > Self.leastCapacity { move(toCapacity: capacity / 2) }
  }

  /// Makes sure that there is memory behind the last row. Small tables stay small: the memory is for 4, 16, 64
  /// and then 128 rows.
  private func makeRoom(for added: Int = 1) {
    if address(count + added) <= start + capacity &* memory.stride { return }
    if count + added > capacity {
      return move(toCapacity: min(max(capacity * 4, count + added), Self.positions))
    }
    memory.move(base, start, count)
    base = start
  }

  private func move(toCapacity wanted: Int) {
    let moved = memory.allocate(wanted)
    memory.move(base, moved, count)
    start.deallocate()
    (start, base, capacity) = (moved, moved, wanted)
  }

  private func shift(_ slots: Range<Int>, by distance: Int) {
    if !slots.isEmpty { memory.move(address(slots.lowerBound), address(slots.lowerBound + distance), slots.count) }
  }

  /// Checks, in debug builds, that the rows lie in the chunk's memory, one for each live position.
  private func checkInvariants() {
    assert(count == live.count && count <= Self.positions, "as many rows as positions that have one")
    assert((base - start) % memory.stride == 0 && base >= start, "the first row is in the chunk's memory")
    assert(address(count) <= start + capacity &* memory.stride, "the last row is in the chunk's memory")
  }

  private func address(_ slot: Int) -> UnsafeMutableRawPointer { base + slot &* memory.stride }

  deinit {
    memory.destroy(base, count)
    start.deallocate()
  }
}
