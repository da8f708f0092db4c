import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Records and lists are written and read without a store.
@Suite(.ownStore, .temporaryFolder) struct RecordFilesTests {
  private let file = TemporaryFolder.current.appending(path: "todos.json")

  private func todos(_ source: FileSource, as format: FileFormat? = nil) throws -> [String] {
    let todos = try [Todo](from: source, as: format)
    #expect(Todo.isEmpty && Store.current.commitCount == 0)
    return todos.map { "\($0.id) \($0.name) \($0.priority)" }
  }

  @Test func `JSON may be an object or an array of objects`() throws {
    #expect(try todos(.string(#"{"id": 4, "name": "Sweep", "priority": "3"}"#)) == ["4 Sweep 3"])
    #expect(try todos(.string("\u{FEFF} [] ")) == [])
    #expect(
      try todos(.string("\u{FEFF} [ {\"name\": \"Sweep\"},\n\n{\"priority\": 2, \"id\": 1} ] ")) == [
        "0 Sweep 0", "1  2",
      ])
    #expect(try todos(.string("{}")) == ["0  0"])
    #expect(try todos(.string("{}\n{\"name\": \"Mop\"}"), as: .jsonLines) == ["0  0", "0 Mop 0"])
    #expect(try todos(.string("priority;name\n3;Mop\n"), as: .csv) == ["0 Mop 3"])
    #expect(try Todo(from: .string(#"{"name": "Sweep", "dueDate": null}"#)).dueDate == nil)
    #expect(try Todo(from: .string(#"{"name": "Sweep"}"#)).dueDate == Date(timeIntervalSince1970: 1_000_000))
    try Data(#"[{"id": 7}, {"id": 7}]"#.utf8).write(to: file)
    #expect(try todos(.file(file)) == ["7  0", "7  0"])
  }

  @Test func `a list is written as the file of its model`() throws {
    try [Todo("Sweep", priority: 3), Todo("Mop")].save(to: file)
    #expect(try todos(.file(file)) == ["0 Sweep 3", "0 Mop 0"])
    let projects = [Project.new { ($0.id, $0.name) = (2, "House") }, Project.new { ($0.id, $0.name) = (1, "Garden") }]
    #expect(try projects.string(as: .csv) == "id,name\n2,House\n1,Garden\n")
    let stored = try Store.with(Store()) {
      try Project.insert(contentsOf: projects)
      return try Project.string(as: .csv)
    }
    #expect(try projects.string(as: .csv) == stored)
    #expect(try [Project]().string(as: .csv) == "id,name\n")
    #expect(try [Project](from: .data([Project]().data(as: .compact))) == [])
  }

  @Test func `a list is read from the file of a whole store`() throws {
    let store = Store()
    try store.table(Project.self).create { $0.name = "House" }
    try store.table(Todo.self).create { $0.name = "Sweep" }
    for format in FileFormat.ofStores {
      #expect(try todos(.data(store.data(as: format))) == ["1 Sweep 0"])
    }
    let error = #expect(throws: FileError.self) { try [Topic](from: .string(store.string())) }
    #expect(error == .otherModel(file: "in memory", expected: "Topic", found: ["Project", "Todo"]))
  }

  @Test func `properties with the names of the calls do not hide them`() throws {
    var record = AllTypes()
    (record.string, record.data) = ("text", Data([1]))
    let text: String = try record.string(as: .csv)
    let data: Data = try record.data(as: .csv)
    #expect(data == Data(text.utf8))
    #expect(try AllTypes(from: .data(data), as: .csv).string == record.string)
    #expect(try AllTypes.data(as: .json) == Data(AllTypes.string(as: .json).utf8))
  }

  @Test func `one record is expected to be one`() throws {
    for (text, count) in [("[]", "none"), ("[{}, {}]", "2")] {
      let error = #expect(throws: FileError.self) { try Todo(from: .string(text)) }
      #expect(
        error.map { "\($0)" } == "The file in memory was expected to hold one record of Todo, and holds \(count).")
    }
  }

  @Test func `records of other programs are refused with their place`() throws {
    for (text, format, message) in [
      (
        "[{\"name\": 1}, {\"priority\": \"high\"}]", FileFormat.json,
        "Record 2 of Todo in the file in memory cannot be read: Todo cannot take the value for its column \"priority\": "
          + "expected a whole number of 64 bits, found a string that is not a number."
      ),
      ("[{}, 5]", .json, "The file in memory holds no records: it was expected to have an object for each record."),
      ("[{}", .json, "The file in memory is damaged or incomplete: it begins as JSON but cannot be read to its end."),
      (
        "[{}] []", .json,
        "The file in memory cannot be read as JSON at line 1, column 6: correct it there, or take a copy that is whole."
      ),
      (
        "{\"colour\": 1}", .json,
        "Record 1 of Todo in the file in memory cannot be read: Todo has no column \"colour\": use one that its schema "
          + "declares."
      ),
      (
        "name\n\"", .csv,
        "The file in memory cannot be read as CSV at line 2, where the quotes around field 1 are not closed: correct it "
          + "there, or take a copy that is whole."
      ),
      ("id", .compact, "The file in memory is not the compact format."),
    ] {
      let error = #expect(throws: FileError.self, "\(text)") { try [Todo](from: .string(text), as: format) }
      #expect(error.map { "\($0)" } == message)
    }
    #expect(try [Todo](from: .string("[{\"colour\": 1}]"), unknownColumns: .ignore).count == 1)
  }

  @Test func `a bare object is not a file of a model, and an array is`() throws {
    #expect(throws: FileError.self) { try Todo.load(from: .string("{\"id\": 1}")) }
    try Todo.load(from: .string("[{\"id\": 5}]"))
    #expect(Todo.ids == [5])
    try Store.current.load(from: .string("[{\"id\": 6}]"), models: [Todo.self])
    #expect(Todo.ids == [6])
  }

  @Test func `records are read one after the other, each once`() throws {
    // The last row has a column that the file does not list, so the file is read again as a whole.
    let rows = (1...3_000).map { "{\"id\": \($0)}" } + ["{\"id\": 3001, \"priority\": 3}"]
    let text = """
      {"format": "MotionModel", "version": 1, "models": {"Todo": {"columns": ["id"], "nextNumber": 1,
      "rows": [\(rows.joined(separator: ", "))]}}}
      """
    var ids: [Int] = []
    try Todo.read(from: .string(text)) { ids.append($0.id) }
    #expect(ids == Array(1...3_001))

    struct Enough: Error {}
    ids = []
    #expect(throws: Enough.self) {
      try Todo.read(from: .string(text)) { todo in
        if todo.id == 3 { throw Enough() }
        ids.append(todo.id)
      }
    }
    #expect(ids == [1, 2])
  }

  @Test func `the row of an error counts from the beginning of the file`() throws {
    let rows = (1...5_000).map { "{\"id\": \($0), \"priority\": \($0 == 4_321 ? "\"x\"" : "1")}" }
    let error = #expect(throws: FileError.self) {
      try Todo.read(from: .string(rows.joined(separator: "\n")), as: .jsonLines) { _ in }
    }
    guard case .row(_, _, 4_321, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
