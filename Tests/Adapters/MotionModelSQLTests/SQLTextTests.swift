import Foundation
import MotionModelSQL
import Testing

/// Texts of statements: names are quoted and values are bound.
@Suite struct SQLTextTests {
  @Test func `a statement has a placeholder for each value, in the style of the engine`() {
    let text: SQLText = "DELETE FROM \(name: "Todo") WHERE \(name: "id") IN (\(bind: [.integer(1), .null]))"
    let inside: SQLText = "\(sql: text) AND \(name: "a") = \(bind: .text("x"))"
    #expect(
      inside.statement(in: .sqlite)
        == SQLStatement(
          text: #"DELETE FROM "Todo" WHERE "id" IN (?1, ?2) AND "a" = ?3"#,
          bindings: [.integer(1), .null, .text("x")]))
    #expect(
      inside.statement(in: .postgresql).text == #"DELETE FROM "Todo" WHERE "id" IN ($1, $2) AND "a" = $3"#)
  }

  @Test(arguments: [
    "\"", "\"; DROP TABLE Todo; --", "select", "naïve", "a\nb", "🦁", "'", "\\", "[x]", "`", "%s", "?1", "$1", ":a",
  ])
  func `a hostile name stays a name`(name: String) {
    let text: SQLText = "\(name: name)"
    #expect(
      text.statement(in: .sqlite)
        == SQLStatement(text: "\"" + name.replacing("\"", with: "\"\"") + "\"", bindings: []))
  }

  @Test func `a type has no signs of SQL`() {
    let text: SQLText = "x \(type: "numeric(20); DROP--'\"")"
    #expect(text.statement(in: .sqlite).text == "x numeric(20) DROP")
  }
}
