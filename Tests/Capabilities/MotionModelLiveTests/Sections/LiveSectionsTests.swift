import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct LiveSectionsTests {
  private func list(_ live: LiveSections<Todo.Status, Todo>) -> [String] {
    live.value.map { section in "\(section.key): \(section.records.map(\.name).joined(separator: " "))" }
  }

  @Test func `records come in sections, and move between them`() throws {
    try Store.current.table(Todo.self).insert(contentsOf: ["b", "a", "c"].map { Todo($0) })
    let board = Todo.order(by: \.name).live(sectionedBy: \.status)
    #expect(list(board) == ["open: a b c"])
    let told = Collector<String>()
    let observation = board.onChange { told.add("\($0)") }
    _ = try Todo.where(\.name).eq("c").updateAll { $0.status = .waiting }
    _ = try Todo.where(\.name).eq("a").updateAll { $0.status = .done }
    #expect(list(board) == ["done: a", "open: b", "waiting: c"])
    _ = try Todo.where(\.name).eq("b").deleteAll()
    #expect(
      told.values == [
        "insert section 1, move 0.2 → 1.0, update 1.0 (status, updatedAt)",
        "insert section 0, move 0.0 → 0.0, update 0.0 (status, updatedAt)",
        "delete section 1, delete 1.0",
      ])
    withExtendedLifetime(observation) {}
  }

  @Test func `a list with sections is a collection of them`() throws {
    let board = Todo.order(by: \.name).live(sectionedBy: \.priority)
    #expect(board.isEmpty && board.first == nil)
    try Store.current.table(Todo.self).insert(contentsOf: [Todo("a", priority: 2), Todo("b", priority: 1)])
    #expect(board.map(\.key) == [1, 2] && board.count == 2 && board[1].records.map(\.name) == ["a"])
    #expect(board.last?.key == 2 && Array(board).map(\.key) == board.elements.map(\.key))
  }

  @Test func `the sections of a window have the records of the window`() throws {
    let board = Todo.order(by: \.priority, .descending).limit(2).live(sectionedBy: \.status)
    try Store.current.table(Todo.self).insert(contentsOf: (1...4).map { Todo("\($0)", priority: $0) })
    #expect(list(board) == ["open: 4 3"])
    _ = try Todo.where(\.name).eq("3").updateAll { $0.status = .done }
    #expect(list(board) == ["done: 3", "open: 4"])
    _ = try Todo.where(\.name).eq("4").deleteAll()
    #expect(list(board) == ["done: 3", "open: 2"])
  }

  @Test func `an empty list has no sections`() throws {
    let board = Todo.order(by: \.name).live(sectionedBy: \.status)
    #expect(list(board) == [])
    let todo = try Todo.create(Todo("a"))
    try todo.delete()
    #expect(list(board) == [])
  }

  @Test func `a section outside the list traps`() async {
    #if os(macOS) || os(Linux)
      await #expect(processExitsWith: .failure) {
        _ = Store(notificationCenter: nil).table(Todo.self).live(sectionedBy: \.status).value[0]
      }
    #endif
  }
}
