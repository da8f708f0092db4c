/// All rows of one table, by position.
///
/// A position is a row's place in insertion order. It is given once, never used again and never changes, so indexes
/// refer to it, and a deleted record that is put back returns to where it was.
@usableFromInline
struct RowStorage: Sendable {
  /// A chunk for every 128 positions; none where all of them are empty.
  @usableFromInline var chunks = PagedArray<RowChunk?>()

  /// The first position that was never used.
  @inlinable var end: Int { chunks.count &<< 7 }

  /// The memory of the row at a position that is known to hold one.
  @inlinable @inline(__always)
  func pointer<Row>(at position: Int, as type: Row.Type) -> UnsafeMutablePointer<Row> {
    address(at: position, stride: MemoryLayout<Row>.stride).assumingMemoryBound(to: Row.self)
  }

  /// The same for code that knows only the rows' stride.
  @inlinable @inline(__always)
  func address(at position: Int, stride: Int) -> UnsafeMutableRawPointer {
    guard let chunk = chunks[position &>> 7] else { preconditionFailure("no row at position \(position)") }
    return chunk.base + (position & 127) &* stride
  }

  /// Whether there is a row at a position.
  func contains(_ position: Int) -> Bool {
    let number = position &>> 7
    guard number < chunks.count, let chunk = chunks[number] else { return false }
    return chunk.live.contains(position & 127)
  }

  mutating func insert<Row>(_ row: Row, at position: Int) {
    let number = position &>> 7
    while chunks.count <= number { chunks.append(nil) }
    withChunk(number, of: Row.self) { $0.insert(row, at: position & 127) }
  }

  mutating func update<Row>(_ row: Row, at position: Int) {
    withChunk(position &>> 7, of: Row.self) { $0.update(row, at: position & 127) }
  }

  mutating func remove<Row>(_ type: Row.Type, at position: Int) {
    let number = position &>> 7
    withChunk(number, of: Row.self) { $0.remove(at: position & 127) }
    if chunks[number]?.live.isEmpty == true { chunks[number] = nil }
  }

  /// Lets `body` change a chunk that nobody else sees: a new one, the one at hand, or a copy of one that is shared.
  private mutating func withChunk<Row>(_ number: Int, of type: Row.Type, _ body: (TypedChunk<Row>) -> Void) {
    if chunks[number] == nil {
      // Only a table that outgrew its first chunk starts the next one at full size.
      chunks[number] = TypedChunk<Row>(capacity: number == 0 ? 4 : RowChunk.positions)
    } else if !isKnownUniquelyReferenced(&chunks[number]) {
      chunks[number] = chunks[number]?.copy()
    }
    guard let chunk = chunks[number] else { return }
    body(unsafeDowncast(chunk, to: TypedChunk<Row>.self))
  }

  /// Calls `body` with each chunk that has rows, in order, until it returns false.
  @inlinable @inline(__always)
  func forEachChunk(_ body: (_ number: Int, _ chunk: RowChunk) -> Bool) {
    var number = 0
    for page in chunks.pages {
      for chunk in page {
        if let chunk, !body(number, chunk) { return }
        number &+= 1
      }
    }
  }
}
