import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite struct ExpectLoadsTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A file as an earlier version of the program wrote it, with a column that the model does not have any more.
  private func oldFile(_ row: String = #"{"id": 1, "name": "House"}"#) throws -> URL {
    try folder.write(
      """
      {"format": "MotionModel", "version": 1,
      "models": {"Project": {"columns": ["id", "name"], "nextNumber": 8, "rows": [\(row)]}}}
      """, to: "old.json")
  }

  @Test(arguments: FileFormat.ofStores) func `a file of any format loads`(format: FileFormat) throws {
    let store = try Store.forTest(.clock())
    try Project.full.create(count: 2, in: store)
    let file = folder.file("now")
    try store.save(to: file, as: format)
    let loaded = try #require(
      expectLoads(file, models: [Todo.self, Project.self, Cover.self], "Cover: 2\nProject: 2\nTodo: 4"))
    #expect(loaded.text() == store.text())
  }

  @Test func `a file of an earlier version loads into a fresh store and is not changed`() throws {
    let file = try oldFile()
    let before = try Data(contentsOf: file)
    let store = try #require(expectLoads(file, models: [Project.self], "Project: 1"))
    #expect(store.text() == "Project 1: name \"House\"")
    #expect(try store.table(Project.self).create { $0.name = "New" }.id == 8)
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func `an encoded file loads with its coding`() throws {
    let store = try Store.forTest(.clock())
    try Project.full.create(in: store)
    let file = folder.file("secret")
    try store.save(to: file, as: .json, coding: Flipping())
    let loaded = try #require(
      expectLoads(
        file, models: [Todo.self, Project.self, Cover.self], "Cover: 1\nProject: 1\nTodo: 2", coding: Flipping()))
    #expect(loaded.text() == store.text())
    let issues = recordedIssues { #expect(expectLoads(file, models: [Project.self]) == nil) }
    #expect(issues.first?.text.contains("flipping") == true)
  }

  @Test func `a model without records is counted`() throws {
    let store = expectLoads(try oldFile(), models: [Cover.self, Project.self], "Cover: 0\nProject: 1")
    #expect(store != nil)
  }

  @Test func `another number of records is an issue at the call`() throws {
    let file = try oldFile()
    let line = #line + 1
    let issues = recordedIssues { expectLoads(file, models: [Project.self], "Project: 2") }
    #expect(
      issues == [
        RecordedIssue(
          text: """
            The file old.json does not have the expected numbers of records.
            expected: Project: 2
            found:    Project: 1
            All that was found, to paste:
            Project: 1
            """, line: line)
      ])
  }

  @Test func `a row that the model refuses is an issue`() throws {
    let file = try oldFile(#"{"id": 1, "name": [1]}"#)
    let line = #line + 1
    let issues = recordedIssues { #expect(expectLoads(file, models: [Project.self]) == nil) }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.text.hasPrefix("The file old.json does not load: Record 1 of Project in the file") == true)
  }

  @Test func `a column that is gone is kept, and an issue if it is refused`() throws {
    let file = try oldFile(#"{"id": 1, "name": "House", "color": "red"}"#)
    let issues = recordedIssues { expectLoads(file, models: [Project.self], unknownColumns: .refuse) }
    #expect(issues.first?.text.contains("Project has no column \"color\"") == true)
    #expect(expectLoads(file, models: [Project.self], unknownColumns: .ignore) != nil)
    #expect(expectLoads(file, models: [Project.self]) != nil)
  }

  @Test func `a file that is missing, or of a model that is not listed, is an issue`() throws {
    let issues = recordedIssues {
      expectLoads(folder.file("none.json"), models: [Project.self])
      expectLoads(try oldFile(), models: [Todo.self])
    }
    #expect(issues.map { $0.text.hasPrefix("The file none.json does not load: There is no file") } == [true, false])
    #expect(issues.last?.text.contains("holds records of Project, a model that the store does not know") == true)
  }

  @Test func `a model that changes when it is loaded is an issue`() throws {
    let file = try folder.write(
      """
      {"format": "MotionModel", "version": 1,
      "models": {"Visitor": {"columns": ["id", "visits"], "rows": [{"id": 1, "visits": 1}]}}}
      """, to: "visitors.json")
    let issues = recordedIssues { expectLoads(file, models: [Visitor.self], "Visitor: 1") }
    #expect(
      issues.map(\.text)
        == FileFormat.ofStores.map {
          """
          The records of the file visitors.json, saved as \($0.rawValue) and loaded again, differ:
          ~ Visitor 1: visits 2 → 3
          """
        })
  }
}

/// A model whose hook changes it each time that it is loaded.
private struct Visitor: Model {
  var id = 0
  var visits = 0

  static let schema = Schema<Visitor> { Column(\.visits) }
  static let hooks: Hooks<Visitor> = [.afterLoad { visitor, _ in visitor.visits += 1 }]
}
