import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsTerminal
import MotionModelTestSupport
import MotionModelValues
import Testing

struct TableLinesTests {
  private static let table = TableDescription(
    model: "Todo", title: "Todos",
    columns: [.init("name", "Name"), .init("price", "Price", .number), .init("due", "Due date")],
    rows: [
      .init("1", ["Walk the dog", "9.5", "2012-09-15"]), .init("2", ["散歩する", "1000", ""]),
      .init("3", ["a\nb\u{1B}[31m", "", "2012-09-16"]),
    ], hasMore: true)

  @Test func `columns are as wide as their texts`() {
    #expect(
      Self.table.lines(width: 60) == [
        "Todos", "Name          Price  Due date", "------------  -----  ----------", "Walk the dog    9.5  2012-09-15",
        "散歩する       1000", "a␊b␛[31m             2012-09-16", "…",
      ])
  }

  @Test func `columns are narrowed, the widest first, and left out at last`() {
    #expect(
      Self.table.lines(width: 25).prefix(5) == [
        "Todos", "Name      Price  Due date", "--------  -----  --------", "Walk th…    9.5  2012-09…", "散歩する   1000",
      ])
    #expect(
      Self.table.lines(width: 13) == [
        "Todos", "Name  Pri…  …", "----  ----  …", "Wal…   9.5  …", "散…   1000  …", "a␊b…        …", "…",
      ])
  }

  @Test func `a table without rows says so`() {
    var table = Self.table
    (table.rows, table.hasMore) = ([], false)
    #expect(table.lines(width: 40) == ["Todos", "Name  Price  Due date", "----  -----  --------", "(none)"])
    #expect(table.lines(width: 40, none: "nichts").last == "(nichts)")
    table.columns = []
    #expect(table.lines(width: 40) == ["Todos", "", "", "(none)"])
  }

  @Test func `a record has a line for each column`() {
    let row = TableDescription.Row("1", ["Walk the dog in the park", "9.5", "a\n\u{1B}b"])
    #expect(
      Self.table.lines(of: row, width: 26) == [
        "Name:      Walk the dog in", "           the park", "Price:     9.5", "Due date:  a", "           ␛b",
      ])
    #expect(
      Self.table.lines(of: TableDescription.Row("2", ["", "", ""]), width: 26) == ["Name:", "Price:", "Due date:"])
  }

  @Test(arguments: 0..<60)
  func `no line is wider than the window`(run: Int) {
    var random = TestSeed.generator(run)
    let parts = ["a", "日", "e\u{301}", "🎉", " ", "\u{1B}", "\n", "12"]
    func text() -> String { (0..<random.number(0...20)).map { _ in random.pick(parts) }.joined() }
    let columns = (0..<random.number(0...6)).map {
      TableDescription.Column("c\($0)", text(), random.pick([.text, .number]))
    }
    let rows = (0..<random.number(0...5)).map { TableDescription.Row("\($0)", columns.map { _ in text() }) }
    let table = TableDescription(model: "M", title: text(), columns: columns, rows: rows)
    let width = random.number(1...50)
    let lines = table.lines(width: width) + rows.flatMap { table.lines(of: $0, width: width) }
    #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
    #expect(lines.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }
}
