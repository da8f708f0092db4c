import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

@Suite struct OperandRowsTests {
  @Test(arguments: [1, 3]) func `counts are added up by row and column`(columns: Int) {
    var random = TestSeed.generator(2_500)
    var (rows, expected) = (OperandRows(columns: columns), [Int: [UInt32]]())
    for _ in 0..<300 {
      let position = random.pick([0, 200, 3_000]) + random.number(0...140)
      let (column, number) = (random.number(0...(columns - 1)), UInt32(random.number(1...5)))
      rows.add(number, position, in: column)
      expected[position, default: Array(repeating: 0, count: columns)][column] += number
    }
    let summary = rows.summary
    #expect(summary.count == expected.count)
    for column in 0..<columns {
      #expect(summary.columnCounts[column] == expected.values.count { $0[column] > 0 })
      #expect(summary.greatest[column] == expected.values.map { $0[column] }.max())
    }
    var found: [Int: [UInt32]] = [:]
    for chunk in 0...30 {
      rows.forEach(summary.marks[chunk: chunk], inChunk: chunk) { found[chunk << 7 + $0] = Array($1) }
    }
    #expect(found == expected, "seed \(TestSeed.current)")
  }
}
