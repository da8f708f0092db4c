import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// Rows that are read chunk by chunk beside a dictionary of them.
@Suite struct PostingCursorTests {
  private static let (form, lengths) = (PlaceForm(columns: 1), RowLengths(columns: 1))

  /// Returns a list and what it has. Some rows have places of 255 bytes and more, which are stored in another way.
  private static func list(
    _ blockSize: Int, span: Int, _ random: inout SplitMix64
  ) -> (list: PostingList, rows: [Int: [UInt32]]) {
    var (run, rows) = (PostingRun(), [Int: [UInt32]]())
    var position = random.number(0...200)
    for _ in 0..<random.pick([1, 2, 300, 700]) {
      let count = random.chance(4) ? random.number(250...300) : random.number(1...3)
      rows[position] = (0..<count).map { UInt32($0 * random.pick([1, 1, 200])) }.sorted()
      run.append(position, rows[position] ?? [])
      position += random.number(1...span)
    }
    var list = PostingList.empty
    list.append(run, PostingForm(blockSize: blockSize, places: form), lengths)
    return (list, rows)
  }

  @Test(arguments: [2, 3, 128, 255], [1, 2, 30, 1_000]) func `each row that is asked for is found with its places`(
    blockSize: Int, span: Int
  ) {
    var random = TestSeed.generator(2_400 + blockSize + span)
    let (list, rows) = Self.list(blockSize, span: span, &random)
    var cursor = PostingCursor(list)
    let last = rows.keys.max() ?? 0
    // In order; then in order with gaps; then in any order.
    let orders = [Array(0...(last >> 7 + 1)), (0...(last >> 7 + 1)).filter { _ in random.chance(40) }]
    for chunks in orders + [(0...(last >> 7)).shuffled(using: &random)] {
      for chunk in chunks {
        var mask = RowMask.none
        for row in 0..<128 where random.chance(random.pick([3, 50, 100])) { mask.insert(row) }
        var found: [Int: [UInt32]] = [:]
        cursor.forEach(mask, inChunk: chunk) { row, places in
          var all: [UInt32] = []
          places.forEach { all.append($0) }
          found[chunk << 7 + row] = all
        }
        let expected = rows.filter { $0.key >> 7 == chunk && mask.contains($0.key & 127) }
        #expect(found == expected, "chunk \(chunk), seed \(TestSeed.current)")
      }
    }
  }

  @Test func `nothing is found in no list`() {
    var cursor = PostingCursor(.empty)
    cursor.forEach(RowMask(low: .max, high: .max), inChunk: 0) { row, _ in Issue.record("row \(row)") }
  }
}
