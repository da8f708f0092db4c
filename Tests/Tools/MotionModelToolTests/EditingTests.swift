import Foundation
import MotionModel
import MotionModelStorage
import MotionModelTestSupport
import MotionModelTool
import Testing

/// The commands that write files, and those that compare them.
@Suite(.temporaryFolder) struct EditingTests {
  init() throws {
    try SampleStore.write("todos.json")
    try SampleStore.write("todos.motionmodel")
  }

  // MARK: - Set

  @Test(arguments: ["todos.json", "todos.motionmodel"])
  func `set changes values of one record, and nothing else`(_ file: String) throws {
    let run = ToolRun(
      "set", "@\(file)", "Todo", "1", "name=Paint, \"again\"", "assignedTo=null", "priority=-7", "done=true",
      "dueDate=2024-02-29", "tags=[\"a\", \"b\"]", "location=\"null\"")
    #expect(run == ToolRun(status: .success))
    let store = Store(notificationCenter: nil)
    try store.load(from: ToolRun.url(file), models: [Todo.self, Project.self])
    let old = try SampleStore.make()
    var expected = try #require(old.table(Todo.self).find(1))
    (expected.name, expected.assignedTo, expected.priority, expected.done) = ("Paint, \"again\"", nil, -7, true)
    (expected.tags, expected.location) = (["a", "b"], "null")
    expected.dueDate = try Date(attribute: "2024-02-29")
    #expect(store.table(Todo.self).find(1) == expected)
    #expect(store.table(Todo.self).records.all.dropFirst() == old.table(Todo.self).records.all.dropFirst())
    #expect(store.table(Project.self).records.all == old.table(Project.self).records.all)
  }

  @Test func `set refuses what does not fit, and leaves the file as it was`() throws {
    let before = try ToolRun.text(of: "todos.json")
    func fails(_ edit: String, _ errors: String, at id: String = "1", _ status: ToolStatus = .usage) {
      let rest = status == .usage ? "\nSee motionmodel set --help." : ""
      #expect(ToolRun("set", "@todos.json", "Todo", id, edit) == .fails(status, "motionmodel set: \(errors)\(rest)"))
    }
    fails("name", "name is not of the form COLUMN=VALUE.")
    fails("nme=x", "There is no column nme: did you mean name?")
    fails("id=4", "The id of a record cannot be changed.")
    fails("name=x", "There is no Todo with the id 9.", at: "9", .finding)
    #expect(ToolRun("set", "@todos.json", "Todo", "1", "name=x", "priority=high").status == .usage)
    #expect(ToolRun("set", "@todos.json", "Todo", "1", "done=maybe").status == .usage)
    #expect(ToolRun("set", "-", "Todo", "1", "name=x").status == .usage)
    #expect(ToolRun("set", "@none.json", "Todo", "1", "name=x").status == .file)
    #expect(try ToolRun.text(of: "todos.json") == before)
  }

  @Test func `set refuses a file that is open`() throws {
    let lock = try FileLock(of: ToolRun.url("todos.motionmodel").path(percentEncoded: false), in: DiskFiles())
    let before = try Data(contentsOf: ToolRun.url("todos.motionmodel"))
    let run = ToolRun("set", "@todos.motionmodel", "Todo", "1", "name=x")
    #expect(run.status == .file)
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(
      run.errors
        == "motionmodel set: The file todos.motionmodel cannot be opened or written, because process \(process) has it open: "
        + "close it there, or follow it.\n")
    #expect(try Data(contentsOf: ToolRun.url("todos.motionmodel")) == before)
    withExtendedLifetime(lock) {}
  }

  // MARK: - Diff

  @Test func `diff shows records and columns that differ`() throws {
    let store = try SampleStore.make()
    try store.table(Todo.self).find(3)?.delete(in: store)
    try store.change(1) { ($0.name, $0.assignedTo) = ("Paint the wall", nil) }
    try store.table(Project.self).create { $0.name = "Garden" }
    try SampleStore.write(store, to: "new.motionmodel")
    #expect(
      ToolRun("diff", "@todos.json", "@new.motionmodel", "Project")
        == .prints(#"+ Project 2: {"id": 2, "name": "Garden"}"#, status: .finding))
    let lines = ToolRun("diff", "@todos.json", "@new.motionmodel").output.split(separator: "\n")
    #expect(lines[0] == #"+ Project 2: {"id": 2, "name": "Garden"}"#)
    #expect(lines.contains(#"~ Todo 1: name "Paint the door" → "Paint the wall""#))
    #expect(lines.contains(#"~ Todo 1: assignedTo "bob" → nil"#))
    #expect(lines.last?.hasPrefix(#"- Todo 3: {"id": 3, "name": "Tab\tand"#) == true)
    #expect(
      ToolRun("diff", "@todos.json", "@new.motionmodel", "Project", "--json")
        == .prints(
          """
          [
          {"change": "insert", "id": 2, "model": "Project", "new": {"id": 2, "name": "Garden"}}
          ]
          """, status: .finding))
  }

