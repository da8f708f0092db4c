import MotionModelTestSupport
import Testing

@testable import MotionModelValues

/// Columns that spaces align.
struct TextTableTests {
  @Test func `columns are as wide as their titles and the cells that they were widened for`() {
    var table = TextTable([.init(title: "name"), .init(title: "n", isRight: true), .init(title: "note")])
    let rows = [["a", "12", ""], ["日本語", "3", "x"], ["", "", ""]]
    for row in rows { table.widen(for: row) }
    #expect(table.widths == [6, 2, 4])
    #expect(([table.titles] + rows).map { table.line($0) } == ["name     n  note", "a       12", "日本語   3  x", ""])
    #expect(table.line(["longer than 6", "1", "y"]) == "longer than 6   1  y")
  }

  @Test func `cells can be styled`() {
    var table = TextTable([.init(title: "a"), .init(title: "b")])
    table.widen(for: ["xyz", "y"])
    #expect(table.line(["x", "y"]) { cell, aligned in cell == "x" ? "<\(aligned)>" : aligned } == "<x  >  y")
    #expect(TextTable([]).line([]) == "")
  }

  /// Each column begins, or ends, at the same place of all lines.
  @Test(arguments: 0..<20) func `all lines are aligned`(run: Int) {
    var random = TestSeed.generator(run)
    let parts = ["a", "日", "e\u{301}", "🎉", "12", "é"]
    func text() -> String { (0..<random.number(1...8)).map { _ in random.pick(parts) }.joined() }
    let columns = (0..<random.number(1...6)).map { _ in TextTable.Column(title: text(), isRight: random.chance(50)) }
    let rows = (0..<random.number(0...5)).map { _ in columns.map { _ in text() } + ["|"] }
    var table = TextTable(columns + [.init(title: "|")])
    for row in rows { table.widen(for: row) }
    let ends = ([table.titles] + rows).map { table.line($0).displayWidth }
    #expect(ends.allSatisfy { $0 == table.widths.reduce(0) { $0 + $1 + 2 } - 2 }, "\(TestSeed.current)")
  }
}
