import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

/// Marks beside sets of positions.
@Suite struct RowMarksTests {
  private static func positions(of marks: RowMarks) -> [Int] {
    var positions: [Int] = []
    marks.forEach { positions.append($0) }
    return positions
  }

  @Test func `marks have what was inserted, united, intersected and subtracted`() {
    var random = TestSeed.generator(2_450)
    for _ in 0..<100 {
      func some() -> Set<Int> {
        let most = random.pick([0, 63, 64, 127, 128, 1_000])
        return Set((0..<random.number(0...60)).map { _ in random.number(0...most) })
      }
      let (first, second, third) = (some(), some(), some())
      var marks = RowMarks(first.sorted())
      let (other, last) = (RowMarks(second.sorted()), RowMarks(third.sorted()))
      #expect(Self.positions(of: marks) == first.sorted() && marks.count == first.count)
      marks.formUnion(other)
      #expect(Self.positions(of: marks) == first.union(second).sorted(), "seed \(TestSeed.current)")
      marks.subtract(last)
      #expect(Self.positions(of: marks) == first.union(second).subtracting(third).sorted(), "seed \(TestSeed.current)")
      marks.formIntersection(other)
      let expected = second.subtracting(third)
      #expect(Self.positions(of: marks) == expected.sorted(), "seed \(TestSeed.current)")
      #expect((0...1_100).allSatisfy { marks.contains($0) == expected.contains($0) })
      #expect((0...9).allSatisfy { chunk in marks[chunk: chunk].count == expected.count { $0 >> 7 == chunk } })
      #expect(marks.rows.count == expected.count && expected.allSatisfy(marks.rows.contains))
    }
  }

  @Test(arguments: [2, 128]) func `the rows of a list are inserted, all or those of others`(blockSize: Int) {
    var random = TestSeed.generator(2_460)
    var (run, list, position, all) = (PostingRun(), PostingList.empty, 5, Set<Int>())
    for _ in 0..<400 {
      run.append(position, [1])
      all.insert(position)
      position += random.number(1...9)
    }
    list.append(run, PostingForm(blockSize: blockSize, places: PlaceForm(columns: 1)), RowLengths(columns: 1))
    let others = Set((0..<50).map { _ in random.number(0...5_000) })
    var (marks, few) = (RowMarks([3, 9_000]), RowMarks())
    marks.insert(list)
    few.insert(list, among: RowMarks(others.sorted()))
    #expect(Self.positions(of: marks) == all.union([3, 9_000]).sorted(), "seed \(TestSeed.current)")
    #expect(Self.positions(of: few) == all.intersection(others).sorted(), "seed \(TestSeed.current)")
  }
}
