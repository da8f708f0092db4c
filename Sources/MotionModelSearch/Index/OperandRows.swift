import MotionModel

/// The rows in which an operand of a query stands, with how often in each column.
///
/// Counts are kept for 128 rows at a time, so that few rows take little memory, and any row is looked up in constant time.
struct OperandRows: Sendable {
  private let columns: Int
  private(set) var marks = RowMarks()
  private var chunks: ContiguousArray<ContiguousArray<UInt32>> = []
  /// How many rows there are.
  private(set) var count = 0
  /// How many rows have the operand in each column.
  private(set) var counts: ContiguousArray<Int>
  /// How often a row has the operand in each column at most.
  private(set) var greatest: ContiguousArray<UInt32>

  init(columns: Int) {
    self.columns = columns
    counts = ContiguousArray(repeating: 0, count: columns)
    greatest = ContiguousArray(repeating: 0, count: columns)
  }

  /// Counts places of a row in a column.
  @inline(__always)
  mutating func add(_ number: UInt32, _ position: Int, in column: Int) {
    if number == 0 { return }
    let (chunk, index) = (position &>> 7, (position & 127) &* columns &+ column)
    if chunk >= chunks.count || chunks[chunk].isEmpty { makeChunk(chunk) }
    let old = chunks[chunk][index]
    chunks[chunk][index] = old &+ number
    if old == 0 {
      counts[column] &+= 1
      if marks.insert(position) { count &+= 1 }
    }
    greatest[column] = max(greatest[column], old &+ number)
  }

  private mutating func makeChunk(_ chunk: Int) {
    while chunks.count <= chunk { chunks.append([]) }
    chunks[chunk] = ContiguousArray(repeating: 0, count: 128 &* columns)
  }

  /// How often a row has the operand in a column.
  @inline(__always)
  func count(_ position: Int, in column: Int) -> UInt32 {
    let chunk = position &>> 7
    guard chunk < chunks.count, !chunks[chunk].isEmpty else { return 0 }
    return chunks[chunk][(position & 127) &* columns &+ column]
  }

  /// Whether a row has the operand.
  @inline(__always)
  func contains(_ position: Int) -> Bool { marks.contains(position) }
}
