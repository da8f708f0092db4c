import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

/// Files that are compared by the ids of their records, whatever their formats.
@Suite(.temporaryFolder) struct ComparingTests {
  private func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: ToolRun.url(name)) }

  private func writeTodos(_ name: String, done: AttributeValue = true) throws {
    let columns: [StoreDocument.Column] = [
      .init("id", type: "Int"), .init("name", type: "String"), .init("done", type: "Bool"),
      .init("tags", type: "[String]"), .init("score", type: "Double?"),
    ]
    let document = StoreDocument(models: [
      StoreDocument.Table(
        "Todo", columns: columns,
        rows: [
          ["id": 1, "name": "Paint", "done": done, "tags": ["a", "b"], "score": 1.5],
          ["id": 2, "name": "Walk", "done": false, "tags": []],
        ], nextNumber: 3)
    ])
    try document.write(to: ToolRun.url(name))
  }

  @Test(arguments: ["todos.json", "todos.motionmodel"])
  func `a file with types and CSV have the same records, whatever the CSV is called`(_ name: String) throws {
    try writeTodos(name)
    #expect(ToolRun("convert", "@\(name)", "@export.csv") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@\(name)", "@export.csv") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@export.csv", "@\(name)") == ToolRun(status: .success))
  }

  @Test func `CSV of one model is compared with that model of a store, which is named`() throws {
    try SampleStore.write("store.json")
    #expect(ToolRun("cat", "@store.json", "Todo", "--csv").status == .success)
    try write("export.csv", ToolRun("cat", "@store.json", "Todo", "--csv").output)
    #expect(ToolRun("diff", "@store.json", "@export.csv", "Todo") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@export.csv", "@store.json", "Todo") == ToolRun(status: .success))
    #expect(ToolRun("diff", "@store.json", "@export.csv").status == .finding)
  }

  @Test func `merging CSV into a file with types keeps its values and its ids`() throws {
    try writeTodos("todos.json", done: false)
    try write(
      "export.csv", "id,name,done,tags,score\n1,Paint,true,\"[\"\"a\"\"]\",2\n2,Walk,false,[],\n3,New,false,[],0.5\n")
    let run = ToolRun("merge", "@todos.json", "@export.csv", "-O", "@merged.json", "--prefer", "theirs")
    #expect(run.status == .success)
    #expect(
      ToolRun("cat", "@merged.json", "Todo", "--json")
        == .prints(
          """
          [
          {"id": 1, "name": "Paint", "done": true, "tags": ["a"], "score": 2.0},
          {"id": 2, "name": "Walk", "done": false, "tags": [], "score": null},
          {"id": 3, "name": "New", "done": false, "tags": [], "score": 0.5}
          ]
          """))
    #expect(ToolRun("merge", "@export.csv", "@todos.json", "-O", "@again.json", "--prefer", "ours").status == .success)
    #expect(ToolRun("diff", "@again.json", "@merged.json") == ToolRun(status: .success))
  }

  @Test func `two files of CSV are compared whatever they are called`() throws {
    try write("old.csv", "id,name\n1,a\n2,b\n")
    try write("new.csv", "id,name\n1,a\n2,c\n")
    #expect(ToolRun("diff", "@old.csv", "@new.csv") == .prints("~ old 2: name \"b\" → \"c\"", status: .finding))
    #expect(ToolRun("merge", "@old.csv", "@old.csv", "@new.csv", "-O", "@merged.csv").status == .success)
    #expect(ToolRun("diff", "@merged.csv", "@new.csv") == ToolRun(status: .success))
    try write("other", "id;name\n1;a\n2;b\n")
    #expect(
      ToolRun("diff", "@old.csv", "@other", "--from", "csv-semicolons") == ToolRun(status: .success))
  }

  @Test func `records that cannot be told apart are refused`() throws {
    try write("a.csv", "id,name\n1,a\n1,b\n")
    try write("b.csv", "id,name\n1,a\n")
    try write("c.csv", "id,name\n1,a\n,b\n")
    func fails(_ words: String..., reason: String) {
      #expect(ToolRun(words) == .fails(.file, "motionmodel \(words[0]): \(reason)"))
    }
    let twice =
      "The file a.csv cannot be read: Record 2 of a has the id of an earlier one, 1, so it cannot be told from others: "
      + "see check."
    fails("merge", "@a.csv", "@b.csv", "-O", "@m.csv", reason: twice)
    fails("diff", "@a.csv", "@b.csv", reason: twice)
    fails(
      "merge", "@b.csv", "@c.csv", "-O", "@m.csv",
      reason: "The file c.csv cannot be read: Record 2 of b has no id, so it cannot be told from others: see check.")
    #expect(!FileManager.default.fileExists(atPath: ToolRun.url("m.csv").path(percentEncoded: false)))
    // Numbers that are written in two ways are one id where the other file has numbers.
    try writeTodos("todos.json")
    try write("e.csv", "id,name\n1,a\n01,b\n")
    #expect(ToolRun("diff", "@todos.json", "@e.csv").status == .file)
  }

  @Test func `in JSON of another program, the ids are in a column called id, or in the one that is named`() throws {
    try write("a.json", #"[{"TrackId": 1, "Album": 7}, {"TrackId": 2, "Album": 7}]"#)
    try write("b.json", #"[{"TrackId": 1, "Album": 7}, {"TrackId": 2, "Album": 8}]"#)
    for words in [
      ["get", "@a.json", "a", "7"], ["diff", "@a.json", "@b.json"],
      ["merge", "@a.json", "@b.json", "-O", "-"],
    ] {
      let run = ToolRun(words)
      #expect(run.status == .usage)
      #expect(run.errors.contains("which column of a has the ids: name it with --id COLUMN."))
    }
    #expect(ToolRun("get", "@a.json", "a", "2", "--id", "TrackId", "--csv") == .prints("TrackId,Album\n2,7"))
    #expect(
      ToolRun("diff", "@a.json", "@b.json", "--id", "TrackId") == .prints("~ a 2: Album 7 → 8", status: .finding))
    let note =
      "The ids of a are not checked, because the file does not say which column has them: name it with --id COLUMN."
    #expect(ToolRun("check", "@a.json") == .prints("\(note)\n1 model, 2 records: no faults."))
    #expect(
      ToolRun("check", "@a.json", "--id", "Album")
        == .prints(
          "a, record 2: it has the id of an earlier record, 7.\n1 model, 2 records: 1 fault.", status: .finding))
    #expect(ToolRun("get", "@a.json", "a", "2", "--id", "Trackid").errors.contains("did you mean TrackId?"))
  }

  @Test func `diff as JSON has the columns that one file has`() throws {
    try write("old.csv", "id,a\n1,2\n")
    try write("new.csv", "id,b\n1,2\n")
    #expect(
      ToolRun("diff", "@old.csv", "@new.csv", "--json")
        == .prints(
          """
          [
          {"change": "removeColumn", "column": "a", "model": "old"},
          {"change": "addColumn", "column": "b", "model": "old"}
          ]
          """, status: .finding))
  }

  @Test func `what would command a terminal is escaped by all commands that print text`() throws {
    let evil = "a\u{1B}[31m\u{202E}"
    let escaped = #"a\u{1B}[31m\u{202E}"#
    try write("old.csv", "id,name,\(evil)\n1,a,\n2,\(evil),\n")
    try write("new.csv", "id,name\n1,\(evil)\n")
    let diff = ToolRun("diff", "@old.csv", "@new.csv")
    #expect(diff.output.contains("column \(escaped)"))
    #expect(diff.output.contains("\"a\" → \"\(escaped)\""))
    let merge = ToolRun("merge", "@old.csv", "@new.csv", "-O", "-")
    for text in [
      diff.output, merge.errors, ToolRun("cat", "@old.csv").output, ToolRun("get", "@old.csv", "old", "2").output,
      ToolRun("query", "@old.csv", evil).errors, ToolRun("cat", "@\(evil)").errors,
    ] {
      #expect(!text.isEmpty)
      #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"), "\(text)")
    }
  }

  @Test(arguments: [
    ("id = 1", "4: expected ==, found =."), ("id <> 1", "4: expected !=, found <>."),
    ("name == 'a'", "9: expected a string in double quotation marks, found a single one."),
    ("id == 1 and id == 2", "9: expected &&, found the name and."), ("(id == 1 OR id == 2)", "10: expected ||, found"),
    ("not id == 1", "1: expected ! in front of a condition in brackets, found the name not."),
    ("id IN [1]", "4: expected in, in small letters"), ("name LIKE \"a\"", "6: expected like, in small letters"),
    ("id BETWEEN 1 and 2", "4: expected two comparisons with &&"), ("name is nil", "6: expected == nil or != nil"),
    ("name == NULL", "9: expected nil, found the name NULL."),
  ])
  func `habits of SQL get a hint`(_ condition: String, _ error: String) throws {
    try writeTodos("todos.json")
    let run = ToolRun("query", "@todos.json", "Todo", condition)
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("motionmodel query: The condition cannot be read at character \(error)"), "\(run)")
  }

  @Test func `set takes a column once`() throws {
    try writeTodos("todos.json")
    #expect(
      ToolRun("set", "@todos.json", "Todo", "1", "name=a", "name=b")
        == .fails(
          .usage, "motionmodel set: The column name is given twice.\nSee motionmodel set --help."))
  }
}
