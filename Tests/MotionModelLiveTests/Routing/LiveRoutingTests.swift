import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// How many live results a commit is shown to, and how many changes.
struct LiveRoutingTests {
  let store = Store(notificationCenter: nil)
  var todos: Table<Todo> { store.table(Todo.self) }

  /// Returns the views that a body's commits were shown to, and the changes that these were shown.
  private func work(_ body: () throws -> Void) throws -> [Int] {
    let before = store.liveRouter.statistics
    try body()
    let after = store.liveRouter.statistics
    return [after.asked - before.asked, after.changes - before.changes]
  }

  private func expect(
    _ expected: [Int], _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let work = try self.work(body)
    #expect(work == expected, sourceLocation: location)
  }

  @Test func `a commit concerns only the results on its value of a column`() throws {
    let lives = (0..<1000).map { number in todos.where { $0.projectID == number && $0.priority > 0 }.live() }
    var todo = Todo("a", priority: 1)
    todo.projectID = 7
    try expect([1, 1]) { try todos.save(&todo) }
    #expect(lives[7].count == 1)
    todo.projectID = 8
    try expect([2, 2]) { try todos.save(&todo) }
    #expect(lives[7].isEmpty && lives[8].count == 1)
    todo.priority = 2
    try expect([1, 1]) { try todos.save(&todo) }
    todo.projectID = nil
    try expect([1, 1]) { try todos.save(&todo) }
    #expect(lives.allSatisfy { $0.isEmpty })
  }

  @Test func `a commit concerns only the results on its id, its list or its range`() throws {
    try todos.insert(contentsOf: (0..<10).map { Todo("\($0)", priority: $0) })
    let byID = (1...10).map { id in todos.where(\.id == id).live() }
    let byList = todos.where { $0.id.in([3, 4]) }.live()
    let below = todos.where(\.priority < 3).live()
    let above = todos.where(\.priority >= 7).live()
    func set(_ id: Int, _ priority: Int) throws {
      _ = try todos.where(\.id).eq(id).updateAll { $0.priority = priority }
    }
    try expect([1, 1]) { try set(6, 6) }
    try expect([3, 3]) { try set(3, 4) }
    try expect([2, 2]) { try set(10, 5) }
    #expect(below.count == 2 && above.count == 2 && byList.count == 2 && byID.allSatisfy { $0.count == 1 })
  }

  @Test func `a bulk commit shows each result its own changes only`() throws {
    let lives = (0..<10).map { number in todos.where(\.priority == number).live() }
    let all = todos.records.live()
    let work = try work { try todos.insert(contentsOf: (0..<100).map { Todo("", priority: $0 % 10) }) }
    #expect(work == [11, 200])
    #expect(lives.allSatisfy { $0.count == 10 } && all.count == 100)
  }

  @Test func `a commit to another table concerns no result, and one to a related table those on its value`() throws {
    let boards = store.table(Board.self)
    let cards = store.table(Card.self)
    var board = Board("a")
    try boards.save(&board)
    try cards.insert(contentsOf: [Card("one", on: board)])
    let lives = ["a", "b", "c"].map { name in cards.where { $0.board.name == name }.live() }
    let todo = todos.records.live()
    board.name = "b"
    try expect([2, 2]) { try boards.save(&board) }
    #expect(lives.map(\.count) == [0, 1, 0] && todo.isEmpty)
    board.ownerID = nil
    try expect([0, 0]) { _ = try store.table(Label.self).create(Label("x")) }
  }

  @Test func `a value that equals nothing concerns no result on a value`() throws {
    let table = store.table(AllTypes.self)
    let live = table.where(\.double == .nan).live()
    let other = table.where(\.maybeDouble < 1).live()
    var record = AllTypes()
    record.double = .nan
    try expect([0, 0]) { try table.save(&record) }
    record.maybeDouble = .nan
    try expect([0, 0]) { try table.save(&record) }
    record.maybeDouble = 0.5
    try expect([1, 1]) { try table.save(&record) }
    #expect(live.isEmpty && other.count == 1)
  }
}
