/// Rows that have a word, in ascending order, with the places in each: as they are collected, before they are a
/// ``PostingBlock``.
struct PostingRun {
  private(set) var positions: ContiguousArray<Int> = []
  /// The places of all rows, one after the other.
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// Where the places of each row end.
  private(set) var ends: ContiguousArray<Int> = []

  var count: Int { positions.count }

  /// Appends a row.
  mutating func append(_ position: Int, _ places: some Sequence<UInt32>) {
    positions.append(position)
    WordPlaces.append(places, to: &bytes)
    ends.append(bytes.count)
  }

  mutating func removeAll() {
    positions.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Where the places of a row begin.
  func start(_ row: Int) -> Int { row == 0 ? 0 : ends[row - 1] }

  /// Returns the block of some of the rows.
  func block(_ rows: Range<Int>) -> PostingBlock { PostingBlock(self, rows) }
}
