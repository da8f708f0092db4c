import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelValidation
import Testing

struct TableDescriptionTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private static let form = ModelForm<Todo>("Todos") {
    Input(\.name)
    Input(\.priority)
    Input(\.price)
    Input(\.dueDate)
    Input(\.status)
    Input(\.isDone)
    Input(\.isBillable)
    Input(\.tags)
    Input(\.project, showing: \.name)
    Children(\.steps) { Input(\.name) }
  }

  private func todo(_ name: String, change: (inout Todo) -> Void = { _ in }) throws -> Todo {
    var todo = Todo(name)
    change(&todo)
    return try desk.store.table(Todo.self).saved(todo)
  }

  @Test func `a table has the texts of records as a person reads them`() throws {
    let paint = try todo("Paint the door") {
      ($0.price, $0.status, $0.isDone, $0.isBillable) = (Decimal(string: "1234.5"), .done, true, false)
      ($0.tags, $0.projectID) = (["red", "blue"], desk.garden.id)
    }
    let table = try Self.form.table(of: [desk.todo, paint], in: desk.store, locale: .german)
    #expect(
      table
        == TableDescription(
          model: "Todo", title: "Todos",
          columns: [
            .init("name", "Name"), .init("priority", "Priority", .number),
            .init("price", "Price", .number), .init("dueDate", "Due date", .date),
            .init("status", "Status", .choice), .init("isDone", "Is done", .toggle),
            .init("isBillable", "Is billable", .choice), .init("tags", "Tags", .longText),
            .init("projectID", "Project", .choice),
          ],
          rows: [
            .init("1", ["Walk the dog", "3", "", "15.09.2012", "Open", "No", "", "", "House"]),
            .init("2", ["Paint the door", "0", "1234,5", "", "Done", "Yes", "No", "red\nblue", "Garden"]),
          ], language: "de"))
    #expect(table.columns.filter(\.isNumber).map(\.id) == ["priority", "price"])
  }

  @Test func `a table is printed in columns, and no value commands the terminal`() {
    var table = TableDescription(
      model: "Todo", title: "Todos\u{1B}",
      columns: [.init("name", "Name"), .init("price", "Price", .number), .init("due", "Due\tdate")],
      rows: [
        .init("1", ["Walk the dog", "9.5", "2012-09-15"]), .init("2", ["散歩する", "1000", ""]),
        .init("3", ["a\nb\u{1B}[31m", "", "2012-09-16"]), .init("4", [String(repeating: "x", count: 41), "", ""]),
      ], hasMore: true)
    let long = String(repeating: "x", count: 39) + "…"
    func name(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: 40 - width) }
    #expect(
      table.description.split(separator: "\n") == [
        #"Todos\u{1B}"#, "\(name("Name", 4))  Price  Due\\tdate", "\(name("Walk the dog", 12))    9.5  2012-09-15",
        "\(name("散歩する", 8))   1000", "\(name(#"a\nb\u{1B}[31m"#, 14))         2012-09-16", Substring(long), "…",
      ])
    (table.columns, table.rows, table.hasMore) = ([.init("name", "Name")], [], false)
    #expect(table.description == "Todos\\u{1B}\nName")
  }

  @Test func `a page says whether there are more records`() throws {
    _ = try todo("Paint the door")
    let finder = desk.store.table(Todo.self).records.order(by: \.id)
    let page = finder.page(size: 1)
    let first = try Self.form.table(of: page, in: desk.store)
    #expect(first.rows.map(\.id) == ["1"])
    #expect(first.hasMore)
    #expect(try Self.form.table(of: finder.page(after: page.next, size: 1), in: desk.store).hasMore == false)
  }

  @Test func `a table comes back from its JSON, which has the keys of forms`() throws {
    var table = try Self.form.table(of: [desk.todo], in: desk.store, locale: .american)
    table.hasMore = true
    let data = try JSONEncoder().encode(table)
    #expect(try JSONDecoder().decode(TableDescription.self, from: data) == table)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let columns = String(decoding: try encoder.encode([table.columns[1]]), as: UTF8.self)
    #expect(columns == #"[{"key":"priority","title":"Priority","type":"number"}]"#)
  }

  @Test func `passwords and hidden fields are in no table`() throws {
    var account = Account()
    (account.email, account.password) = ("a@b.co", "secret!!")
    account.photo = Data([1, 2])
    let form = ModelForm<Account> {
      Input(\.email)
      Input(\.password)
      Input(\.photo)
    }
    let table = try form.table(of: [account], in: desk.store)
    #expect(table.columns.map(\.key) == ["email", "photo"])
    #expect(table.rows == [.init("0", ["a@b.co", "photo"])])
    let hidden = ModelForm<Project> { Input(\.name).control(.hidden) }
    #expect(try hidden.table(of: [desk.house], in: desk.store).columns.isEmpty)
  }

  @Test func `a parent that is not stored is shown by its key, and each parent is looked up once`() throws {
    var lost = Todo("Lost")
    lost.projectID = 77
    let table = try ModelForm<Todo> { Input(\.projectID) }.table(of: [lost, desk.todo, desk.todo], in: desk.store)
    #expect(table.rows.map(\.cells) == [["77"], ["House"], ["House"]])
  }
}
