import Foundation
import MotionModel
import MotionModelTesting
import Testing

@Suite(.store(.clock(step: 1), .ids())) struct ChangesetTextTests {
  /// Returns the changes that a block makes in one transaction.
  private func changes(_ body: () throws -> Void) throws -> Changeset {
    let before = Store.current.snapshot()
    try Store.current.inTransaction(body)
    return Changeset.difference(from: before, to: .current)
  }

  @Test func `no changes have no lines`() {
    #expect(Changeset.empty.text() == "")
  }

  @Test func `each record has a line`() throws {
    var (kept, gone) = (try Project.sample.create(), try Project.sample.create())
    let changeset = try changes {
      try kept.update { $0.name = "House" }
      try gone.delete()
      try Project.create { $0.name = "Garden" }
    }
    #expect(
      changeset.text() == """
        ~ Project 1: name "Project 1" → "House"
        - Project 2: name "Project 2"
        + Project 3: name "Garden"
        """)
  }

  @Test func `models are in the order of their names`() throws {
    let changeset = try changes {
      try Tag.create()
      try Cover.create()
      try Project.create()
    }
    #expect(changeset.text() == "+ Cover 1\n+ Project 1\n+ Tag \"1\"")
  }

  @Test func `an update shows all columns that changed, in order of declaration`() throws {
    var todo = try Todo.sample.create()
    let changeset = try changes { try todo.update { ($0.priority, $0.name) = (3, "Dog") } }
    #expect(
      changeset.text() == """
        ~ Todo 1: name "Todo 1" → "Dog", priority 0 → 3, updatedAt 2001-01-01T00:00:00Z → 2001-01-01T00:00:01Z
        """)
  }

  @Test func `columns are left out, of all models or of one`() throws {
    let changeset = try changes {
      try Todo.sample.create()
      try Tag.create { $0.color = "red" }
    }
    #expect(
      changeset.text(ignoring: ["updatedAt", "Project.name", "Tag.name", "todoCount"]) == """
        + Project 1
        + Tag "1": color "red"
        + Todo 1: name "Todo 1", projectID 1
        """)
  }

  @Test func `an update of columns that are left out has no line`() throws {
    var project = try Project.sample.create()
    let changeset = try changes { try project.update { $0.name = "House" } }
    #expect(changeset.text(ignoring: ["name"]) == "")
    #expect(changeset.text(ignoring: ["Todo.name"]) == "~ Project 1: name \"Project 1\" → \"House\"")
  }

  @Test func `a record that is deleted and inserted again is moved`() throws {
    let projects = try Project.sample.create(count: 2)
    let changeset = try changes {
      var first = projects[0]
      try first.delete()
      try first.insert()
    }
    #expect(changeset.text() == "~ Project 1: moved")
  }
}
