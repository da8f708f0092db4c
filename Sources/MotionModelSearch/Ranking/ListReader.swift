/// Reads the rows of a word in ascending order, a block at a time.
struct ListReader {
  private let blocks: ContiguousArray<PostingBlock>
  private let form: PlaceForm
  /// The block that is being read, and the next row in it.
  private var block = -1
  private var row = 0
  /// The rows of the block, and how often each has the word in each column.
  private var positions: ContiguousArray<Int> = []
  private var counts: ContiguousArray<UInt32> = []

  init(_ list: PostingList, _ form: PlaceForm) { (blocks, self.form) = (list.blocks, form) }

  /// Moves to a row, which is not before the one that was asked for last.
  ///
  /// - Returns: Whether the row has the word.
  @inline(__always)
  mutating func move(to position: Int) -> Bool {
    if positions.isEmpty || position > positions[positions.count &- 1] {
      guard load(for: position) else { return false }
    }
    while positions[row] < position { row &+= 1 }
    return positions[row] == position
  }

  /// Reads the block that has a position if any has.
  ///
  /// - Returns: Whether there is such a block.
  private mutating func load(for position: Int) -> Bool {
    var (low, high) = (block + 1, blocks.count)
    // The block that is wanted is most often the next one.
    if low + 1 < high, blocks[low + 1].first > position { high = low + 1 }
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].first <= position { low = middle + 1 } else { high = middle }
    }
    guard low > block + 1 else { return false }
    block = low - 1
    row = 0
    read(blocks[block])
    return position <= positions[positions.count - 1]
  }

  private mutating func read(_ block: PostingBlock) {
    positions.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    let columns = form.columns
    block.read { view in
      view.forEach { _, position, places in
        positions.append(position)
        if columns == 1 {
          counts.append(UInt32(truncatingIfNeeded: places.count))
        } else {
          let start = counts.count
          for _ in 0..<columns { counts.append(0) }
          places.forEach { counts[start &+ form.column(of: $0)] &+= 1 }
        }
      }
    }
  }

  /// Calls `body` with how often the row has the word in each column, after ``move(to:)`` returned true.
  @inline(__always)
  func withCounts<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    counts.withUnsafeBufferPointer { counts in
      let start = row &* form.columns
      return body(UnsafeBufferPointer(rebasing: counts[start..<start &+ form.columns]))
    }
  }
}
