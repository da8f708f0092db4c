import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Records as a table of text.
@Suite(.ownStore) struct RecordsTextTableTests {
  @Test func `records have a line each, below the names of the columns`() throws {
    try Todo.insert(contentsOf: [
      Todo("Walk the dog", priority: 3, assignedTo: "bob"), Todo("犬の散歩", priority: 10), Todo("👍👨‍👩‍👧e\u{301}"),
    ])
    let expected = """
      id  name          assignedTo  priority  done
       1  Walk the dog  bob                3  false
       2  犬の散歩                        10  false
       3  👍👨‍👩‍👧é                            0  false
      """
    let todos = Todo.records
    #expect(todos.textTable(\.id, \.name, \.assignedTo, \.priority, \.done) == expected)
    #expect(todos.all.textTable(\.id, \.name, \.assignedTo, \.priority, \.done) == expected)
    #expect(Store.current.table(Todo.self).textTable(\.id, \.name, \.assignedTo, \.priority, \.done) == expected)
    #expect(
      Todo.where(\.priority > 2).order(by: \.priority, .descending).textTable(\.priority) == """
        priority
              10
               3
        """)
  }

  @Test func `all columns are shown if none is named`() {
    #expect([Project()].textTable() == "id  name\n 0")
    let lines = [AllTypes()].textTable().split(separator: "\n")
    #expect(lines[0].split(separator: " ").map(String.init) == AllTypes.schema.columns.map(\.name))
  }

  @Test func `a value of each type is a cell`() throws {
    var record = AllTypes()
    (record.string, record.bool, record.int8, record.uint64) = ("a b", true, -8, .max)
    (record.double, record.float, record.decimal) = (0.5, 1.5, try #require(Decimal(string: "12.5")))
    record.date = Date(timeIntervalSince1970: 0)
    #expect(
      [record].textTable(\.string, \.bool, \.int8, \.uint64, \.double, \.float, \.decimal, \.date) == """
        string  bool  int8                uint64  double  float  decimal  date
        a b     true    -8  18446744073709551615     0.5    1.5     12.5  1970-01-01T00:00:00Z
        """)
    (record.data, record.strings, record.counts) = (Data([1, 2]), ["a", "b"], ["a": 1])
    (record.word, record.level, record.document.title) = (.café, .high, "T")
    #expect(
      [record].textTable(\.data, \.strings, \.counts, \.word, \.level, \.document) == """
        data     strings     counts    word  level  document
        2 bytes  ["a", "b"]  {"a": 1}  café      1  {"pages": [], "title": "T"}
        """)
    record.uuid = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
    record.url = try #require(URL(string: "https://a.b/c"))
    #expect(
      [record].textTable(\.uuid, \.url) == """
        uuid                                  url
        00000000-0000-0000-0000-000000000001  https://a.b/c
        """)
  }

  @Test func `nil is empty, of every type`() {
    #expect(
      [AllTypes()].textTable(\.maybeString, \.maybeInt, \.int) == "maybeString  maybeInt  int\n" + "0".indented(26))
    let columns = AllTypes.schema.columns.filter(\.isOptional)
    #expect(columns.count > 25)
    for column in columns {
      #expect([AllTypes(), AllTypes()].textTable(column.keyPath) == "\(column.name)\n\n")
    }
  }

  @Test func `a cell is one line, is cut where it is long, and commands no terminal`() {
    let names = ["a\nb", String(repeating: "x", count: 41), String(repeating: "犬", count: 21), "\u{1B}[2J", ""]
    let todos = names.map { Todo($0) }
    #expect(
      todos.textTable(\.name).split(separator: "\n", omittingEmptySubsequences: false) == [
        "name", "a\\nb", "\(String(repeating: "x", count: 39))…", "\(String(repeating: "犬", count: 19))…",
        "\\u{1B}[2J", "",
      ])
    #expect(
      [Todo("abcdef", priority: 7)].textTable(\.name, \.priority, width: 4) == "name  priority\nabc…         7")
    #expect([Todo("abc")].textTable(\.name, width: -1) == "name\n")
  }

  @Test func `an empty finder has its columns`() throws {
    #expect(Todo.where(\.priority > 2).textTable(\.id, \.name) == "id  name")
    #expect([Project]().textTable() == "id  name")
  }

  @Test func `of many records the first are shown, and how many there are more`() throws {
    try Todo.insert(contentsOf: (1...250).map { Todo("\($0)") })
    let lines = Todo.records.textTable(\.name).split(separator: "\n")
    #expect(lines.count == 102)
    #expect(lines[100...] == ["100", "… 150 more"])
    #expect(Todo.limit(3).textTable(\.name, rows: 2) == "name\n1\n2\n… 1 more")
    #expect(Todo.limit(3).textTable(\.name, rows: 3) == "name\n1\n2\n3")
    #expect(Todo.limit(3).all.textTable(\.name, rows: 2) == "name\n1\n2\n… 1 more")
    for rows in [0, -1, .min] {
      #expect(Todo.limit(3).textTable(\.name, rows: rows) == "name\n… 3 more")
      #expect(Todo.limit(3).all.textTable(\.name, rows: rows) == "name\n… 3 more")
    }
    #expect(Todo.records.textTable(\.name, rows: .max).split(separator: "\n").count == 251)
  }

  @Test func `the errors of an adapter are thrown`() throws {
    let adapter = BytesAdapter()
    let pages = Store(adapters: [adapter]).table(Leaf.self)
    try pages.create { $0.title = "Home" }
    #expect(try pages.textTable(\.title) == "title\nHome")
    #expect(throws: BytesAdapter.Offline.self) { try adapter.failing { try pages.textTable() } }
  }

  private struct Leaf: Model {
    typealias Adapter = BytesAdapter
    var id = 0
    var title = ""
  }
}

extension String {
  /// The string at the end of a line of some places.
  fileprivate func indented(_ width: Int) -> String { String(repeating: " ", count: width - count) + self }
}
