/// Up to 128 neighbouring rows of one table, in contiguous memory.
///
/// This class knows memory, not models: where the first row lies, how far the rows are apart and which are alive.
/// That is all a scan needs, so scans are compiled once, inside the library, and run as fast as a loop written by hand
/// over an array of structs. Copying and destroying rows needs their type; ``TypedChunk`` adds it.
///
/// A chunk is copied on write. It is only ever changed by the one writer, and only while no snapshot shares it, which
/// is why it may be sent between threads although it holds raw memory.
@usableFromInline
class RowChunk: @unchecked Sendable {
  /// How many positions a chunk covers.
  @usableFromInline static let positions = 128

  /// The memory of row 0. It moves when the chunk grows.
  @usableFromInline final var base: UnsafeMutableRawPointer
  /// The rows that hold a record; all other memory is uninitialised.
  @usableFromInline final var live: RowMask
  /// How many rows there is memory for.
  final var capacity: Int

  fileprivate init(base: UnsafeMutableRawPointer, live: RowMask, capacity: Int) {
    self.base = base
    self.live = live
    self.capacity = capacity
  }

  /// A copy of this chunk, with memory for the same number of rows.
  func copy() -> RowChunk { preconditionFailure("a chunk without rows of a type") }
}

/// A chunk that knows the type of its rows.
@usableFromInline
final class TypedChunk<Row>: RowChunk, @unchecked Sendable {
  init(capacity: Int) {
    super.init(base: Self.allocate(capacity), live: .none, capacity: capacity)
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(UnsafeMutablePointer<Row>.allocate(capacity: capacity))
  }

  /// The rows, as what they are.
  var rows: UnsafeMutablePointer<Row> { base.assumingMemoryBound(to: Row.self) }

  override func copy() -> RowChunk {
    let copy = TypedChunk<Row>(capacity: capacity)
    if live == RowMask(prefix: live.count) {
      copy.rows.initialize(from: rows, count: live.count)
    } else {
      live.forEach { (copy.rows + $0).initialize(to: rows[$0]) }
    }
    copy.live = live
    return copy
  }

  /// Puts a row where there is none yet, growing the memory as needed.
  func insert(_ row: Row, at index: Int) {
    if index >= capacity { grow(toHold: index) }
    (rows + index).initialize(to: row)
    live.insert(index)
  }

  func update(_ row: Row, at index: Int) { rows[index] = row }

  func remove(at index: Int) {
    (rows + index).deinitialize(count: 1)
    live.remove(index)
  }

  /// Small tables stay small: memory for 4, 16, 64 and then 128 rows.
  private func grow(toHold index: Int) {
    var larger = capacity
    while larger <= index { larger = min(larger * 4, Self.positions) }
    let moved = UnsafeMutablePointer<Row>.allocate(capacity: larger)
    live.forEach { (moved + $0).moveInitialize(from: rows + $0, count: 1) }
    rows.deallocate()
    base = UnsafeMutableRawPointer(moved)
    capacity = larger
  }

  deinit {
    if live == RowMask(prefix: live.count) {
      rows.deinitialize(count: live.count)
    } else {
      live.forEach { (rows + $0).deinitialize(count: 1) }
    }
    rows.deallocate()
  }
}

extension RowMask {
  /// The first `count` rows of a chunk.
  init(prefix count: Int) {
    self.init(
      low: count >= 64 ? .max : (1 &<< UInt64(count)) &- 1,
      high: count >= 128 ? .max : count <= 64 ? 0 : (1 &<< UInt64(count - 64)) &- 1)
  }
}
