import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Loading gives the records the order of the file.
@Suite(.ownStore, .temporaryFolder) struct FileOrderTests {
  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  /// Moves a record to the end.
  private func reinsert(_ id: Int) throws {
    var todo = try Todo.require(id)
    try todo.delete()
    try todo.insert()
  }

  @Test(arguments: FileFormat.allCases) func `records get the order of the file, and undoing restores the old one`(
    format: FileFormat
  ) throws {
    try Todo.insert(contentsOf: (1...6).map { Todo("todo \($0)") })
    try Todo.save(to: file("todos"), as: format)
    let saved = Todo.all
    for id in [1, 4] { try reinsert(id) }
    for id in [2, 6] { try Todo.delete(id) }
    try Todo.create { $0.name = "only in memory" }
    try Todo.where(\.id == 4).updateAll { $0.priority = 4 }
    let before = Todo.all
    #expect(before.map(\.id) == [3, 5, 1, 4, 7])
    let changeset = try Todo.load(from: file("todos"), as: format).changes
    #expect(Todo.all == saved)
    #expect("\(changeset)" == "Todo: 2 inserted, 2 updated, 1 deleted")
    #expect(try Todo.load().changes.isEmpty)
    try Store.current.apply(changeset.inverted)
    #expect(Todo.all == before)
    #expect(Store.current.violation() == nil)
  }

  @Test func `as few records as possible move, each by an update without changed columns`() throws {
    try Todo.insert(contentsOf: (1...100).map { Todo("todo \($0)") })
    try Todo.save(to: file("todos.json"))
    try reinsert(50)
    let changes = try Todo.load().changes.changes(of: Todo.self)
    #expect(changes.map(\.id) == [50])
    #expect(changes.allSatisfy { $0.kind == .update && $0.old == $0.new })
    #expect(Todo.ids == Array(1...100))
  }

  @Test func `a record that another program put between others is there`() throws {
    try Project.insert(contentsOf: (1...3).map { number in Project.new { $0.name = "\(number)" } })
    try Data(
      """
      {"format": "MotionModel", "version": 1, "models": {"Project": {"columns": ["id", "name"],
       "rows": [{"id": 3, "name": "3"}, {"id": 9, "name": "9"}, {"id": 1, "name": "1"}, {"id": 2, "name": "2"}]}}}
      """.utf8
    ).write(to: file("projects.json"))
    let changeset = try Project.load(from: file("projects.json")).changes
    #expect(Project.ids == [3, 9, 1, 2])
    try Store.current.apply(changeset.inverted)
    #expect(Project.ids == [1, 2, 3])
  }

  @Test(arguments: UnknownColumns.allCases) func `records that are only in memory never stay`(
    unknown: UnknownColumns
  ) throws {
    try Todo.insert(contentsOf: [Todo("one"), Todo("two")])
    try Todo.save(to: file("todos.json"))
    try Todo.create { $0.name = "three" }
    try Todo.load(from: file("todos.json"), unknownColumns: unknown)
    #expect(Todo.ids == [1, 2])
  }

  @Test(arguments: 0..<30) func `any order of a table becomes that of the file, and back`(part: Int) throws {
    var random = TestSeed.generator(44_000 + part)
    let format = FileFormat.ofStores[part % FileFormat.ofStores.count]
    let store = Store.current
    func change() throws {
      for _ in 0..<random.number(0...8) {
        guard let id = random.pickAny(Todo.ids), !random.chance(25) else {
          try Todo.insert(contentsOf: [Todo("new"), Todo("new")])
          continue
        }
        if random.chance(40) { try Todo.delete(id) } else { try reinsert(id) }
      }
    }
    try Todo.insert(contentsOf: (0..<10).map { Todo("todo \($0)") })
    for round in 0..<8 {
      try change()
      try store.save(to: file("store"), as: format)
      let saved = Todo.all
      try change()
      let before = Todo.all
      let changeset = try store.load(from: file("store")).changes
      let place: Comment = "round \(round), part \(part), seed \(TestSeed.current)"
      #expect(Todo.all == saved, place)
      #expect(try store.load().changes.isEmpty, place)
      try store.apply(changeset.inverted)
      #expect(Todo.all == before, place)
      try store.apply(changeset)
      #expect(Todo.all == saved && store.violation() == nil, place)
    }
  }
}
