import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A row of one value.
private struct Box<Value: Sendable>: Sendable {
  var value: Value
}

/// The verdict on rows must agree with the test of each of them.
@Suite struct KeyTestTests {
  private func check<Value: ColumnValue & NastyValue & Comparable>(_ type: Value.Type, _ random: inout SplitMix64) {
    let operations = ColumnOperations.of(\Box<Value>.value)
    for _ in 0..<400 {
      let values = (0..<random.number(1...3)).map { _ in Box(value: Value.nasty(using: &random)) }
      let operand = Value.nasty(using: &random)
      values.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress, let keys = operations.keys(of: base, values.count) else { return }
        for comparison in ComparisonOperator.allCases {
          guard let test = KeyTest(comparison, operand, operations) else { continue }
          let rows = RowMask(prefix: values.count)
          let found = operations.comparison(comparison, operand)(base, MemoryLayout<Box<Value>>.stride, rows)
          let text = Comment(rawValue: "\(Value.self) \(comparison), seed \(TestSeed.current)")
          switch test.verdict(keys) {
          case .none: #expect(found.isEmpty, text)
          case .all: #expect(found == rows, text)
          case .open: break
          }
          #expect(test.verdict(.all) == .open)
        }
      }
    }
  }

  @Test func `verdicts agree with the tests of the rows`() {
    var random = TestSeed.generator(2_300)
    check(Int.self, &random)
    check(UInt64.self, &random)
    check(Int8.self, &random)
    check(Double.self, &random)
    check(Float.self, &random)
    check(Date.self, &random)
  }

  @Test func `a range tells the same as its two ends`() throws {
    let operations = ColumnOperations.of(\Box<Int?>.value)
    let range = ValueRange<any Sendable>(lower: 3 as Int?, includesLower: true, upper: 9 as Int?, includesUpper: false)
    let test = try #require(KeyTest(range, operations))
    func verdict(_ values: Int?...) -> KeyTest.Verdict {
      values.map { Box(value: $0) }.withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap { operations.keys(of: $0, values.count) }.map(test.verdict) ?? .open
      }
    }
    #expect(verdict(3, 8) == .all && verdict(3, 9) == .open && verdict(1, 2) == .none && verdict(10, 11) == .none)
    #expect(verdict(3, nil) == .open && verdict(nil, nil) == .none && verdict(2, 5) == .open)
  }
}

extension ColumnOperations {
  /// The keys of the page of some rows that have this column alone.
  fileprivate func keys(of base: UnsafeRawPointer, _ count: Int) -> KeyRange? {
    guard let page, let keyRange else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: page.bytes(of: count), alignment: 16) { bytes in
      guard let address = bytes.baseAddress else { return nil }
      page.copy(from: base, page.form.stride, count, to: address)
      return keyRange(address + page.start - page.form.offset, count)
    }
  }
}
