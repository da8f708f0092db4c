import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModelSQL

/// Rows, whose values are copied to arrays of cells and of bytes.
@Suite struct SQLRowsTests {
  private static let texts = [
    "", "a", "fifteen letters", "more than fifteen letters", "\u{0}", "é", "e\u{301}", "🦁 in the text",
  ]

  private func value(_ random: inout some RandomNumberGenerator) -> SQLValue {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .null
    case 1: .integer([0, -1, .min, .max, .random(in: -9...9, using: &random)].randomElement(using: &random) ?? 0)
    case 2: .real([0, -0.0, .infinity, 0.1, -1e300].randomElement(using: &random) ?? 0)
    case 3: .text(Self.texts.randomElement(using: &random) ?? "")
    default: .blob(Data((0..<Int.random(in: 0..<20, using: &random)).map { _ in .random(in: 0...255, using: &random) }))
    }
  }

  @Test func `values that were added are those that are read`() {
    var random = TestSeed.generator(41)
    for _ in 0..<100 {
      let columns = Int.random(in: 1...6, using: &random)
      let values = (0..<columns * 20).map { _ in value(&random) }
      var rows = SQLRows(columnCount: columns)
      for value in values { rows.append(value) }
      #expect(rows.count == 20 && rows.values == values, "seed \(TestSeed.current)")
      #expect(rows[row: 7] == Array(values[7 * columns..<8 * columns]))
      #expect(rows[row: 19, column: columns - 1] == values.last)
      var others = SQLRows(columnCount: columns)
      others.append(rows)
      others.append(rows)
      #expect(others.values == values + values)
    }
  }

  @Test func `rows that begin again have nothing of the former ones`() {
    var rows = SQLRows(row: [.text("former"), .integer(1), .null])
    #expect(rows.rows == [[.text("former"), .integer(1), .null]])
    rows.changeCount = 3
    rows.begin(columnCount: 2)
    #expect(rows.count == 0 && rows.columnCount == 2 && rows.changeCount == 0)
    for value in [SQLValue.blob(Data([7])), .text("next")] { rows.append(value) }
    #expect(rows.rows == [[.blob(Data([7])), .text("next")]] && rows.bytes == [7] + Array("next".utf8) + [0])
  }

  @Test(arguments: Self.texts + ["ASCII 7\u{7F}", "12345678", "12345678ü", "ü1234567890123456"])
  func `a string is the one whose bytes were added, and is followed by NUL`(text: String) {
    var rows = SQLRows(columnCount: 1)
    Array(text.utf8).withUnsafeBytes { rows.append($0, .text) }
    rows.append("next")
    #expect(rows.values == [.text(text), .text("next")] && rows.text(0, 0).utf8.elementsEqual(text.utf8))
    #expect(rows.bytes == Array(text.utf8) + [0] + Array("next".utf8) + [0])
  }

  @Test(arguments: [
    [0xFF], [0x41, 0xC3], [0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x80], [0xED, 0xA0, 0x80],
  ])
  func `what is not UTF-8 is no string`(bytes: [UInt8]) {
    var rows = SQLRows(columnCount: 1)
    bytes.withUnsafeBytes { rows.append($0, .text) }
    #expect(rows.values == [.blob(Data(bytes))] && rows.text(0, 0) == "")
  }
}

/// Lengths of values, which take no memory here.
@Suite struct SQLCellTests {
  @Test(arguments: [
    (0, false), (1 << 30, false), ((1 << 31) - 1, false), (1 << 31, true), (1 << 32, true), (.max, true),
  ])
  func `a value of 2 GiB is too long, however much longer it is`(count: Int, isTooLong: Bool) {
    #expect(SQLCell(.blob, count: count).isTooLong == isTooLong)
  }

  @Test func `a statement with values that are not too long is not refused`() throws {
    var rows = SQLRows(columnCount: 2)
    for value in [SQLValue.text("a"), .null, .blob(Data([1])), .integer(.max)] { rows.append(value) }
    try rows.checkLengths("INSERT")
  }
}

/// Statements that are run for many rows.
@Suite struct SQLBatchTests {
  @Test func `an insertion has its values behind its table, and any statement those that are bound`() {
    let insertion = SQLBatch(insertingInto: "To\"do", ["id", "na\"me"], in: .sqlite)
    #expect(insertion.text == #"INSERT INTO "To""do" ("id", "na""me") VALUES (?1, ?2)"#)
    #expect(insertion.target == #""To""do" ("id", "na""me")"#)
    #expect(insertion.bindings.columnCount == 2 && insertion.count == 0)
    var update = SQLBatch("UPDATE t SET a = \(bind: .null)", in: .postgresql)
    for number in 0..<3 { update.bindings.append(.integer(Int64(number))) }
    #expect(update.text == "UPDATE t SET a = $1" && update.target == nil && update.count == 3)
  }

  @Test func `a result has the rows of all runs, and the first that has changed none`() {
    var result = SQLBatchResult()
    #expect(result.unchanged == nil && result.rows.count == 0)
    for run in 0..<4 {
      var rows = SQLRows(columnCount: 2)
      if run != 2 {
        rows.append(.integer(Int64(run)))
        rows.append(.text("x"))
        rows.changeCount = 1
      }
      result.add(rows, ofRun: run)
    }
    #expect(result.unchanged == 2)
    #expect(result.rows.values == [.integer(0), .text("x"), .integer(1), .text("x"), .integer(3), .text("x")])
  }
}
