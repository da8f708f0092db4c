import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct TableReplicatingTests {
  let store = Store()

  @Test func `copies have the times that they come with, and what has none gets the present one`() throws {
    let old = Date(timeIntervalSince1970: 1000)
    var todo = Todo("Walk the dog")
    (todo.id, todo.createdAt, todo.updatedAt) = (7, old, old)
    try store.table(Todo.self).replicate([todo])
    #expect(store.table(Todo.self).find(7) == todo)
    todo.name = "Feed the dog"
    (todo.createdAt, todo.updatedAt) = (old - 1, old + 1)
    var other = Todo("Sweep")
    other.id = 8
    try store.table(Todo.self).replicate([todo, other])
    #expect(store.table(Todo.self).find(7) == todo)
    #expect(store.table(Todo.self).find(8)?.createdAt != nil)
    #expect(store.commitCount == 2)
  }

  @Test func `an equal copy changes nothing, and a deleted record comes back`() throws {
    var todo = try store.table(Todo.self).create { $0.name = "Sweep" }
    let commits = store.commitCount
    try store.table(Todo.self).replicate([todo])
    #expect(store.commitCount == commits)
    try store.table(Todo.self).delete(todo.id)
    todo.name = "Sweep again"
    try store.table(Todo.self).replicate([todo])
    #expect(store.table(Todo.self).find(todo.id) == todo)
  }

  @Test func `copies that break a unique column are refused, all of them`() throws {
    var projects = [Project(), Project(), Project()]
    for index in projects.indices { (projects[index].id, projects[index].name) = (index + 1, index == 1 ? "b" : "a") }
    #expect(throws: StoreError.self) { try store.table(Project.self).replicate(projects) }
    #expect(store.table(Project.self).isEmpty && store.commitCount == 0)
  }
}
