import Foundation
import MotionModel
import MotionModelInspector
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

@Suite struct ConditionTests {
  private let records = Records(
    StoreDocument.Table(
      "Todo",
      columns: [
        .init("id", type: "Int"), .init("name", type: "String"), .init("priority", type: "Int?"),
        .init("price", type: "Decimal?"), .init("due", type: "Date?"), .init("tags", type: "[String]"),
        .init("done", type: "Bool"), .init("key", type: "UUID?"), .init("first name"), .init("count"),
      ],
      rows: [
        [
          "id": 1, "name": "Walk the dog", "priority": 3, "price": "12.50", "due": "2012-09-15T10:20:30Z",
          "tags": ["home", "urgent"], "done": true, "key": "AB29FC40-CA47-1067-B31D-00DD010662DA", "first name": "Bob",
          "count": 7,
        ],
        ["id": 2, "name": "say \"é\"\n", "priority": -2, "price": "0.99", "tags": [], "done": false, "count": 2.5],
        ["id": 3, "name": "", "done": false],
      ]))

  private func ids(_ text: String) throws -> [Int] {
    let condition = try ConditionParser.condition(text, on: records.columns)
    return (0..<records.count).filter { condition.matches(records.row($0)) }.map { $0 + 1 }
  }

  @Test(arguments: [
    ("priority > 2", [1]), ("priority >= -2", [1, 2]), ("priority != 3", [2, 3]), ("priority == nil", [3]),
    ("!(priority == nil)", [1, 2]), ("priority < 2.5", [2]), ("3 == priority", [1]), ("-1 > priority", [2]),
    ("priority > price", []), ("count > priority", [1, 2]), ("price > 1", [1]), ("price == 12.5", [1]),
    ("price == 0.990", [2]), ("price in [0.99, nil]", [2, 3]),
    ("priority in [3, 4] && done", [1]), ("done", [1]), ("!done", [2, 3]), ("!!done", [1]), ("done == false", [2, 3]),
    ("true", [1, 2, 3]), ("false || id == 2", [2]), ("name == \"say \\\"\\u{e9}\\\"\\n\"", [2]),
    ("name contains \"DOG\"", []), ("name contains \"DOG\" (case-insensitive)", [1]),
    ("name contains \"\"", [1, 2, 3]),
    ("name startsWith \"Walk\"", [1]), ("name endsWith \"dog\"", [1]), ("name like \"%the%\"", [1]),
    ("name matches \"^W.+g$\"", [1]), ("name in [\"walk THE dog\"] (case-insensitive)", [1]),
    ("name contains \"DÖG\" (case-insensitive, accent-insensitive)", [1]), ("name contains \"dög\"", []),
    ("name endsWith \"dög\" (accent-insensitive)", [1]),
    ("name in [\"wâlk thë DOG\"] (case-insensitive, accent-insensitive)", [1]),
    ("name equal \"\" (case-insensitive)", [3]), ("tags contains \"urgent\"", [1]), ("tags == []", [2]),
    ("tags == [\"home\", \"urgent\"]", [1]), ("count of tags == 2", [1]), ("count of name == 0", [3]),
    ("due < 2012-09-16", [1]), ("due == 2012-09-15T10:20:30Z", [1]), ("due > \"2012-09-16\"", []),
    ("key == ab29fc40-ca47-1067-b31d-00dd010662da", [1]), ("`first name` == \"Bob\"", [1]), ("count > 2", [1, 2]),
    ("(id + priority) == 4", [1]), ("(id * 2 - 1) == 3", [2]), ("id + 1 * 2 == 4", [2]), ("priority == id", []),
    ("days from due to 2012-09-17T10:20:30Z == 2", [1]), ("seconds from due to due == 0", [1]),
    ("id == 1 || id == 2 && false", [1]), ("(id == 1 || id == 2) && id > 1", [2]), ("price < Infinity", [1, 2]),
    ("price == NaN", []), ("priority > NaN", []), ("  id==1&&done  ", [1]),
  ])
  func `a condition finds the records that meet it`(_ text: String, _ expected: [Int]) throws {
    #expect(try ids(text) == expected)
  }

