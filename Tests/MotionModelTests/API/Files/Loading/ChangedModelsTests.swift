import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Files that were written when models had other names, columns and versions.
@Suite(.ownStore, .temporaryFolder) struct ChangedModelsTests {
  private struct Task: Model {
    var id = 0
    var name = ""
    var dueDate: Date?
    var done = false
    static let schema = Schema<Task> {
      Column(\.name)
      Column(\.dueDate)
      Column(\.done)
    }
  }

  private enum Now {
    struct Todo: Model {
      var id = 0
      var title = ""
      var deadline: Date?
      var done = false
      var rank = 5
      static let schema = Schema<Todo>(version: 3, was: "Item", "Task") {
        Column(\.title, was: "label", "name")
        Column(\.deadline, was: "dueDate")
        Column(\.done)
        Column(\.rank, .indexed, was: "order", default: 7)
      }
    }
  }

  private let migrations = [Migration(from: 1, to: 3, of: "Todo")]
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private var todos: [String] {
    Now.Todo.all.map { "\($0.id) \($0.title) \($0.deadline.map { "\($0 == start)" } ?? "nil") \($0.done) \($0.rank)" }
  }

  @Test(arguments: FileFormat.ofStores)
  func `a model and its columns are found by their former names, and a new column has its default`(
    format: FileFormat
  ) throws {
    try Task.create { ($0.name, $0.dueDate, $0.done) = ("dog", start, true) }
    try Task.create { $0.name = "cat" }
    try Store.current.save(to: file("store"), as: format)
    try Task.save(to: file("tasks"), as: format)
    for isWhole in [true, false] {
      try Store.with(Store()) {
        if isWhole {
          try Store.current.load(from: file("store"), models: [Now.Todo.self], migrations: migrations)
        } else {
          try Now.Todo.load(from: file("tasks"), migrations: migrations)
        }
        #expect(todos == ["1 dog true true 7", "2 cat nil false 7"])
        #expect(try Now.Todo.create().id == 3)
        try Store.current.save(to: file("new"), as: format)
        let document = try StoreDocument(contentsOf: file("new"))
        #expect(document.models.map(\.name) == ["Todo"] && document["Todo"]?.version == 3)
        #expect(document["Todo"]?.columns.map(\.name) == ["id", "title", "deadline", "done", "rank"])
        #expect(document["Todo"]?.columns.map(\.type) == ["Int", "String", "Date?", "Bool", "Int"])
      }
    }
  }

  private func load(_ sections: String) throws {
    let text = #"{"format": "MotionModel", "version": 1, "models": {\#(sections)}}"#
    try Data(text.utf8).write(to: file("store.json"))
    try Store.current.load(from: file("store.json"), models: [Now.Todo.self], migrations: migrations)
  }

  @Test func `former names are read in both spellings, and after the present one`() throws {
    try load(
      #""Item": {"columns": ["id", "label", "due_date"], "rows": [{"id": 1, "label": "a", "due_date": "2001-01-01"}]}"#)
    #expect(todos == ["1 a true false 7"])
    // "name" is a column that the model does not have, because the file has "title".
    try load(#""Todo": {"columns": ["id", "name", "title"], "rows": [{"id": 1, "title": "a", "name": "b"}]}"#)
    #expect(todos == ["1 a nil false 7"])
    try Store.current.save(to: file("again.json"))
    #expect(try StoreDocument(contentsOf: file("again.json"))["Todo"]?.rows[0]["name"] == "b")
    #expect(throws: FileError.self) {
      try load(#""Todo": {"columns": ["id", "name", "label"], "rows": [{"id": 1, "label": "a", "name": "b"}]}"#)
    }
  }

  @Test func `a model under two of its names is refused`() throws {
    for (names, version) in [(("Todo", "Task"), 1), (("Item", "Task"), 1), (("Todo", "Task"), 3)] {
      let content = #"{"version": \#(version), "columns": ["id"], "rows": []}"#
      let error = #expect(throws: FileError.self) {
        try load(#""\#(names.0)": \#(content), "\#(names.1)": \#(content)"#)
      }
      #expect(error.map { if case .unknownModel(file: "store.json", _) = $0 { true } else { false } } == true)
    }
  }

  @Test func `a file from the future is refused with both versions`() throws {
    try load(#""Todo": {"version": 3, "columns": ["id"], "rows": [{"id": 1}]}"#)
    let before = todos
    for name in ["Todo", "Task"] {
      let error = #expect(throws: FileError.self) {
        try load(#""\#(name)": {"version": 4, "columns": ["id"], "rows": []}"#)
      }
      #expect(
        error.map { "\($0)" } == """
          The file store.json holds records of Todo in version 4, and this program reads up to version 3: use a newer one.
          """)
    }
    #expect(throws: FileError.newerModel(file: "store.json", model: "Todo", version: 4, known: 3)) {
      try Now.Todo.load(from: file("store.json"))
    }
    #expect(todos == before)
  }

  @Test func `a schema knows its version, its former names and its fingerprint`() {
    #expect(Now.Todo.schema.version == 3 && Now.Todo.schema.formerNames == ["Item", "Task"])
    #expect(Now.Todo.schema["title"]?.formerNames == ["label", "name"] && Now.Todo.schema["id"]?.formerNames == [])
    #expect(Task.schema.version == 1 && Task.schema.formerNames.isEmpty)
    #expect(Task.schema.fingerprint == "1d254ee21b069a98")
  }

  @Test func `a fingerprint depends on names and types, and on nothing else`() {
    enum Same {
      struct Task: Model {
        var id = 0
        var done = true
        var title = "x"
        var dueDate: Date?
        static let schema = Schema<Task>(version: 2, was: "Old") {
          Column(\.done, .indexed, was: "finished", default: false)
          Column(\.dueDate, .ordered)
          Column(\.title, name: "name")
        }
      }
    }
    enum Other {
      struct Task: Model {
        var id = 0
        var name = ""
        var dueDate = Date.distantPast
        var done = false
        static let schema = Schema<Task> {
          Column(\.name)
          Column(\.dueDate)
          Column(\.done)
        }
      }
    }
    #expect(Same.Task.schema.fingerprint == Task.schema.fingerprint)
    #expect(Other.Task.schema.fingerprint != Task.schema.fingerprint)
  }

  // MARK: - Schemas that contradict themselves

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a version below 1 traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        struct Old: Model {
          var id = 0
          static let schema = Schema<Old>(version: 0) {}
        }
        _ = Old.schema
      }
      expectSentence(
        "The schema of Old has version 0: versions begin with 1.", result)
    }

    @Test func `a former name that another column has or had traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        struct Old: Model {
          var id = 0
          var a = 0
          var b = 0
          static let schema = Schema<Old> {
            Column(\.a)
            Column(\.b, was: "a")
          }
        }
        _ = Old.schema
      }
      expectSentence(
        "The schema of Old has a column \"b\" that was \"a\", which another column is or was, too: remove one.", result)
    }

    @Test func `a former name of a model that is its name traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        struct Old: Model {
          var id = 0
          static let schema = Schema<Old>(was: "Older", "Old") {}
        }
        _ = Old.schema
      }
      expectSentence(
        "The schema of Old has a former name that it has now, or twice: remove it from was:.", result)
    }
  #endif
}
