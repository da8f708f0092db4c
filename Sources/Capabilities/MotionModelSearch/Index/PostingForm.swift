/// How postings are kept.
struct PostingForm {
  /// The maximum number of rows of a block.
  let blockSize: Int
  let places: PlaceForm

  /// Calls `body` with the position of each row of a block, or of some of its rows, and what is known of it.
  @inline(__always)
  func forEachRow(
    of block: PostingBlock, _ lengths: RowLengths, _ rows: Range<Int>? = nil,
    _ body: (_ position: Int, PostingRow) -> Void
  ) {
    let columns = places.columns
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * columns) { numbers in
      let counts = UnsafeMutableBufferPointer(rebasing: numbers[..<columns])
      let own = UnsafeMutableBufferPointer(rebasing: numbers[columns...])
      let row = PostingRow(counts: UnsafeBufferPointer(counts), lengths: UnsafeBufferPointer(own))
      block.read { view in
        view.forEach(rows ?? 0..<view.count) { _, position, places in
          self.places.count(places, in: counts)
          lengths.read(position, into: own)
          body(position, row)
        }
      }
    }
  }

  /// Returns the bounds of the rows of blocks.
  func bounds(of blocks: some Sequence<PostingBlock>, _ lengths: RowLengths) -> PostingBounds {
    var bounds = PostingBounds(columns: places.columns)
    for block in blocks {
      bounds.appendBlock()
      let index = bounds.count - 1
      forEachRow(of: block, lengths) { bounds.add($1, in: index) }
    }
    return bounds
  }
}
