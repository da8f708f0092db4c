import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A call on the type returns the same as the call on a finder of all records, and as a plain array.
@Suite(.store) struct ModelFindingTests {
  private func makeTodos() throws -> [Todo] {
    try Todo.insert(contentsOf: [
      Todo("Walk the dog", priority: 3, assignedTo: "bob"), Todo("Paint", priority: 9),
      Todo("Sweep", assignedTo: "eve"), Todo("Cook", priority: 3, assignedTo: "bob"),
    ])
  }

  @Test func `records are found by several ids, in the order of the ids, without missing ones`() throws {
    let todos = try makeTodos()
    #expect(Todo.find(all: [3, 7, 1, 3]) == [todos[2], todos[0], todos[2]])
    #expect(Todo.find(all: []) == [])
  }

  @Test func `require returns the record, or throws an error that names it`() throws {
    let todos = try makeTodos()
    #expect(try Todo.require(2) == todos[1])
    #expect(throws: StoreError.notFound(model: "Todo", id: "9")) { try Todo.require(9) }
    #expect(try Todo.where(\.priority == 3).require() == todos[0])
    #expect(throws: StoreError.noMatch(model: "Todo")) { try Todo.where(\.priority == 4).require() }
  }

  @Test func `offset and limit can be called on the type`() throws {
    let todos = try makeTodos()
    #expect(Todo.limit(2).all == [todos[0], todos[1]] && Todo.offset(3).all == [todos[3]])
    #expect(Todo.first(2) == [todos[0], todos[1]] && Todo.last(2) == [todos[2], todos[3]])
    #expect(Todo.limit(-1).all == [] && Todo.offset(-1).all == todos && Todo.first(-1) == [] && Todo.last(-1) == [])
    #expect(Todo.first(99) == todos && Todo.last(99) == todos)
  }

  @Test func `conditions and orders can be called on the type`() throws {
    let todos = try makeTodos()
    #expect(Todo.where(#Predicate { $0.priority > 3 }).all == [todos[1]])
    #expect(Todo.distinct(by: \.assignedTo).all == [todos[0], todos[1], todos[2]])
    #expect(Todo.distinct(by: \.assignedTo, \.name).count == 4)
    #expect(Todo.group(by: \.priority).count() == [0: 1, 3: 2, 9: 1])
    #expect(Todo.group { $0.name.count }.count() == [4: 1, 5: 2, 12: 1])
    #expect(Todo.order(by: SortDescriptor(\.name)).ids == [4, 2, 3, 1])
  }

  @Test func `aggregates of all records`() throws {
    _ = try makeTodos()
    #expect(Todo.sum(\.priority) == 15 && Todo.average(\.priority) == 3.75)
    #expect(Todo.minimum(\.priority) == 0 && Todo.maximum(\.priority) == 9)
    #expect(Todo.sum(\.projectID) == 0 && Todo.average(\.projectID) == nil)
    #expect(Todo.minimum(\.assignedTo) == "bob" && Todo.maximum(\.assignedTo) == "eve")
    #expect(Todo.minimum(\.projectID) == nil && Todo.maximum(\.projectID) == nil)
  }

  @Test func `aggregates of no records`() {
    #expect(Todo.sum(\.priority) == 0 && Todo.average(\.priority) == nil)
    #expect(Todo.minimum(\.priority) == nil && Todo.maximum(\.priority) == nil)
    let groups = Todo.group(by: \.assignedTo)
    #expect(groups.count() == [:] && groups.all() == [:] && groups.sum(\.priority) == [:])
    #expect(groups.average(\.priority) == [:] && groups.minimum(\.priority) == [:] && groups.maximum(\.priority) == [:])
  }

  @Test func `averages of groups`() throws {
    _ = try makeTodos()
    #expect(Todo.group(by: \.assignedTo).average(\.priority) == ["bob": 3, nil: 9, "eve": 0])
  }

  @Test func `several properties are plucked together`() throws {
    _ = try makeTodos()
    let pairs = Todo.pluck(\.id, \.name)
    #expect(pairs.map(\.0) == [1, 2, 3, 4] && pairs.map(\.1) == ["Walk the dog", "Paint", "Sweep", "Cook"])
    let triples = Todo.where(\.priority == 3).pluck(\.name, \.assignedTo, \.priority)
    #expect(triples.map { "\($0.0) \($0.1 ?? "-") \($0.2)" } == ["Walk the dog bob 3", "Cook bob 3"])
  }
}
