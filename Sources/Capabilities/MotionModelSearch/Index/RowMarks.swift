import MotionModel

/// Rows that are found one after the other, in any order and perhaps more than once: a bit for each row of the table,
/// as far as the last one that was found.
struct RowMarks: Sendable {
  /// The bits of 64 rows each, two words for a chunk.
  private var words: ContiguousArray<UInt64> = []

  init() {}

  /// The rows at some positions, which are given in ascending order.
  init(_ positions: [Int]) {
    if let last = positions.last { extend(to: last >> 7 + 1) }
    for position in positions { insert(position) }
  }

  /// How many chunks of 128 positions there are, as far as the last one that can have rows.
  var chunkCount: Int { words.count / 2 }

  /// How many rows there are.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The rows as a set.
  var rows: RowSet { RowSet(masks: (0..<chunkCount).map { self[chunk: $0] }) }

  /// The rows of a chunk of 128 positions.
  subscript(chunk chunk: Int) -> RowMask {
    @inline(__always) get {
      2 &* chunk &+ 1 < words.count ? RowMask(low: words[2 &* chunk], high: words[2 &* chunk &+ 1]) : .none
    }
  }

  @inline(__always)
  func contains(_ position: Int) -> Bool {
    position &>> 6 < words.count && words[position &>> 6] & 1 &<< UInt64(position & 63) != 0
  }

  /// Calls `body` with each row, in ascending order.
  func forEach(_ body: (_ position: Int) -> Void) {
    for chunk in 0..<chunkCount { self[chunk: chunk].forEach { body(chunk << 7 + $0) } }
  }

  // MARK: - Changing

  /// Makes room for the rows of some chunks.
  mutating func extend(to chunks: Int) {
    if chunks > chunkCount { words.append(contentsOf: repeatElement(0, count: 2 * chunks - words.count)) }
  }

  @inline(__always)
  mutating func insert(_ position: Int) {
    if position &>> 6 >= words.count { extend(to: position &>> 7 &+ 1) }
    words[position &>> 6] |= 1 &<< UInt64(position & 63)
  }

  /// Inserts rows of a chunk.
  mutating func insert(_ rows: RowMask, inChunk chunk: Int) {
    extend(to: chunk + 1)
    words[2 * chunk] |= rows.low
    words[2 * chunk + 1] |= rows.high
  }

  /// Inserts the rows of a list.
  mutating func insert(_ list: PostingList) {
    for block in list.blocks {
      block.read { view in
        extend(to: view.position(view.count &- 1) &>> 7 &+ 1)
        words.withUnsafeMutableBufferPointer { words in
          view.forEachPosition { words[$0 &>> 6] |= 1 &<< UInt64($0 & 63) }
        }
      }
    }
  }

  /// Inserts those rows of others that a list has.
  mutating func insert(_ list: PostingList, among others: RowMarks) {
    var cursor = PostingCursor(list)
    for chunk in 0..<others.chunkCount {
      let rows = others[chunk: chunk]
      if !rows.isEmpty { cursor.forEach(rows, inChunk: chunk) { row, _ in insert(chunk << 7 + row) } }
    }
  }

  mutating func formUnion(_ other: RowMarks) {
    extend(to: other.chunkCount)
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  mutating func formIntersection(_ other: RowMarks) {
    if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func subtract(_ other: RowMarks) {
    for index in words.indices.prefix(other.words.count) { words[index] &= ~other.words[index] }
  }
}
