import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelTestSupport
import MotionModelTool
import Testing

/// The commands that change many records, add and delete some.
@Suite(.temporaryFolder) struct ChangingTests {
  init() throws {
    try SampleStore.write("todos.json")
    try SampleStore.write("todos.motionmodel")
  }

  private func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: ToolRun.url(name)) }

  private func todos(_ file: String) throws -> [Todo] {
    let store = Store(notificationCenter: nil)
    try store.load(from: ToolRun.url(file), models: [Todo.self, Project.self])
    return store.table(Todo.self).records.all
  }

  private static let files = ["todos.json", "todos.motionmodel"]

  @Test(arguments: files) func `set --where changes all records that meet a condition`(_ file: String) throws {
    var expected = try todos(file)
    for index in [0, 2] { (expected[index].priority, expected[index].assignedTo) = (7, nil) }
    #expect(
      ToolRun("set", "@\(file)", "Todo", "--where", "priority > 0", "priority=7", "assignedTo=null")
        == .prints("Changed: 2 records."))
    #expect(try todos(file) == expected)
    #expect(
      ToolRun("set", "@\(file)", "Todo", "--where", "priority > 9", "done=true")
        == .fails(.finding, "motionmodel set: No Todo meets the condition."))
    #expect(try todos(file) == expected)
  }

  @Test(arguments: files) func `insert adds a record with the next number`(_ file: String) throws {
    #expect(ToolRun("insert", "@\(file)", "Project", "name=Garden") == .prints("2"))
    #expect(ToolRun("insert", "@\(file)", "Project", "id=9", "name=Attic") == .prints("9"))
    #expect(ToolRun("insert", "@\(file)", "Project", "name=Roof") == .prints("10"))
    let store = Store(notificationCenter: nil)
    try store.load(from: ToolRun.url(file), models: [Todo.self, Project.self])
    #expect(store.table(Project.self).pluck(\.name) == ["House", "Garden", "Attic", "Roof"])
    #expect(try store.table(Project.self).create { $0.name = "Shed" }.id == 11)
  }

  @Test(arguments: files) func `delete removes records by ids or by a condition, all or none`(_ file: String) throws {
    let old = try todos(file)
    #expect(
      ToolRun("delete", "@\(file)", "Todo", "1", "7", "8")
        == .fails(.finding, "motionmodel delete: There is no Todo with the id 7, 8."))
    #expect(try todos(file) == old)
    #expect(ToolRun("delete", "@\(file)", "Todo", "3", "1", "3") == .prints("Deleted: 2 records."))
    #expect(try todos(file) == [old[1]])
    #expect(ToolRun("delete", "@\(file)", "Todo", "--where", "true") == .prints("Deleted: 1 record."))
    #expect(try todos(file).isEmpty)
    // The ids are not given again.
    #expect(ToolRun("info", "@\(file)", "Todo", "--json").output.contains("\"nextNumber\": 4"))
  }

  @Test func `delete without ids or a condition is refused`() throws {
    let refusal = """
      motionmodel delete: Name the records either by their ids or by --where CONDITION: --where true is all of them.
      See motionmodel delete --help.
      """
    #expect(ToolRun("delete", "@todos.json", "Todo") == .fails(.usage, refusal))
    #expect(ToolRun("delete", "@todos.json", "Todo", "1", "--where", "done") == .fails(.usage, refusal))
    #expect(ToolRun("delete", "-", "1").status == .usage)
    #expect(try todos("todos.json").count == 3)
  }

  @Test func `insert says what a new record lacks, or what is there`() throws {
    func fails(_ words: String..., error: String) {
      #expect(
        ToolRun(["insert"] + words)
          == .fails(.usage, "motionmodel insert: \(error)\nSee motionmodel insert --help."), "\(words)")
    }
    let before = try ToolRun.text(of: "todos.json")
    fails("@todos.json", "Todo", error: "Name values of the new record, or read records with --jsonl.")
    fails(
      "@todos.json", "Project", "id=1", "name=a",
      error: "Project has a record with the id 1 already: change that with set.")
    fails("@todos.json", "Project", "nme=a", error: "There is no column nme: did you mean name?")
    fails("@todos.json", "Project", "name", error: "name is not of the form COLUMN=VALUE.")
    fails(
      "@todos.json", "Project", "name=null",
      error:
        "The column name is String and expects a value, because it is never nil (write '\"null\"' for a string of four letters)."
    )
    fails(
      "@todos.json", "Project", "id=5", error: "The column name is String and never nil: give the new record a value.")
    #expect(try ToolRun.text(of: "todos.json") == before)
    try write("names.csv", "key,n\nab,1\n")
    fails("@names.csv", "n=2", error: "The ids of names are no numbers: give the new record one, key=….")
    #expect(ToolRun("insert", "@names.csv", "key=cd", "n=2") == .prints("cd"))
  }

  @Test func `a record without an id gets a UUID where the others have UUIDs`() throws {
    try write("keys.csv", "key,n\nAB29FC40-CA47-1067-B31D-00DD010662DA,1\n")
    let run = ToolRun("insert", "@keys.csv", "n=2")
    let id = run.output.trimmingCharacters(in: .newlines)
    #expect(run.status == .success && UUID(uuidString: id) != nil)
    #expect(try ToolRun.text(of: "keys.csv").hasSuffix("\n\(id),2\n"))
    try write("empty.csv", "id,n\n")
    #expect(ToolRun("insert", "@empty.csv", "n=a") == .prints("1"))
    #expect(try ToolRun.text(of: "empty.csv") == "id,n\n1,a\n")
  }

  @Test func `insert reads records as lines, all or none`() throws {
    try write("a.csv", "id,name,n\n1,a,\n")
    let lines = "{\"name\": \"b\", \"n\": 1.5}\n{\"id\": 7, \"name\": \"c\", \"n\": null}\n{\"name\": \"d\"}\n"
    #expect(ToolRun("insert", "@a.csv", "--jsonl", input: lines) == .prints("2\n7\n8"))
    #expect(try ToolRun.text(of: "a.csv") == "id,name,n\n1,a,\n2,b,1.5\n7,c,\n8,d,\n")
    let before = try ToolRun.text(of: "a.csv")
    #expect(ToolRun("insert", "@a.csv", "--jsonl", input: "{\"name\": \"e\"}\n{\"id\": 1}\n").status == .usage)
    #expect(ToolRun("insert", "@a.csv", "--jsonl", "name=e", input: "{\"name\": \"e\"}").status == .usage)
    #expect(ToolRun("insert", "@a.csv", "--jsonl", input: "[").status == .file)
    #expect(
      ToolRun("insert", "@a.csv", "--jsonl", input: "\n")
        == .fails(.finding, "motionmodel insert: There are no records on standard input."))
    #expect(try ToolRun.text(of: "a.csv") == before)
    // Types of the file are checked.
    #expect(
      ToolRun("insert", "@todos.json", "Project", "--jsonl", input: "{\"name\": \"a\", \"id\": \"x\"}").errors
        .hasPrefix("motionmodel insert: The column id is Int and expects a whole number"))
  }

  private struct Track: Model {
    var id = 0
    var title = ""
    var rating: Int?
  }

  @Test func `changes of an opened store are commits, which its program reads`() throws {
    func open() throws -> Store {
      try Store(file: ToolRun.url("store.motionmodel"), models: [Track.self], notificationCenter: nil)
    }
    let store = try open()
    for title in ["So What", "Naima", "Nardis"] { try store.table(Track.self).create { $0.title = title } }
    #expect(ToolRun("insert", "@store.motionmodel", "title=Solar").status == .file)
    try #require(store.journal).close()
    #expect(ToolRun("insert", "@store.motionmodel", "title=Solar", "rating=5") == .prints("4"))
    let lines = (1...40).map { "{\"title\": \"Take \($0)\"}" }.joined(separator: "\n")
    #expect(ToolRun("insert", "@store.motionmodel", "--jsonl", input: lines).output.hasSuffix("\n43\n44\n"))
    #expect(ToolRun("set", "@store.motionmodel", "--where", "id < 3", "rating=1") == .prints("Changed: 2 records."))
    #expect(ToolRun("delete", "@store.motionmodel", "--where", "id == 3 || id > 5") == .prints("Deleted: 40 records."))
    let log = ToolRun("log", "@store.motionmodel", "--since", "5").output.split(separator: "\n").map(String.init)
    #expect(
      log.filter { !$0.hasPrefix("commit") }.prefix(4) == [
        "  ~ Track 1: rating 1", "  ~ Track 2: rating 1", "  - Track 3", "  - Track 6",
      ])
    #expect(ToolRun("check", "@store.motionmodel") == .prints("1 model, 4 records: no faults."))
    let again = try open()
    #expect(again.table(Track.self).records.all.map(\.id) == [1, 2, 4, 5])
    #expect(again.table(Track.self).records.all.map(\.rating) == [1, 1, 5, nil])
    #expect(try again.table(Track.self).create { $0.title = "New" }.id == 45)
    try #require(again.journal).close()
  }

  @Test func `a store that programs share is changed beside them`() throws {
    let store = try Store(sharing: ToolRun.url("store.motionmodel"), models: [Track.self], notificationCenter: nil)
    let tracks = store.table(Track.self)
    for title in ["So What", "Naima", "Nardis"] { try tracks.create { $0.title = title } }
    #expect(ToolRun("set", "@store.motionmodel", "1", "rating=5").status == .success)
    #expect(ToolRun("delete", "@store.motionmodel", "2") == .prints("Deleted: 1 record."))
    let id = ToolRun("insert", "@store.motionmodel", "title=Solar").output
    try store.journal?.refresh()
    #expect(tracks.records.all.map(\.title) == ["So What", "Nardis", "Solar"])
    #expect(tracks.records.all.map(\.rating) == [5, nil, nil])
    #expect(tracks.records.all.last.map { "\($0.id)\n" } == id)
    try tracks.create { $0.title = "Blue Train" }
    #expect(Set(tracks.records.all.map(\.id)).count == 4)
    #expect(ToolRun("check", "@store.motionmodel") == .prints("1 model, 4 records: no faults."))
    #expect(ToolRun("log", "@store.motionmodel").output.contains("motionmodel"))
  }

  @Test func `the name of a model may be missing where a file has one`() throws {
    try write("a.csv", "id,n\n1,x\n2,y\n")
    #expect(ToolRun("query", "@a.csv", "n == \"y\"", "--csv") == .prints("id,n\n2,y"))
    #expect(ToolRun("query", "@a.csv", "a", "n == \"y\"", "--csv") == .prints("id,n\n2,y"))
    #expect(ToolRun("query", "@a.csv", "--count") == .prints("2"))
    #expect(ToolRun("get", "@a.csv", "2", "1", "--csv") == .prints("id,n\n2,y\n1,x"))
    #expect(ToolRun("get", "@a.csv", "a", "2", "--csv") == .prints("id,n\n2,y"))
    #expect(ToolRun("stats", "@a.csv", "id > 1", "-c", "n", "--json").output.contains("\"values\": 1"))
    #expect(ToolRun("set", "@a.csv", "2", "n=z") == ToolRun(status: .success))
    #expect(ToolRun("set", "@a.csv", "a", "1", "n=w") == ToolRun(status: .success))
    #expect(ToolRun("cat", "@a.csv", "--limit", "1", "--csv") == .prints("id,n\n1,w"))
    #expect(
      ToolRun("query", "@a.csv", "b", "id > 1").errors.hasPrefix(
        "motionmodel query: There is no model b: did you mean a?"))
    #expect(
      ToolRun("get", "@todos.json", "1").errors.hasPrefix(
        "motionmodel get: Name a model: the file has Project, Todo."))
    #expect(
      ToolRun("set", "@a.csv", "1").errors.hasPrefix(
        "motionmodel set: Name the record by its id, or records by --where CONDITION, and then what they get: COLUMN=VALUE."
      ))
  }
}
