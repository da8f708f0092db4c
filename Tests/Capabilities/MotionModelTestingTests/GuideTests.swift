import Foundation
import MotionModel
import MotionModelTesting
import MotionModelValidation
import Testing

/// The code of the guide *Testing*.
@Suite(.store(.clock(), .ids())) struct GuideTests {
  @Test func `urgent todos come first`() throws {
    try Todo.sample.create { $0.name = "Sleep" }
    try Todo.sample.create { ($0.name, $0.priority) = ("Feed the cat", 9) }
    #expect(Todo.order(by: \.priority, .descending).first?.name == "Feed the cat")
  }

  @Test(arguments: ["Sleep", "Eat"]) func `the first todo has id 1`(name: String) throws {
    #expect(try Todo.sample.create { $0.name = name }.id == 1)
  }

  @Test(.noStore) func `the inbox uses its own store`() throws {
    let store = Store()
    try Inbox(store: store).add("Walk the dog")
    #expect(store.table(Todo.self).count == 1)
  }

  @Test func `a save sets the time`() throws {
    var todo = try Todo.sample.create()
    ManualClock.current.advance(by: 60)
    try todo.update { $0.priority = 1 }
    #expect(todo.updatedAt == ManualClock.start.addingTimeInterval(60))
  }

  @Test func `factories make records`() throws {
    let store = Store()
    let draft = try Todo.sample.new()
    let todo = try Todo.sample.create { $0.priority = 2 }
    let others = try Todo.urgent.create(count: 3) { $0.projectID = todo.projectID }
    let project = try Project.full.create()
    try Project.full.create(in: store)
    #expect(!draft.id.isAssigned)
    #expect(todo.project?.name == "Project 1")
    #expect(others.map(\.name) == ["Todo 3", "Todo 4", "Todo 5"])
    #expect(project.todos.count == 2)
    #expect(store.table(Todo.self).count == 2)
  }

  @Test func `destroying a project destroys its todos`() throws {
    let project = try Project.sample.create()
    try Todo.sample.create { $0.projectID = project.id }
    try expectChanges(
      """
      - Project 1: name "Project 1", todoCount 1
      - Todo 1: name "Todo 1", projectID 1
      """, ignoring: ["updatedAt"]
    ) {
      try project.destroy()
    }
  }

  @Test func `the issue of other changes says what to paste`() throws {
    let project = try Project.create { $0.name = "Project 1" }
    var cover = try Cover.create { $0.projectID = project.id }
    let issues = recordedIssues {
      try expectChanges("- Cover 1: projectID 1\n- Project 1: name \"Project 1\"") {
        try cover.update { $0.projectID = nil }
        try project.destroy()
      }
    }
    #expect(
      issues.map(\.text) == [
        """
        The changes of the store are not as expected.
        expected: - Cover 1: projectID 1
        found:    ~ Cover 1: projectID 1 → nil
                  - Project 1: name "Project 1"
        All that was found, to paste:
        ~ Cover 1: projectID 1 → nil
        - Project 1: name "Project 1"
        """
      ])
  }

  @Test func `rules and plans are expected`() throws {
    let project = try Project.full.create()
    expectInvalid(Todo.new { $0.name = "Do" }, on: \.name, .tooShort)
    expectValid(try Todo.sample.new { $0.projectID = project.id })
    expectPlan(project.todos, "index projectID (2 rows of 2)")
  }
}

private struct Inbox {
  let store: Store

  func add(_ name: String) throws { try Todo.sample.create(in: store) { $0.name = name } }
}
