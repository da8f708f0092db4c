import MotionModel

/// The rows in which an operand of a query stands, with how often in each column.
///
/// Counts are kept for 128 rows at a time, so that few rows take little memory, and any row is looked up in constant
/// time.
struct OperandRows: Sendable {
  let columns: Int
  /// For each chunk of 128 positions, the number of its group of counts; -1 for a chunk without rows.
  private var groups: ContiguousArray<Int32> = []
  private var counts: ContiguousArray<UInt32> = []

  init(columns: Int) { self.columns = columns }

  private var groupSize: Int { 128 &* columns }

  /// Counts places of a row in a column.
  @inline(__always)
  mutating func add(_ number: UInt32, _ position: Int, in column: Int) {
    let chunk = position &>> 7
    if chunk >= groups.count || groups[chunk] < 0 { makeGroup(chunk) }
    counts[Int(groups[chunk]) &* groupSize &+ (position & 127) &* columns &+ column] &+= number
  }

  private mutating func makeGroup(_ chunk: Int) {
    if chunk >= groups.count { groups.append(contentsOf: repeatElement(-1, count: chunk + 1 - groups.count)) }
    groups[chunk] = Int32(counts.count / groupSize)
    counts.append(contentsOf: repeatElement(0, count: groupSize))
  }

  /// Calls `body` with how often each of some rows of a chunk has the operand in each column.
  @inline(__always)
  func forEach(_ rows: RowMask, inChunk chunk: Int, _ body: (_ row: Int, UnsafeBufferPointer<UInt32>) -> Void) {
    guard chunk < groups.count, groups[chunk] >= 0 else { return }
    let start = Int(groups[chunk]) * groupSize
    counts.withUnsafeBufferPointer { counts in
      rows.forEach { row in
        let first = start &+ row &* columns
        body(row, UnsafeBufferPointer(rebasing: counts[first..<first &+ columns]))
      }
    }
  }

  /// What is known of all rows together.
  struct Summary: Sendable {
    var marks = RowMarks()
    /// How many rows have the operand.
    var count = 0
    /// How many rows have the operand in each column.
    var columnCounts: ContiguousArray<Int>
    /// How often a row has the operand in each column at most.
    var greatest: ContiguousArray<UInt32>
  }

  var summary: Summary {
    let zeros = ContiguousArray<UInt32>(repeating: 0, count: columns)
    var summary = Summary(columnCounts: ContiguousArray(repeating: 0, count: columns), greatest: zeros)
    summary.marks.extend(to: groups.count)
    for (chunk, group) in groups.enumerated() where group >= 0 {
      var rows = RowMask.none
      for column in 0..<columns {
        let (own, greatest) = read(Int(group) * groupSize + column)
        rows = rows | own
        summary.columnCounts[column] += own.count
        summary.greatest[column] = max(summary.greatest[column], greatest)
      }
      summary.marks.insert(rows, inChunk: chunk)
      summary.count += rows.count
    }
    return summary
  }

  /// Returns the rows of a group that have the operand in a column, and the greatest count.
  ///
  /// - Parameter start: Where the count of the first row is.
  private func read(_ start: Int) -> (rows: RowMask, greatest: UInt32) {
    var (low, high, greatest): (UInt64, UInt64, UInt32) = (0, 0, 0)
    counts.withUnsafeBufferPointer { counts in
      for row in 0..<64 {
        let (first, second) = (counts[start &+ row &* columns], counts[start &+ (row &+ 64) &* columns])
        low |= (first > 0 ? 1 : 0) &<< UInt64(row)
        high |= (second > 0 ? 1 : 0) &<< UInt64(row)
        greatest = max(greatest, first, second)
      }
    }
    return (RowMask(low: low, high: high), greatest)
  }
}
