import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// How many live results a commit is shown to, and how many changes.
struct LiveRoutingTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

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

  @Test func `a commit concerns only those of thousands of ranges that it meets, and compares few of the others`()
    throws
  {
    let lives = (0..<2_000).map { number in
      todos.where { $0.priority >= number * 10 && $0.priority < (number + 1) * 10 && $0.done == false }.live()
    }
    let before = store.liveRouter.statistics.compared
    try expect([1, 1]) { try todos.create(Todo("a", priority: 12_345)) }
    #expect(lives[1_234].count == 1)
    try expect([2, 2]) { _ = try todos.updateAll { $0.priority = 77 } }
    #expect(lives[1_234].isEmpty && lives[7].count == 1)
    try expect([0, 0]) { try todos.create(Todo("b", priority: -1)) }
    #expect(store.liveRouter.statistics.compared - before < 4 * 100)
  }

  @Test func `ranges of numbers, times and strings concern only the commits that meet them`() throws {
    let table = store.table(AllTypes.self)
    func date(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 1e6) }
    let ranges = (0..<100).map { number in
      let (low, high) = (String(format: "%03d", number), String(format: "%03d", number + 1))
      return [
        table.where { $0.double >= Double(number) / 4 && $0.double < Double(number + 1) / 4 }.live(),
        table.where { $0.date > date(number) && $0.date <= date(number + 1) }.live(),
        table.where { $0.string >= low && $0.string < high }.live(),
        table.where { $0.maybeInt > number * 10 && $0.maybeInt < number * 10 + 10 }.live(),
      ]
    }
    var record = AllTypes()
    (record.double, record.date, record.string, record.maybeInt) = (12.3, date(7), "055 and more", 333)
    // Bounds that a range does not contain are asked, too: here the date at the end of one and the start of another.
    try expect([5, 5]) { try table.save(&record) }
    #expect(
      ranges.map { $0.map(\.count) }.enumerated().filter { $0.element.contains(1) }.map(\.offset) == [6, 33, 49, 55])
    (record.double, record.date, record.string, record.maybeInt) = (1e9, date(-1), "", nil)
    try expect([5, 5]) { try table.save(&record) }
    #expect(ranges.allSatisfy { $0.allSatisfy(\.isEmpty) })
    try expect([0, 0]) { try table.delete(record.id) }
  }

  @Test func `ranges that have nothing in common concern no commit`() throws {
    let live = todos.where { $0.priority > 5 && $0.priority < 3 }.live()
    try expect([0, 0]) { try todos.create(Todo("a", priority: 4)) }
    #expect(live.isEmpty)
  }

  @Test func `a missing value concerns only the results on it`() throws {
    let missing = todos.where { $0.projectID == nil }.live()
    let other = todos.where { $0.projectID == 7 || $0.projectID == nil && $0.priority == 3 }.live()
    let above = todos.where { $0.projectID > 0 }.live()
    var todo = Todo("a")
    todo.projectID = 5
    try expect([1, 1]) { try todos.save(&todo) }
    todo.projectID = nil
    try expect([2, 2]) { try todos.save(&todo) }
    #expect(missing.count == 1 && other.isEmpty && above.isEmpty)
    todo.projectID = 7
    try expect([3, 3]) { try todos.save(&todo) }
    #expect(missing.isEmpty && other.count == 1 && above.count == 1)
  }

  @Test func `conditions of which any has to be met concern the commits that meet one`() throws {
    let sameColumn = todos.where { $0.priority == 1 || $0.priority == 2 || $0.priority > 100 }.live()
    let otherColumns = todos.where { $0.priority == 1 || $0.assignedTo == "bob" || $0.dueDate == nil }.live()
    let any = todos.where { $0.priority == 1 || $0.name != "a" }.live()
    var todo = Todo("a", priority: 5)
    todo.dueDate = Date(timeIntervalSince1970: 1)
    try expect([1, 1]) { try todos.save(&todo) }
    todo.priority = 1
    try expect([3, 3]) { try todos.save(&todo) }
    (todo.priority, todo.assignedTo) = (2, "bob")
    try expect([3, 3]) { try todos.save(&todo) }
    (todo.priority, todo.assignedTo) = (101, nil)
    try expect([3, 3]) { try todos.save(&todo) }
    todo.priority = 50
    try expect([2, 2]) { try todos.save(&todo) }
    #expect(sameColumn.isEmpty && otherColumns.isEmpty && any.isEmpty)
  }

  @Test func `of conditions that all have to be met, the one that picks fewest rows decides`() throws {
    let live = todos.where { $0.priority > 0 && ($0.id == 1 || $0.id == 2) && $0.assignedTo == nil }.live()
    try expect([2, 2]) { for name in "abcd" { try todos.create(Todo("\(name)", priority: 1)) } }
    #expect(live.count == 2)
  }

  @Test func `views are asked in the order in which they were opened`() throws {
    let names = Collector<Int>()
    let lives = (0..<50).map { number in todos.where { $0.priority == 3 || $0.id == number }.live() }
    let observations = lives.enumerated().map { number, live in live.onChange { _ in names.add(number) } }
    try todos.create(Todo("a", priority: 3))
    #expect(names.values == Array(0..<50))
    observations.forEach { $0.cancel() }
  }

  @Test func `a related record with many behind it costs a test of each only when the column that is read changes`()
    throws
  {
    let (boards, cards, people) = (store.table(Board.self), store.table(Card.self), store.table(Person.self))
    var ann = try people.saved(Person("ann"))
    let other = try people.saved(Person("bob"))
    var board = try boards.saved(Board("a", owner: ann))
    try cards.insert(contentsOf: (0..<1000).map { Card("\($0)", on: board) })
    let byName = cards.records.order(by: { $0.board.name }).limit(10).live()
    let byOwner = cards.records.order(by: { $0.board.owner.name }).limit(10).live()
    func examined(_ body: () throws -> Void) rethrows -> Int {
      let before = store.liveRouter.statistics.examined
      try body()
      return store.liveRouter.statistics.examined - before
    }
    board.name = "b"
    #expect(try examined { try boards.save(&board) } == 1000, "the first result reads it, the second does not")
    board.ownerID = other.id
    #expect(try examined { try boards.save(&board) } == 1000, "the second result reads it, the first does not")
    #expect(try examined { try boards.save(&board) } == 0)
    ann.name = "Anna"
    #expect(try examined { try people.save(&ann) } == 0, "nothing leads to her any more")
    #expect(byName.map(\.title) == (0..<10).map { "\($0)" } && byOwner.count == 10)
  }
}
