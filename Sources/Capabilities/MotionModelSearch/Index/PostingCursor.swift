import MotionModel

/// Reads rows that have a word, a chunk of 128 positions at a time and best in ascending order. It skips rows outside
/// the masks of its calls: whole blocks without reading them.
struct PostingCursor {
  private let blocks: ContiguousArray<PostingBlock>
  /// The block that was read last, the next row in it, and where the places of that row begin.
  private var block = 0
  private var row = 0
  private var start: Int?
  private var chunk = 0

  init(_ list: PostingList) { blocks = list.blocks }

  /// Calls `body` with each row of a mask that has the word, and with its places.
  ///
  /// - Parameters:
  ///   - rows: Rows of a chunk. Each is requested at most once.
  ///   - body: It receives the row's number in the chunk.
  @inline(__always)
  mutating func forEach(_ rows: RowMask, inChunk chunk: Int, _ body: (_ row: Int, _ places: WordPlaces) -> Void) {
    if chunk <= self.chunk { (block, row, start) = (0, 0, nil) }
    self.chunk = chunk
    var rest = rows
    while !rest.isEmpty {
      guard moveToBlock(of: chunk &<< 7 &+ rest.first) else { return }
      let end = block &+ 1 < blocks.count ? blocks[block &+ 1].first &- chunk &<< 7 : 128
      let own = rest.prefix(end)
      rest = rest.subtracting(own)
      read(own, chunk &<< 7, body)
    }
  }

  /// Reads rows of a block.
  @inline(__always)
  private mutating func read(_ rows: RowMask, _ first: Int, _ body: (_ row: Int, _ places: WordPlaces) -> Void) {
    var (row, start) = (row, start)
    blocks[block].read { view in
      var offset = start ?? view.firstPlace
      rows.forEach { index in
        let next = view.row(near: first &+ index, from: row)
        offset = view.start(of: next, from: row, at: offset)
        row = next
        if next < view.count, view.position(next) == first &+ index { body(index, view.places(next, at: offset)) }
      }
      start = offset
    }
    (self.row, self.start) = (row, start)
  }

  /// Moves to the block that has a position if any has.
  ///
  /// - Returns: Whether there can be such a block.
  @inline(__always)
  private mutating func moveToBlock(of position: Int) -> Bool {
    guard block < blocks.count else { return false }
    if block &+ 1 == blocks.count || blocks[block &+ 1].first > position { return true }
    // The wanted block is most often one of the next.
    var (step, low) = (1, block &+ 1)
    while low &+ step < blocks.count, blocks[low &+ step].first <= position { (low, step) = (low &+ step, step &* 2) }
    var high = min(low &+ step, blocks.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if blocks[middle].first <= position { low = middle &+ 1 } else { high = middle }
    }
    (block, row, start) = (low &- 1, 0, nil)
    return true
  }
}

extension RowMask {
  /// The lowest row; there must be one.
  @inline(__always)
  var first: Int { low != 0 ? low.trailingZeroBitCount : 64 &+ high.trailingZeroBitCount }

  /// The rows below a number.
  @inline(__always)
  func prefix(_ end: Int) -> RowMask {
    if end >= 128 { return self }
    return end >= 64
      ? RowMask(low: low, high: high & ((1 &<< UInt64(end &- 64)) &- 1))
      : RowMask(low: low & ((1 &<< UInt64(max(end, 0))) &- 1), high: 0)
  }
}
