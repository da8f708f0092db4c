@testable import MotionModel
import MotionModelTestSupport
import Testing

struct RowTests {
  private struct Pair: Equatable {
    var number: Int
    var text: String?
  }

  private let offset = MemoryLayout<Pair>.offset(of: \.text) ?? 0

  @Test func `a record is read and changed in place, as a whole and by property`() {
    var pair = Pair(number: 7, text: "seven")
    withRow(of: pair) { row in
      #expect(row[Pair.self] == Pair(number: 7, text: "seven"))
      #expect(row[Int.self] == 7 && row[String?.self, at: offset] == "seven")
    }
    withRow(of: &pair) { row in
      row[Pair.self].number += 1
      row[String?.self, at: offset] = nil
      #expect(Row(row)[Pair.self] == Pair(number: 8, text: nil))
    }
    #expect(pair == Pair(number: 8, text: nil))
  }

  @Test(arguments: [0, 1, 300]) func `records are rows in their order`(count: Int) {
    let pairs = (0..<count).map { Pair(number: $0, text: "\($0)") }
    #expect(withRows(of: pairs) { rows in rows.map { $0[Pair.self] } } == pairs)
  }

  @Test func `an error of the body is thrown with its type`() {
    #expect(throws: Failed.one) {
      try withRow(of: 1) { row throws(Failed) in if row[Int.self] == 1 { throw .one } }
    }
    #expect(throws: Failed.many) { try withRows(of: [1, 2]) { _ throws(Failed) in throw .many } }
  }

  private enum Failed: Error { case one, many }

  @Test func `a run has some of the rows that lie side by side`() {
    let pairs = (0..<128).map { Pair(number: $0, text: nil) }
    let mask = RowMask.row(0) | .row(63) | .row(64) | .row(127)
    let found = pairs.withUnsafeBytes { bytes in
      var found: [Int] = []
      guard let base = bytes.baseAddress else { return found }
      let run = RowRun(base: base, stride: MemoryLayout<Pair>.stride, rows: mask)
      run.rows.forEach { found.append(run[$0][Pair.self].number) }
      return found
    }
    #expect(found == [0, 63, 64, 127])
  }

  @Test func `one row passes a test of many rows, or does not`() {
    let kernel = StoredProperty<Int>(offset: 0).kernel(Above(limit: 7))
    #expect(withRow(of: 8) { $0.passes(kernel) })
    #expect(!withRow(of: 7) { $0.passes(kernel) })
  }

  private struct Above: ValueTest {
    let limit: Int
    func passes(_ value: Int) -> Bool { value > limit }
  }
}
