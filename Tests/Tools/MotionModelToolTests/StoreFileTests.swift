import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTestSupport
import MotionModelTool
import MotionModelTransactions
import Testing

/// The files of an opened store: a snapshot, and journals beside it.
@Suite(.temporaryFolder) struct StoreFileTests {
  private static let models: [any Model.Type] = [Project.self, Todo.self]

  /// Opens a store, whose clock stands still.
  private func open() throws -> Store {
    try Store(
      file: ToolRun.url("store.motionmodel"), models: Self.models,
      clock: { Date(timeIntervalSince1970: 1_700_000_000) }, notificationCenter: nil)
  }

  /// Makes four commits.
  private func write(_ store: Store) throws {
    try Store.with(store) {
      try Project.create { $0.name = "House" }
      try store.transaction { transaction in
        (transaction.metadata.author, transaction.metadata.reason) = ("bob", "spring \"cleaning\"")
        try Todo.insert(contentsOf: (1...12).map { Todo("todo \($0)") })
      }
      var todo = try #require(Todo.find(3))
      (todo.assignedTo, todo.priority) = ("eve", 4)
      try todo.save()
      try Todo.find(5)?.delete()
    }
  }

  @Test func `a store is read with the commits of its journal, also while it is open`() throws {
    let store = try open()
    try write(store)
    #expect(ToolRun("query", "@store.motionmodel", "Todo", "--count") == .prints("11"))
    #expect(ToolRun("info", "@store.motionmodel").output.contains(" bytes, and 4 commits in the journal\n"))
    #expect(
      ToolRun("get", "@store.motionmodel", "Todo", "3", "-c", "id,assignedTo,priority")
        == .prints("id          3\nassignedTo  eve\npriority    4"))
    #expect(ToolRun("query", "@store.motionmodel", "Todo", "--count", "--at", "3") == .prints("12"))
    #expect(
      ToolRun("get", "@store.motionmodel", "Todo", "3", "--csv", "-c", "priority", "--at", "2")
        == .prints("priority\n0"))
    #expect(ToolRun("cat", "@store.motionmodel", "--at", "9").status == .file)
    try store.save(to: ToolRun.url("saved.json"))
    #expect(ToolRun("diff", "@store.motionmodel", "@saved.json") == ToolRun(status: .success))
    #expect(
      ToolRun("check", "@store.motionmodel", "-r", "Todo.projectID=Project")
        == .prints("2 models, 12 records: no faults."))
    #expect(ToolRun("convert", "@store.motionmodel", "@copy.json") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@copy.json", "@saved.json") == ToolRun(status: .success))
    try #require(store.journal).close()
  }

  private struct Track: Model {
    var title = ""
    var id = 0
    static let schema = Schema<Track> {
      Column(\.title)
      Column(\.id, name: "number")
    }
  }

  @Test func `log prints ids by the column that has them`() throws {
    let store = try Store(file: ToolRun.url("tracks.motionmodel"), models: [Track.self], notificationCenter: nil)
    for title in ["So What", "Blue in Green"] { try store.table(Track.self).create { $0.title = title } }
    try store.table(Track.self).where(\.id == 2).updateAll { $0.title = "Naima" }
    try #require(store.journal).close()
    let lines = ToolRun("log", "@tracks.motionmodel").output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(
      lines == [
        #"  + Track 1: {"title": "So What", "number": 1}"#, #"  + Track 2: {"title": "Blue in Green", "number": 2}"#,
        #"  ~ Track 2: title "Naima""#,
      ])
    let watched = ToolRun("watch", "@tracks.motionmodel", "--since", "1", "-n", "1", "--json").output
    #expect(watched.contains(#""id": 2"#), "\(watched)")
  }

  @Test func `a store with two equal values in a unique column is opened when set gives one of them another value`()
    throws
  {
    do {
      let store = try open()
      try store.table(Project.self).insert(
        contentsOf: ["House", "Garden"].map { name in
          var project = Project()
          project.name = name
          return project
        })
      try #require(store.journal).compact()
      try #require(store.journal).close()
    }
    #expect(ToolRun("set", "@store.motionmodel", "Project", "2", "name=House").status == .success)
    #expect(throws: StoreError.notUnique(model: "Project", columns: ["name"], id: "2", number: nil)) { try open() }
    #expect(ToolRun("set", "@store.motionmodel", "Project", "2", "name=Shed").status == .success)
    let store = try open()
    #expect(store.table(Project.self).pluck(\.name) == ["House", "Shed"])
    try #require(store.journal).close()
  }

  @Test func `log prints the commits`() throws {
    let store = try open()
    try write(store)
    try #require(store.journal).close()
    let log = ToolRun("log", "@store.motionmodel")
    #expect(log.status == .success)
    let lines = log.output.split(separator: "\n")
    #expect(lines[0] == "commit 1  2023-11-14T22:13:20Z")
    #expect(lines[1] == #"  + Project 1: {"id": 1, "name": "House"}"#)
    #expect(lines[2] == #"commit 2  2023-11-14T22:13:20Z  bob  "spring \"cleaning\"""#)
    #expect(lines[3].hasPrefix(#"  + Todo 1: {"id": 1, "name": "todo 1", "#))
    #expect(lines[13] == "  … and 2 more of Todo")
    #expect(
      lines[14...] == [
        "commit 3  2023-11-14T22:13:20Z", #"  ~ Todo 3: assignedTo "eve", priority 4"#,
        "commit 4  2023-11-14T22:13:20Z",
        "  - Todo 5",
      ])
    #expect(ToolRun("log", "@store.motionmodel", "--all").output.split(separator: "\n").count == 19)
    #expect(ToolRun("log", "@store.motionmodel", "-n", "1") == .prints("commit 4  2023-11-14T22:13:20Z\n  - Todo 5"))
    #expect(ToolRun("log", "@store.motionmodel", "--since", "4") == ToolRun(status: .finding))
    #expect(
      ToolRun("log", "@store.motionmodel", "--json", "--since", "2")
        == .prints(
          """
          [
          {"changes": [{"change": "update", "id": 3, "model": "Todo", "values": {"assignedTo": "eve", "priority": 4}}], \
          "commit": 3, "date": "2023-11-14T22:13:20Z"},
          {"changes": [{"change": "delete", "id": 5, "model": "Todo"}], "commit": 4, "date": "2023-11-14T22:13:20Z"}
          ]
          """))
  }

  @Test func `log prints the commits of one model, which the store has`() throws {
    let store = try open()
    try write(store)
    #expect(
      ToolRun("log", "@store.motionmodel", "--model", "Project")
        == .prints("commit 1  2023-11-14T22:13:20Z\n  + Project 1: {\"id\": 1, \"name\": \"House\"}"))
    #expect(ToolRun("log", "@store.motionmodel", "--model", "Todos").errors.contains("did you mean Todo?"))
    #expect(ToolRun("watch", "@store.motionmodel", "--model", "Todos", "-n", "1").status == .usage)
    #expect(
      ToolRun("watch", "@store.motionmodel", "--model", "Todo", "-n", "1", "--since", "2", "--json").output.hasPrefix(
        "{\"changes\": [{\"change\": \"update\""))
    try #require(store.journal).close()
  }

  @Test func `a commit that was not finished is noted, and is no fault`() throws {
    let store = try open()
    try write(store)
    try #require(store.journal).close()
    let journal = try journalName()
    var data = try Data(contentsOf: ToolRun.url(journal))
    data.removeLast(5)
    try data.write(to: ToolRun.url(journal))
    let check = ToolRun("check", "@store.motionmodel")
    #expect(check.status == .success)
    #expect(check.output.hasPrefix("The journal \(journal) ends at byte "))
    let repair = ToolRun("repair", "@store.motionmodel", "-O", "@repaired.json")
    #expect(repair.status == .success)
    #expect(repair.errors.contains(" in a commit that was not finished, of "))
  }

  /// The name of the journal in the folder of the test.
  private func journalName() throws -> String {
    try #require(
      try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path(percentEncoded: false))
        .first { $0.contains(".journal-") })
  }

  @Test func `a file without a journal has no log`() throws {
    try SampleStore.write("todos.json")
    #expect(ToolRun("log", "@todos.json").status == .file)
    #expect(ToolRun("watch", "@todos.json").status == .file)
  }

  @Test func `watch prints commits that follow one, up to a number`() throws {
    let store = try open()
    try write(store)
    #expect(
      ToolRun("watch", "@store.motionmodel", "--since", "2", "-n", "2", "--interval", "0")
        == ToolRun("log", "@store.motionmodel", "--since", "2"))
    #expect(ToolRun("watch", "@store.motionmodel", "--interval", "soon").status == .usage)
    try #require(store.journal).close()
  }

  @Test func `set makes a commit in the journal of a store, which its program and its history have`() throws {
    var store = try open()
    try write(store)
    try #require(store.journal).compact()
    try store.table(Project.self).create { $0.name = "Garden" }
    #expect(ToolRun("set", "@store.motionmodel", "Todo", "3", "name=x").errors.contains("has it open"))
    try #require(store.journal).close()
    #expect(ToolRun("set", "@store.motionmodel", "Todo", "3", "priority=null").status == .usage)
    let file = try Data(contentsOf: ToolRun.url("store.motionmodel"))
    #expect(ToolRun("set", "@store.motionmodel", "Todo", "3", "name=x", "dueDate=null") == ToolRun(status: .success))
    #expect(ToolRun("set", "@store.motionmodel", "Todo", "3", "priority=7") == ToolRun(status: .success))
    #expect(try Data(contentsOf: ToolRun.url("store.motionmodel")) == file)
    store = try open()
    let changes = try #require(store.journal).history.changes(since: 5)
    #expect(
      changes.map(\.id) == [6, 7] && changes.allSatisfy { $0.metadata == Changeset.Metadata(author: "motionmodel") })
    #expect(changes[0].changes(of: Todo.self).map { $0.columns.map(\.column) } == [["name"]])
    let todo = try #require(store.table(Todo.self).find(3))
    #expect(todo.name == "x" && todo.dueDate == nil && todo.priority == 7)
    #expect(store.table(Todo.self).records.count == 11)
    try Store.with(store) { _ = try Todo.create { $0.name = "another" } }
    #expect(store.table(Todo.self).records.all.last?.id == 13)
    try #require(store.journal).close()
  }

  @Test func `set changes a store that was just compacted, or has no journal`() throws {
    let store = try open()
    try write(store)
    try #require(store.journal).compact()
    try #require(store.journal).close()
    #expect(ToolRun("set", "@store.motionmodel", "Todo", "3", "name=x") == ToolRun(status: .success))
    #expect(ToolRun("get", "@store.motionmodel", "Todo", "3", "--columns", "name", "--csv").output == "name\nx\n")
    let again = try open()
    #expect(again.table(Todo.self).find(3)?.name == "x")
    try #require(again.journal).backup(to: ToolRun.url("backup.motionmodel"))
    try #require(again.journal).close()
    #expect(ToolRun("set", "@backup.motionmodel", "Todo", "3", "name=y") == ToolRun(status: .success))
    let backup = try Store(file: ToolRun.url("backup.motionmodel"), models: [Todo.self, Project.self])
    #expect(backup.table(Todo.self).find(3)?.name == "y")
    try #require(backup.journal).close()
  }

  @Test func `a damaged journal is reported, and what precedes the damage is saved`() throws {
    let store = try open()
    try write(store)
    try #require(store.journal).close()
    let journal = try journalName()
    var data = try Data(contentsOf: ToolRun.url(journal))
    let place = try #require(data.range(of: Data("eve".utf8)))
    data.replaceSubrange(place, with: Data("bob".utf8))
    try data.write(to: ToolRun.url(journal))
    let check = ToolRun("check", "@store.motionmodel")
    #expect(check.status == .finding)
    #expect(check.output.hasPrefix("The journal \(journal) is damaged at byte "))
    #expect(ToolRun("cat", "@store.motionmodel").status == .file)
    let repair = ToolRun("repair", "@store.motionmodel", "-O", "@repaired.json")
    #expect(repair.status == .finding)
    #expect(repair.errors.hasPrefix("store.motionmodel: The journal \(journal) is damaged at byte "))
    #expect(repair.errors.contains("store.motionmodel: The commit 4 behind the damage is left out.\n"))
    #expect(ToolRun("query", "@repaired.json", "Todo", "--count") == .prints("12"))
    #expect(try Data(contentsOf: ToolRun.url(journal)) == data)
  }
}