  @Test(arguments: [
    ("", 0, "a value", "the end"), ("priority >", 10, "a value", "the end"),
    ("priority = 3", 9, "==", "="),
    ("prority > 3", 0, "the name of a column such as priority", "the name prority"),
    ("priority", 0, "a condition such as priority > 2", "a value without a comparison"),
    ("priority > 3 4", 13, "an operator, && or ||, or the end", "a whole number"),
    ("priority > \"high\"", 11, "a whole number", "a string"),
    ("due > 3 days", 6, "a date such as 2012-09-15 or 2012-09-15T10:20:30Z", "a whole number"),
    ("due > true", 6, "a date such as 2012-09-15 or 2012-09-15T10:20:30Z", "a Bool"),
    ("(priority > 3", 13, ")", "the end"), ("priority in 3", 12, "a list such as [1, 2]", "another value"),
    ("priority in [3", 14, "]", "the end"), ("name contains", 13, "a value", "the end"),
    ("name startsWith 3", 16, "a string in quotation marks", "a whole number"),
    ("name == \"dog", 8, "a quotation mark at the end of the string", "none"),
    ("name == \"\\q\"", 9, #"an escape such as \", \\, \n or \u{E9}"#, "another one"),
    ("`first", 0, "a backquote at the end of the name", "none"),
    (
      "id == 12x", 6, "a number, a date such as 2012-09-15T10:20:30Z or a UUID",
      "a word of another form (is a quotation mark or a space missing?)"
    ),
    ("name matches \"(\"", 13, "a regular expression", "a string that is none"),
    ("priority > name", 11, "columns of one kind", "columns of different kinds"),
    ("tags == due", 8, "columns of one kind", "columns of different kinds"),
    ("done && id", 8, "a condition such as priority > 2", "a value without a comparison"),
    ("id == (done == true)", 6, "a value", "a condition"), ("1 < id < 3", 7, "an operator, && or ||, or the end", "<"),
  ])
  func `a mistake is reported with its place`(
    _ text: String, _ position: Int, _ expected: String, _ found: String
  ) throws {
    let error = #expect(throws: ConditionError.self) { try ids(text) }
    #expect(error?.position == position)
    #expect(error?.expected == expected)
    #expect(error?.found == found)
  }

  @Test func `an error shows the line of the mistake with a caret, cut where it is long`() {
    let text = "id == 1 ||\n" + String(repeating: "id == 2 || ", count: 20) + "名 == 3 || " + "id == 4 || id == 5"
    let error = #expect(throws: ConditionError.self) { try ids(text) }
    #expect(
      error?.description == """
        The condition cannot be read at character 232: expected the name of a column, found the name 名.
          …2 || id == 2 || id == 2 || id == 2 || id == 2 || id == 2 || 名 == 3 || id == 4 || id == 5
                                                                       ^
        """)
  }

  @Test func `deep nesting is an error, and any number of conditions side by side is none`() throws {
    let deep = 100_000
    for (open, close) in [("(", ")"), ("[", "]"), ("count of ", ""), ("(id + ", ")")] {
      let text = String(repeating: open, count: deep) + "id" + String(repeating: close, count: deep) + " == 1"
      #expect(throws: ConditionError.self) { try ids(text) }
    }
    #expect(throws: ConditionError.self) { try ids(String(repeating: "id + ", count: deep) + "id == 1") }
    #expect(try ids(String(repeating: "!", count: deep) + "done") == [1])
    #expect(try ids(String(repeating: "id == 1 || ", count: deep) + "id == 3") == [1, 3])
    #expect(try ids("id in [" + String(repeating: "1, ", count: deep) + "2]") == [1, 2])
  }

  @Test func `a condition as deep as predicates can be is read`() throws {
    var text = "id == 1"
    for level in 0..<100 { text = level.isMultiple(of: 2) ? "!(\(text))" : "(\(text)) && id < 3" }
    #expect(try ids(text) == [1])
  }

  @Test func `nesting that a small stack does not allow is an error`() throws {
    let records = records
    try onSmallStack {
      for open in ["(", "[", "count of ", "!("] {
        #expect(throws: ConditionError.self) {
          try ConditionParser.condition(String(repeating: open, count: 100_000), on: records.columns)
        }
      }
    }
  }

  @Test(arguments: [
    ("priority", [2, 1, 3]), ("priority descending", [1, 2, 3]), ("priority nil first", [3, 2, 1]),
    ("priority descending nil first", [3, 1, 2]), ("done ascending, id descending", [3, 2, 1]),
    ("name nil last", [3, 1, 2]),
    ("price", [2, 1, 3]), ("count of tags descending", [1, 2, 3]), ("(id * priority)", [2, 1, 3]),
  ])
  func `an order sorts as finders do`(_ text: String, _ expected: [Int]) throws {
    let order = try RowOrder(text, on: records.columns)
    #expect(order.sorted([0, 1, 2]) { records.row($0) } == expected.map { $0 - 1 })
  }

  @Test func `a mistake in an order is reported`() {
    let error = #expect(throws: ConditionError.self) {
      try RowOrder("priority up", on: records.columns)
    }
    #expect(
      error?.description == """
        The order cannot be read at character 10: expected descending, nil first or a comma, or the end, found the name up.
          priority up
                   ^
        """)
  }
}
