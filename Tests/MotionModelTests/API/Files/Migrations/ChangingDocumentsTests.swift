import Foundation
import MotionModel
import Testing

/// What migrations change the content of a file with.
@Suite struct ChangingDocumentsTests {
  private struct Bad: Error, CustomStringConvertible {
    var description: String { "it is bad" }
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing"
    } catch { return "\(error)" }
  }

  private let todos = StoreDocument.Table(
    "Todo", columns: [StoreDocument.Column("id", type: "Int"), StoreDocument.Column("name", type: "String?"), "rank"],
    rows: [["id": 1, "name": "a", "rank": "high"], ["id": 2, "rank": "low"], ["id": 5, "name": "c"]])

  // MARK: - Columns

  @Test func `a column is renamed with its values`() throws {
    var model = todos
    try model.rename("name", to: "title")
    #expect(
      model.columns == [
        StoreDocument.Column("id", type: "Int"), StoreDocument.Column("title", type: "String?"), "rank",
      ])
    #expect(model.rows.map { $0["title"] } == ["a", nil, "c"] && model.rows.allSatisfy { $0["name"] == nil })
    try model.rename("title", to: "title")
    #expect(
      message { try model.rename("name", to: "x") }
        == "The change of a file's content failed in Todo: there is no column \"name\".")
    #expect(
      message { try model.rename("title", to: "rank") }
        == "The change of a file's content failed in Todo: there is a column \"rank\" already.")
  }

  @Test func `a column is removed, and added with values`() throws {
    var model = todos
    model.remove("name")
    model.remove("none")
    #expect(model.rows.map(\.attributes) == [["id": 1, "rank": "high"], ["id": 2, "rank": "low"], ["id": 5]])
    try model.add("done", type: "Bool", default: false)
    try model.add("double") { row in row["id"] == 2 ? nil : row["rank"] }
    #expect(model.columns.map(\.name) == ["id", "rank", "done", "double"])
    #expect(model.columns[2].type == "Bool")
    #expect(model.rows.map { $0["done"] } == [false, false, false])
    #expect(model.rows.map { $0["double"] } == ["high", nil, nil])
    #expect(
      message { try model.add("rank", default: 1) }
        == "The change of a file's content failed in Todo: there is a column \"rank\" already.")
    #expect(
      message { try model.add("x") { row in if row["id"] == 2 { throw Bad() } else { 1 } } }
        == "The change of a file's content failed at record 2 of Todo: it is bad.")
  }

  @Test func `the values of a column are converted`() throws {
    var model = todos
    try model.convert("rank", to: "Int") { value in value == "high" ? 3 : value == nil ? nil : 1 }
    #expect(model.rows.map { $0["rank"] } == [3, 1, nil] && model.columns[2].type == "Int")
    try model.convert("rank") { $0.map { .array([$0]) } }
    #expect(model.rows.map { $0["rank"] } == [[3], [1], nil] && model.columns[2].type == "Int")
    #expect(
      message { try model.convert("none") { $0 } }
        == "The change of a file's content failed in Todo: there is no column \"none\".")
    #expect(
      message { try model.convert("name") { if $0 == nil { throw Bad() } else { 1 } } }
        == "The change of a file's content failed at record 2 of Todo: it is bad.")
  }

  @Test func `rows are changed one by one, and an error names the row`() throws {
    var model = todos
    try model.updateRows { row in row["name"] = row["id"] == 2 ? "b" : nil }
    #expect(model.rows.map { $0["name"] } == [nil, "b", nil])
    let error = #expect(throws: MigrationError.self) { try model.updateRows { _ in throw Bad() } }
    #expect(error?.row == 1 && error?.model == "Todo" && error?.reason == "it is bad" && error?.migration == nil)
  }

  // MARK: - Values in documents

  @Test func `values inside documents are read and set by their path`() {
    var row: StoreDocument.Row = ["id": 1, "settings": ["layout": ["gap": 3], "theme": "light"]]
    #expect(row["settings", "layout", "gap"] == 3 && row["settings", "theme"] == "light")
    #expect(row["settings", "layout", "none"] == nil && row["settings", "theme", "x"] == nil && row["none", "x"] == nil)
    row["settings", "layout", "gap"] = 8
    row["settings", "layout", "columns"] = .null
    row["settings", "theme", "name"] = "dark"
    row["new", "deep", "er"] = 1
    #expect(row["settings"] == ["layout": ["gap": 8, "columns": .null], "theme": ["name": "dark"]])
    #expect(row["new"] == ["deep": ["er": 1]])
    row["settings", "layout", "gap"] = nil
    row["settings", "none", "x"] = nil
    row["settings", "theme", "name", "x"] = nil
    row["none", "x"] = nil
    row["id", "x"] = nil
    #expect(row["settings"] == ["layout": ["columns": .null], "theme": ["name": "dark"]])
    #expect(row["id"] == 1 && row.columns == ["id", "settings", "new"])
  }

  @Test func `the elements of a list are changed, and other values are left alone`() throws {
    var row: StoreDocument.Row = ["items": [["price": 1], ["price": 2, "unit": "m"], 3], "name": "a"]
    row["items"]?.updateElements { item in
      if item[member: "unit"] == nil, item != 3 { item[member: "unit"] = "piece" }
    }
    #expect(row["items"] == [["price": 1, "unit": "piece"], ["price": 2, "unit": "m"], 3])
    row["name"]?.updateElements { $0 = 1 }
    row["none"]?.updateElements { $0 = 1 }
    #expect(row["name"] == "a" && row["none"] == nil)
    #expect(throws: Bad.self) { try row["items"]?.updateElements { _ in throw Bad() } }
    #expect(row["items"]?[member: "x"] == nil)
  }

  @Test func `a deep document is changed without using up the stack`() {
    var value: AttributeValue = ["end": 1]
    for _ in 0..<2_000 { value = ["next": value] }
    var row = StoreDocument.Row(["tree": value])
    row["tree", "next", "next", "mark"] = true
    #expect(row["tree", "next", "next", "mark"] == true && row["tree", "next", "next", "next"] != nil)
  }

  // MARK: - Models

  @Test func `a model is renamed`() throws {
    var file = StoreDocument(models: [todos, StoreDocument.Table("Project")])
    try file.rename("Todo", to: "Task")
    #expect(file.models.map(\.name) == ["Task", "Project"] && file["Task"]?.rows == todos.rows)
    #expect(
      message { try file.rename("Todo", to: "X") }
        == "The change of a file's content failed: there are no records of Todo.")
    #expect(
      message { try file.rename("Task", to: "Project") }
        == "The change of a file's content failed: there are records of Project already.")
  }

  @Test func `a model is split and merged`() throws {
    var file = StoreDocument(models: [
      StoreDocument.Table(
        "Person", version: 2, rows: [["id": 1, "kind": "p"], ["id": 2, "kind": "c"]], nextNumber: 3),
      StoreDocument.Table("Log", rows: [["id": 2, "text": "x"]], nextNumber: 9),
    ])
    try file.move("Person", to: "Company") { $0["kind"] == "c" }
    #expect(file["Person"]?.rows.map(\.attributes) == [["id": 1, "kind": "p"]])
    #expect(file["Company"]?.rows.map(\.attributes) == [["id": 2, "kind": "c"]])
    #expect(file["Company"]?.version == 2 && file["Company"]?.nextNumber == 3)
    try file.move("Person", to: "Log")
    #expect(file["Person"] == nil)
    #expect(file["Log"]?.rows.map(\.attributes) == [["id": 2, "text": "x"], ["id": 1, "kind": "p"]])
    #expect(file["Log"]?.nextNumber == 9)
    let before = file
    #expect(
      message { try file.move("Company", to: "Log") }
        == "The change of a file's content failed at record 1 of Company: a record of Log has the same id.")
    #expect(
      message { try file.move("Log", to: "X") { if $0["id"] == 1 { throw Bad() } else { true } } }
        == "The change of a file's content failed at record 2 of Log: it is bad.")
    #expect(
      message { try file.move("None", to: "X") }
        == "The change of a file's content failed: there are no records of None.")
    #expect(file == before)
  }
}