  @Test(arguments: ["todos.json", "todos.jsonl", "todos.motionmodel", "todos.plist", "todos.xml"])
  func `files of different formats with the same records do not differ`(_ name: String) throws {
    try SampleStore.write(name)
    #expect(ToolRun("diff", "@todos.json", "@\(name)") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@\(name)", "@todos.motionmodel") == ToolRun(status: .success))
  }

  // MARK: - Merge

  /// Writes a file with changes of the sample.
  private func write(_ name: String, _ change: (Store) throws -> Void) throws {
    let store = try SampleStore.make()
    try change(store)
    try SampleStore.write(store, to: name)
  }

  @Test func `merge joins what both sides changed`() throws {
    try write("ours.json") { store in
      try store.change(1) { $0.name = "Paint the wall" }
      try store.table(Project.self).create { $0.name = "Garden" }
    }
    try write("theirs.motionmodel") { store in
      try store.change(1) { $0.priority = 9 }
      try store.table(Todo.self).find(2)?.delete(in: store)
    }
    #expect(
      ToolRun("merge", "@todos.json", "@ours.json", "@theirs.motionmodel", "-O", "@merged.json")
        == ToolRun(status: .success))
    let merged = Store(notificationCenter: nil)
    try merged.load(from: ToolRun.url("merged.json"), models: [Todo.self, Project.self])
    try write("expected.json") { store in
      try store.change(1) { ($0.name, $0.priority) = ("Paint the wall", 9) }
      try store.table(Project.self).create { $0.name = "Garden" }
      try store.table(Todo.self).find(2)?.delete(in: store)
    }
    #expect(ToolRun("diff", "@merged.json", "@expected.json") == ToolRun(status: .success))
  }

  @Test func `merge reports conflicts and writes nothing, unless a side is preferred`() throws {
    try write("ours.json") { store in
      try store.change(1) { $0.name = "Ours" }
      try store.table(Todo.self).find(2)?.delete(in: store)
    }
    try write("theirs.json") { store in
      try store.change(1) { $0.name = "Theirs" }
      try store.change(2) { $0.priority = 5 }
    }
    let conflicts = """
      Conflict in Todo 2: ours deleted, theirs changed.
      """
    let run = ToolRun("merge", "@todos.json", "@ours.json", "@theirs.json", "-O", "@merged.json")
    #expect(run.status == .finding)
    #expect(run.errors == "Conflict in Todo 1 name: ours \"Ours\", theirs \"Theirs\".\n\(conflicts)\n")
    #expect(!FileManager.default.fileExists(atPath: ToolRun.url("merged.json").path(percentEncoded: false)))
    for (side, other) in [("ours", "@ours.json"), ("theirs", "@theirs.json")] {
      let run = ToolRun(
        "merge", "@todos.json", "@ours.json", "@theirs.json", "--prefer", side, "-f", "-O", "@merged.json")
      #expect(run.status == .success)
      #expect(ToolRun("diff", "@merged.json", other) == ToolRun(status: .success))
    }
  }

  @Test func `without a base, merge joins records, and reports columns that differ`() throws {
    try write("ours.json") { store in
      try store.table(Project.self).create { $0.name = "Garden" }
      try store.change(1) { $0.assignedTo = nil }
    }
    try write("theirs.json") { store in
      try store.table(Project.self).create { $0.name = "Attic" }
      try store.table(Project.self).create { $0.name = "Roof" }
    }
    let run = ToolRun("merge", "@ours.json", "@theirs.json", "-O", "@merged.json")
    #expect(
      run
        == .fails(
          .finding,
          """
          Conflict in Project 2 name: ours "Garden", theirs "Attic".
          Conflict in Todo 1 assignedTo: ours nil, theirs "bob".
          """))
    #expect(ToolRun("merge", "@ours.json", "@theirs.json", "-O", "@merged.json", "--prefer", "ours").status == .success)
    #expect(
      ToolRun("cat", "@merged.json", "Project", "--csv") == .prints("id,name\n1,House\n2,Garden\n3,Roof"))
    #expect(ToolRun("info", "@merged.json", "Project", "--json").output.contains("\"nextNumber\": 4"))
    #expect(
      ToolRun("merge", "@ours.json", "@theirs.json").errors.hasPrefix(
        "motionmodel merge: Name the file that is written"))
  }

  @Test func `models and columns that one file has are shown by diff, and kept by merge`() throws {
    let old = StoreDocument(models: [StoreDocument.Table("Todo", rows: [["id": 1, "name": "a", "gone": 1]])])
    let new = StoreDocument(models: [
      StoreDocument.Table("Todo", rows: [["id": 1, "name": "a", "new": 2]]),
      StoreDocument.Table("Project", rows: [["id": 1]]),
    ])
    try old.write(to: ToolRun.url("old.json"))
    try new.write(to: ToolRun.url("new.json"))
    #expect(
      ToolRun("diff", "@old.json", "@new.json")
        == .prints(
          "- Todo: column gone\n+ Todo: column new\n+ Project: column id\n+ Project 1: {\"id\": 1}", status: .finding))
    let changed = ToolRun("merge", "@old.json", "@old.json", "@new.json", "-O", "-")
    #expect(changed.status == .success)
    #expect(changed.output.contains(#"{"id": 1, "name": "a", "new": 2}"#))
    #expect(ToolRun("merge", "@old.json", "@new.json", "-O", "@merged.json", "--prefer", "ours").status == .success)
    #expect(
      ToolRun("cat", "@merged.json", "Todo", "--json") == .prints("[\n{\"id\": 1, \"name\": \"a\", \"gone\": 1}\n]"))
  }

  @Test func `files of different versions of a model are not merged`() throws {
    for version in [1, 2] {
      let document = StoreDocument(models: [StoreDocument.Table("Todo", version: version, rows: [["id": 1]])])
      try document.write(to: ToolRun.url("v\(version).json"))
    }
    #expect(
      ToolRun("merge", "@v1.json", "@v2.json", "-O", "@merged.json").errors
        .hasPrefix("motionmodel merge: Todo has different versions in the files: migrate the older file first."))
  }

  // MARK: - Convert

  @Test func `convert writes each format from each other`() throws {
    let names = ["a.json", "b.jsonl", "c.motionmodel", "d.plist", "e.xml"]
    var last = "todos.json"
    for name in names + ["f.json"] {
      #expect(ToolRun("convert", "@\(last)", "@\(name)") == ToolRun(status: .success))
      last = name
    }
    #expect(try ToolRun.text(of: "f.json") == ToolRun.text(of: "todos.json"))
    #expect(ToolRun("convert", "@c.motionmodel", "-", "--to", "json").output == (try ToolRun.text(of: "todos.json")))
    #expect(ToolRun("convert", "@todos.json", "@todos.foo").errors.contains("todos.foo says no format"))
    let exists = ToolRun("convert", "@todos.json", "@a.json")
    #expect(exists.status == .usage)
    #expect(exists.errors.contains("a.json exists: name another one, or replace it with --force."))
    #expect(ToolRun("convert", "@todos.json", "@a.json", "--force", "--model", "Project").status == .success)
    #expect(ToolRun("info", "@a.json", "--json").output.contains("Todo") == false)
  }

  // MARK: - Check

  @Test func `check finds nothing wrong with a file of a store`() {
    #expect(ToolRun("check", "@todos.motionmodel") == .prints("2 models, 4 records: no faults."))
    #expect(
      ToolRun("check", "@todos.json", "-r", "Todo.projectID=Project") == .prints("2 models, 4 records: no faults."))
  }

  @Test func `check reports every fault`() throws {
    var document = try StoreDocument(contentsOf: ToolRun.url("todos.json"))
    document["Todo"]?.columns = [
      .init("id", type: "Int"), .init("name", type: "String"), .init("priority", type: "Int8"), .init("projectID"),
    ]
    document["Todo"]?.rows[0]["id"] = 2
    document["Todo"]?.rows[1]["priority"] = 300
    document["Todo"]?.rows[2]["id"] = nil
    document["Todo"]?.rows[2]["projectID"] = 5
    document["Todo"]?.nextNumber = 1
    try document.write(to: ToolRun.url("bad.json"))
    #expect(
      ToolRun("check", "@bad.json", "--reference", "Todo.projectID=Project")
        == .prints(
          """
          Todo, record 2: it has the id of an earlier record, 2.
          Todo, record 3: it has no id.
          Todo: the next number is 1, but there is a record with the id 2.
          Todo, record 2, column priority: expected a whole number from -128 to 127, found a whole number out of that range.
          Todo, record 3, column projectID: there is no Project 5.
          2 models, 4 records: 5 faults.
          """, status: .finding))
    #expect(ToolRun("check", "@bad.json", "--reference", "Todo=Project").status == .usage)
    #expect(ToolRun("check", "@bad.json", "-r", "Todo.projectID=Projekt").errors.contains("did you mean Project?"))
  }

  @Test func `check reports damage`() throws {
    var bytes = try Data(contentsOf: ToolRun.url("todos.motionmodel"))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: ToolRun.url("todos.motionmodel"))
    let run = ToolRun("check", "@todos.motionmodel")
    #expect(run.status == .finding)
    #expect(run.output.hasPrefix("The file todos.motionmodel is damaged or incomplete"))
  }
}

extension Store {
  /// Changes a todo.
  fileprivate func change(_ id: Int, _ body: (inout Todo) -> Void) throws {
    guard var todo = table(Todo.self).find(id) else { return }
    body(&todo)
    try Store.with(self) { try todo.save() }
  }
}

extension Todo {
  fileprivate func delete(in store: Store) throws { try Store.with(store) { _ = try delete() } }
}
