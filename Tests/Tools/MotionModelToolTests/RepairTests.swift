import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

/// What is saved of damaged files.
@Suite(.temporaryFolder) struct RepairTests {
  /// Writes a store of many todos and a project.
  private func write(_ name: String) throws {
    let store = try SampleStore.make()
    let todos = (4...3000).map { number in Todo("todo \(number)", priority: number % 7) }
    try store.table(Todo.self).insert(contentsOf: todos)
    try SampleStore.write(store, to: name)
  }

  private func damage(_ name: String, _ change: (inout Data) throws -> Void) throws {
    var data = try Data(contentsOf: ToolRun.url(name))
    try change(&data)
    try data.write(to: ToolRun.url(name))
  }

  private func repair(_ name: String, to output: String) -> ToolRun {
    ToolRun("repair", "@\(name)", "-O", "@\(output)", "-f")
  }

  @Test(arguments: ["a.json", "a.jsonl", "a.motionmodel"])
  func `a file without damage is written as it is`(_ name: String) throws {
    try write(name)
    #expect(repair(name, to: "new-\(name)") == ToolRun(status: .success))
    #expect(try Data(contentsOf: ToolRun.url("new-\(name)")) == Data(contentsOf: ToolRun.url(name)))
  }

  @Test func `of a compact file, groups of records with damage are left out`() throws {
    try write("a.motionmodel")
    try damage("a.motionmodel") { $0[$0.count / 2] ^= 1 }
    let run = repair("a.motionmodel", to: "b.motionmodel")
    #expect(run.status == .finding)
    #expect(
      run.errors.hasPrefix("a.motionmodel: At byte ")
        && run.errors.hasSuffix(", 1024 records of Todo cannot be read.\nWritten: 2 models, 1977 records.\n"))
    #expect(ToolRun("query", "@b.motionmodel", "Todo", "--count") == .prints("1976"))
    #expect(ToolRun("query", "@b.motionmodel", "Project", "--count") == .prints("1"))
    #expect(ToolRun("check", "@b.motionmodel").status == .success)
  }

  @Test func `what stands behind the end, and an end that is missing, are reported`() throws {
    try write("c.motionmodel")
    try damage("c.motionmodel") { $0.append(contentsOf: [1, 2, 3]) }
    let run = repair("c.motionmodel", to: "b.json")
    #expect(run.status == .finding)
    #expect(run.errors.contains(" on, behind the end of the records, there is something else.\n"))
    try write("d.motionmodel")
    try damage("d.motionmodel") { $0.removeLast(16) }
    #expect(repair("d.motionmodel", to: "b.json").errors.contains("The file ends before its content does.\n"))
  }

  @Test func `what cannot be repaired is named`() throws {
    func fails(_ name: String, _ text: String, _ reason: String) throws {
      try Data(text.utf8).write(to: ToolRun.url(name))
      #expect(
        repair(name, to: "b.json")
          == .fails(.file, "motionmodel repair: The file \(name) cannot be read: \(reason)"))
    }
    try fails("a.csv", "id\n1\n", "CSV cannot be repaired.")
    try fails("a.plist", "bplist", "Property lists cannot be repaired.")
  }

  @Test func `JSON that is cut off is named, and not repaired`() throws {
    for name in ["a.json", "a.jsonl"] {
      try write(name)
      try damage(name) {
        $0.removeLast($0.count - (try #require($0.range(of: Data("\"todo 2000\"".utf8))?.upperBound)))
      }
      let run = repair(name, to: "b.json")
      #expect(run.status == .file && run.errors.contains(name))
    }
  }

  @Test func `records without an id of their own are left out`() throws {
    try SampleStore.write("a.json")
    try damage("a.json") { data in
      data.replaceSubrange(try #require(data.range(of: Data("{\"id\": 3".utf8))), with: Data("{\"id\": 2".utf8))
    }
    #expect(
      repair("a.json", to: "b.json")
        == .fails(
          .finding,
          "a.json: A record of Todo has the id of an earlier one, 2, and is left out.\nWritten: 2 models, 3 records."))
    #expect(ToolRun("query", "@b.json", "Todo", "--count") == .prints("2"))
  }

  @Test func `what is no file of records, or a property list, cannot be repaired`() throws {
    try Data("hello".utf8).write(to: ToolRun.url("a.json"))
    #expect(repair("a.json", to: "b.json").status == .file)
    try SampleStore.write("a.plist")
    #expect(repair("a.plist", to: "b.json").status == .file)
    #expect(repair("none.json", to: "b.json").status == .file)
    #expect(ToolRun("repair", "@a.json").status == .usage)
    #expect(!FileManager.default.fileExists(atPath: ToolRun.url("b.json").path(percentEncoded: false)))
  }

  @Test func `records are told apart by the column that the file says`() throws {
    let text = """
      {"format": "MotionModel", "version": 1, "scope": "models",
      "models": {
      "Track": {
      "columns": ["title", "number"],
      "idColumn": "number",
      "nextNumber": 4,
      "rows": [
      {"title": "a", "number": 1},
      {"title": "a", "number": 2},
      {"title": "b", "number": 2}
      ]
      }
      }
      }

      """
    try Data(text.utf8).write(to: ToolRun.url("tracks.json"))
    let run = repair("tracks.json", to: "b.json")
    #expect(run.errors.contains("A record of Track has the id of an earlier one, 2, and is left out."))
    #expect(ToolRun("get", "@b.json", "Track", "2", "--csv") == .prints("title,number\na,2"))
    #expect(ToolRun("check", "@b.json") == .prints("1 model, 2 records: no faults."))
  }

  @Test func `ids that are not checked are noted`() throws {
    try Data("{\"TrackId\": 1}\n{\"TrackId\": 1}\n".utf8).write(to: ToolRun.url("a.jsonl"))
    let run = repair("a.jsonl", to: "b.json")
    #expect(run.errors.contains("are not checked, because the file does not say which column has them"))
    #expect(run.status == .success)
  }

  @Test(arguments: ["a.json", "a.jsonl", "a.motionmodel"])
  func `whatever is damaged, what is saved was in the file, and can be written`(_ name: String) throws {
    try SampleStore.write(name)
    let original = try Data(contentsOf: ToolRun.url(name))
    var random = TestSeed.generator(name.count)
    for _ in 0..<200 {
      var data = original
      switch random.number(0...2) {
      case 0: data.removeLast(random.number(1...data.count))
      case 1:
        for _ in 0..<random.number(1...3) { data[random.number(0...data.count - 1)] ^= UInt8(random.number(1...255)) }
      default:
        let start = random.number(0...data.count - 1)
        data.removeSubrange(start..<min(data.count, start + random.number(1...400)))
      }
      guard let recovered = try? RecoveredDocument(data, as: FileFormat(of: ToolRun.url(name)), name: name) else {
        continue
      }
      #expect(throws: Never.self, "MOTIONMODEL_SEED=\(TestSeed.current)") {
        _ = try recovered.document.data(as: .compact)
      }
      if name == "a.motionmodel" {
        let whole = try StoreDocument(original)
        for model in recovered.document.models {
          let rows = Set(try #require(whole[model.name]).rows)
          #expect(model.rows.allSatisfy(rows.contains), "MOTIONMODEL_SEED=\(TestSeed.current)")
        }
      }
    }
  }
}
