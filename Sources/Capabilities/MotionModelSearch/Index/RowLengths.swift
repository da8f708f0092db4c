import MotionModel

/// How many words each row has in each column, and of all rows the sums.
struct RowLengths: Sendable {
  let columns: Int
  private var lengths = PagedArray<UInt32>()
  /// How many rows there are.
  private(set) var rowCount = 0
  /// How many rows have a word in each column.
  private(set) var filled: ContiguousArray<Int>
  /// How many words all rows have in each column.
  private(set) var totals: ContiguousArray<Int>

  init(columns: Int) {
    self.columns = columns
    filled = ContiguousArray(repeating: 0, count: columns)
    totals = filled
  }

  private static let empty = ContiguousArray<UInt32>(repeating: 0, count: 128)

  /// How many words a row has in a column.
  @inline(__always)
  subscript(position: Int, column: Int) -> UInt32 {
    let index = position &* columns &+ column
    return index < lengths.count ? lengths[index] : 0
  }

  /// Reads how many words a row has in each column.
  @inline(__always)
  func read(_ position: Int, into numbers: UnsafeMutableBufferPointer<UInt32>) {
    for column in 0..<columns { numbers[column] = self[position, column] }
  }

  /// A position behind all rows that were ever added.
  var end: Int { lengths.count / columns }

  /// Returns whether a row has some lengths.
  func isSame(_ other: ContiguousArray<UInt32>, at position: Int) -> Bool {
    other.indices.allSatisfy { other[$0] == self[position, $0] }
  }

  /// Adds a row, or replaces its lengths.
  mutating func set(_ new: some RandomAccessCollection<UInt32>, at position: Int, isNew: Bool) {
    lengths.extend(to: (position + 1) * columns, with: Self.empty)
    if isNew { rowCount += 1 }
    for (column, length) in new.enumerated() { set(length, position * columns + column, column) }
  }

  /// Removes a row.
  mutating func remove(at position: Int) {
    rowCount -= 1
    for column in 0..<columns {
      let index = position * columns + column
      set(0, index, column)
      lengths.share(Self.empty, inPlaceOf: index) { $0 == 0 }
    }
  }

  private mutating func set(_ new: UInt32, _ index: Int, _ column: Int) {
    let old = lengths[index]
    if old == new { return }
    lengths[index] = new
    totals[column] += Int(new) - Int(old)
    filled[column] += (new > 0 ? 1 : 0) - (old > 0 ? 1 : 0)
  }
}
