import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// The content of changesets, tested with the two calls that return one: loading a file of one model or of all.
@Suite(.store, .temporaryFolder) struct ChangesetTests {
  private var file: URL { TemporaryFolder.current.appending(path: "store.json") }

  @Test func `a changeset has each record before and after the change`() throws {
    let todos = try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")])
    try Todo.save(to: file)
    try todos[0].delete()
    try Todo.where(\.name == "two").updateAll { $0.priority = 2 }
    let changed = try Todo.require(2)
    let fourth = try Todo.create { $0.name = "four" }
    let changes = try Todo.load().changes.changes(of: Todo.self)
    #expect(Set(changes.map(\.id)) == [1, 2, 4] && changes.count == 3)
    let byID = Dictionary(uniqueKeysWithValues: changes.map { ($0.id, $0) })
    #expect(byID[1]?.kind == .insert && byID[1]?.old == nil && byID[1]?.new == todos[0])
    #expect(byID[2]?.kind == .update && byID[2]?.old == changed && byID[2]?.new == todos[1])
    #expect(byID[4]?.kind == .delete && byID[4]?.old == fourth && byID[4]?.new == nil)
    #expect(byID[2]?.columns.first?.description == "priority: 2 → 0")
    #expect(byID[2]?.columns.map(\.column) == ["priority", "updatedAt"])
    #expect(byID[1]?.columns.count == Todo.schema.columns.count)
    #expect(byID[4]?.columns.first == ColumnChange(column: "id", old: 4, new: nil))
  }

  @Test func `a changeset has its number, its time and its models`() throws {
    let clock = ManualClock()
    let store = Store(clock: clock.read)
    try Store.with(store) {
      try Todo.create()
      try Project.create { $0.name = "House" }
      try store.save(to: file)
      try Todo.deleteAll()
      try Project.updateAll { $0.name = "Garden" }
      clock.advance(by: 1)
      let changeset = try store.load().changes
      #expect(changeset.id == 5 && changeset.id == store.commitCount && changeset.date == clock.now)
      #expect(changeset.count == 2 && !changeset.isEmpty)
      #expect(Set(changeset.models.map { "\($0)" }) == ["Todo", "Project"])
      #expect(changeset.changes(of: Todo.self).map(\.kind) == [.insert])
      #expect(changeset.changes(of: Project.self).map(\.kind) == [.update])
      let nothing = try store.load().changes
      #expect(nothing.isEmpty && nothing.models.isEmpty && "\(nothing)" == "no changes")
      #expect(nothing.changes(of: Todo.self).isEmpty && nothing.count == 0)
    }
  }

  // MARK: - Merging

  @Test func `writes of one record within a transaction become one change`() throws {
    struct Stop: Error {}
    let store = Store.current
    let before = try Todo.create { $0.name = "before" }
    let gone = try Todo.create { $0.name = "gone" }
    try store.inTransaction {
      var todo = before
      try todo.update { $0.name = "first" }
      try todo.update { $0.name = "second" }
      var made = try Todo.create { $0.name = "made" }
      try made.update { $0.priority = 1 }
      try Todo.create { $0.name = "passing" }.delete()
      try gone.delete()
      var back = gone
      try back.insert()
      #expect(Todo.pluck(\.name) == ["second", "made", "gone"])
    }
    #expect(Set(Todo.pluck(\.name)) == ["second", "gone", "made"] && Todo.count == 3 && store.commitCount == 3)
    #expect(Todo.find(1)?.name == "second" && Todo.find(2) == gone && Todo.find(3)?.priority == 1)
    #expect(Todo.find(4) == nil)
    #expect(try Todo.create().id == 5)
  }
}
