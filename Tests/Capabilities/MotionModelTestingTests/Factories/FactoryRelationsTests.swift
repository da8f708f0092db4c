import Foundation
import MotionModel
import MotionModelTesting
import MotionModelValidation
import Testing

@Suite(.store(.clock(), .ids())) struct FactoryRelationsTests {
  // MARK: - Parents

  @Test func `a missing parent is created`() throws {
    try Todo.sample.create(count: 2)
    expectStore(
      equals: """
        Project 1: name "Project 1", todoCount 1
        Project 2: name "Project 2", todoCount 1
        Todo 1: name "Todo 1", projectID 1, updatedAt 2001-01-01T00:00:00Z
        Todo 2: name "Todo 2", projectID 2, updatedAt 2001-01-01T00:00:00Z
        """)
  }

  @Test func `a given parent stays`() throws {
    let house = try Project.sample.create()
    #expect(try Todo.sample.create { $0.projectID = house.id }.project?.name == house.name)
    #expect(try Todo.sample.with { $0.projectID = house.id }.create().project?.name == house.name)
    #expect(Project.count == 1)
  }

  @Test func `the key of a parent that is not stored stays, and the save is refused`() throws {
    expectNoChanges {
      #expect(throws: (any Error).self) { try Todo.sample.create { $0.projectID = 77 } }
    }
  }

  @Test func `a parent of one of several models is created or given`() throws {
    let remark = try Remark.sample.create()
    #expect(remark.subject as? Project == Project.first)
    let cover = try Cover.sample.create()
    let other = try Remark.sample.create { $0.subject = cover }
    #expect(other.subject as? Cover == cover)
    #expect(Project.count == 1)
  }

  @Test func `parents without end are refused, and nothing is stored`() {
    expectNoChanges {
      #expect(throws: FactoryError.endless(model: "Person")) { try Person.managed.create() }
    }
  }

  @Test func `a parent that is given ends the chain`() throws {
    let boss = try Factory<Person>().create()
    #expect(try Person.managed.create { $0.managerID = boss.id }.managerID == boss.id)
  }

  // MARK: - Children

  @Test func `children belong to the record, which is returned as it is stored`() throws {
    let project = try Project.full.create()
    #expect(project.todoCount == 2)
    expectStore(
      equals: """
        Cover 1: projectID 1
        Project 1: name "Project 1", todoCount 2
        Todo 1: name "Todo 1", projectID 1, updatedAt 2001-01-01T00:00:00Z
        Todo 2: name "Todo 2", projectID 1, updatedAt 2001-01-01T00:00:00Z
        """)
  }

  @Test func `a new record has no children`() throws {
    try expectNoChanges { _ = try Project.full.new() }
  }

  @Test func `children of many records are each one's own`() throws {
    let projects = try Project.full.create(count: 3)
    #expect(
      projects.map { $0.todos.pluck(\.name) } == [["Todo 1", "Todo 2"], ["Todo 3", "Todo 4"], ["Todo 5", "Todo 6"]])
    #expect(Project.count == 3)
  }

  @Test func `children through another model are joined`() throws {
    let todo = try Todo.tagged.create()
    #expect(todo.tags.pluck(\.color) == ["color 1", "color 2"])
    #expect(Tagging.count == 2)
  }

  @Test func `a variant adds children`() throws {
    let factory = Project.full.children(\.todos, Todo.urgent, count: 1)
    #expect(try factory.create().todos.pluck(\.priority) == [0, 0, 9])
  }

  @Test func `a child that is refused undoes all`() throws {
    expectNoChanges {
      #expect(throws: RecordInvalid.self) {
        try Project.sample.children(\.todos, Todo.sample.with { $0.name = "" }).create()
      }
    }
  }

  @Test func `children go to the store that is passed`() throws {
    let other = Store()
    try Project.full.create(in: other)
    #expect(other.table(Todo.self).count == 2)
    #expect(other.table(Cover.self).count == 1)
    #expect(Store.current.text() == "")
  }
}
