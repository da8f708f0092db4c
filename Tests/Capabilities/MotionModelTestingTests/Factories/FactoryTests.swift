import Foundation
import MotionModel
import MotionModelTesting
import MotionModelValidation
import MotionModelTestSupport
import Testing

@Suite(.store(.clock(), .ids())) struct FactoryTests {
  @Test func `a new record is numbered and not saved`() throws {
    try expectNoChanges {
      let todo = try Todo.sample.new()
      #expect(todo == Todo.new { $0.name = "Todo 1" })
    }
  }

  @Test func `the call completes the record`() throws {
    #expect(try Todo.sample.new { $0.priority = 3 } == Todo.new { ($0.name, $0.priority) = ("Todo 1", 3) })
    #expect(try Todo.sample.create { $0.name = "Dog" }.name == "Dog")
  }

  @Test func `each record has the next number of its model`() throws {
    #expect(try Todo.sample.new().name == "Todo 1")
    #expect(try Todo.urgent.new().name == "Todo 2")
    #expect(try Todo.sample.create().name == "Todo 3")
    #expect(try Project.sample.new().name == "Project 2")
  }

  @Test(arguments: [1, 2, 3]) func `the numbers of each test begin with 1`(argument: Int) throws {
    #expect(try Project.sample.create().name == "Project 1")
  }

  @Test func `a created record is stored, in one commit with its parent`() throws {
    let before = Store.current.commitCount
    let todo = try Todo.sample.create()
    #expect(Todo.all == [todo])
    #expect(Store.current.commitCount == before + 1)
  }

  @Test func `a variant changes the record after the original`() throws {
    let factory = Todo.sample.with { $0.name += "!" }.with { todo, number in todo.name += " (\(number))" }
    #expect(try factory.new().name == "Todo 1! (1)")
    #expect(try Todo.sample.new().name == "Todo 2")
  }

  @Test func `a record begins with the defaults of its columns`() throws {
    #expect(try Factory<Defaulted>().new().name == "default")
    #expect(try Factory<Defaulted> { $0.name += "!" }.new().name == "default!")
  }

  @Test(arguments: [0, 1, 10]) func `several records are one commit`(count: Int) throws {
    let project = try Project.sample.create()
    let before = Store.current.commitCount
    let todos = try Todo.sample.create(count: count) { $0.projectID = project.id }
    #expect(todos.map(\.name) == (0..<count).map { "Todo \($0 + 1)" })
    #expect(Todo.all == todos)
    #expect(Store.current.commitCount == before + (count == 0 ? 0 : 1))
  }

  @Test func `several records are returned as they are stored`() throws {
    let root = try Factory<Person>().create()
    let people = try Factory<Person>().create(count: 2) { $0.managerID = root.id }
    #expect(people == Person.where(\.managerID == root.id).all)
  }

  @Test func `records go to the store that is passed`() throws {
    let other = Store()
    let todo = try Todo.sample.create(in: other)
    #expect(other.table(Todo.self).all == [todo])
    #expect(other.table(Project.self).count == 1)
    #expect(try Todo.sample.create(count: 2, in: other).map(\.name) == ["Todo 2", "Todo 3"])
    #expect(try Todo.sample.new(in: other).name == "Todo 4")
    #expect(Store.current.text() == "")
    #expect(try Todo.sample.new().name == "Todo 1")
  }

  @Test func `a record that breaks a rule is not stored, nor is its parent`() throws {
    expectNoChanges {
      #expect(throws: RecordInvalid.self) { try Todo.sample.create { $0.name = "" } }
    }
  }

  @Test func `if one of several records is refused, none is stored`() throws {
    expectNoChanges {
      #expect(throws: StoreError.self) { try Project.sample.create(count: 3) { $0.name = "House" } }
    }
  }

  @Test func `an error of a closure is thrown, and nothing is stored`() throws {
    expectNoChanges {
      #expect(throws: CancellationError.self) { try Todo.sample.create { _ in throw CancellationError() } }
      #expect(throws: CancellationError.self) { try Todo.sample.with { _ in throw CancellationError() }.create() }
      #expect(throws: CancellationError.self) { try Todo.sample.new { _ in throw CancellationError() } }
    }
  }

  @Test func `a transaction around it undoes it, and its numbers stay used`() throws {
    try? Store.current.inTransaction {
      try Project.sample.create()
      throw CancellationError()
    }
    #expect(Project.count == 0)
    #expect(try Project.sample.create().name == "Project 2")
  }

  @Test func `many tasks create different records`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { try Project.sample.create() } }
      try await group.waitForAll()
    }
    #expect(Set(Project.pluck(\.name)) == Set((1...50).map { "Project \($0)" }))
  }

  #if os(macOS) || os(Linux)  // tests in processes of their own
    @Test func `a negative number of records traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Project.sample.create(count: -1)
      }
      expectSentence("A factory of Project cannot create -1 records: pass 0 or more.", result)
      await #expect(processExitsWith: .failure) { _ = Project.sample.children(\.todos, Todo.sample, count: -1) }
    }
  #endif
}

private struct Defaulted: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Defaulted> { Column(\.name, default: "default") }
}
