/// All rows of one table, by position.
///
/// A position is a row's place in insertion order. It is given once, never used again and never changes, so indexes
/// refer to it, and undoing a deletion can put the record back where it was.
@usableFromInline
struct RowStorage: Sendable {
  @usableFromInline let memory: RowMemory
  /// A chunk for every 128 positions; none where all of them are empty.
  @usableFromInline private(set) var chunks = PagedArray<RowChunk?>()

  init(_ memory: RowMemory) { self.memory = memory }

  /// The address of the row at a position that is known to hold one.
  @inlinable @inline(__always)
  func address(at position: Int) -> UnsafeRawPointer {
    guard let chunk = chunks[position &>> 7] else { preconditionFailure("no row at a position of an index") }
    return UnsafeRawPointer(chunk.base + (position & 127) &* memory.stride)
  }

  /// Whether there is a row at a position.
  func contains(_ position: Int) -> Bool {
    let number = position &>> 7
    guard number < chunks.count, let chunk = chunks[number] else { return false }
    return chunk.live.contains(position & 127)
  }

  mutating func insert(_ row: UnsafeRawPointer, at position: Int) {
    let number = position &>> 7
    while chunks.count <= number { chunks.append(nil) }
    changeChunk(number) { $0.insert(row, at: position & 127) }
  }

  mutating func update(_ row: UnsafeRawPointer, at position: Int) {
    changeChunk(position &>> 7) { $0.update(row, at: position & 127) }
  }

  mutating func remove(at position: Int) {
    let number = position &>> 7
    changeChunk(number) { $0.remove(at: position & 127) }
    if chunks[number]?.live.isEmpty == true {
      chunks[number] = nil
      chunks.share(Self.emptyPage, inPlaceOf: number)
    }
  }

  /// Stands for each run of 16,384 positions of which none has a row any more.
  private static let emptyPage = ContiguousArray<RowChunk?>(repeating: nil, count: RowChunk.positions)

  /// Lets `body` change a chunk that nobody else sees: a new one, the one at hand, or a copy of one that is shared.
  private mutating func changeChunk(_ number: Int, _ body: (RowChunk) -> Void) {
    if chunks[number] == nil {
      // Only a table that outgrew its first chunk starts the next one at full size.
      chunks[number] = RowChunk(memory, capacity: number == 0 ? 4 : RowChunk.positions)
    } else if !isKnownUniquelyReferenced(&chunks[number]) {
      chunks[number] = chunks[number]?.copy()
    }
    if let chunk = chunks[number] { body(chunk) }
  }

  /// Calls `body` with each chunk that has rows, in order, until it returns false.
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
