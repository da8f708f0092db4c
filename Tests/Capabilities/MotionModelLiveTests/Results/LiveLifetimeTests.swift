import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// How long live results and their stores live, and what those in transactions show.
@Suite struct LiveLifetimeTests {
  /// What somebody holds of a live result or value.
  enum Holding: CaseIterable, Sendable {
    case results, resultsOnQueue, value, sections, included, record, observation, changes, iterator

    func hold(_ store: Store) -> any Sendable {
      let (todos, cards) = (store.table(Todo.self), store.table(Board.self))
      switch self {
      case .results: return todos.records.live()
      case .resultsOnQueue: return todos.records.live(on: .global())
      case .value: return todos.records.live(.count)
      case .sections: return todos.records.live(sectionedBy: \.status)
      case .included: return cards.records.including(\.cards).live()
      case .record: return todos.live(1)
      case .observation: return todos.records.live().onChange { _ in }
      case .changes: return todos.records.live().changes
      case .iterator: return [todos.records.live(.count).changes]
      }
    }
  }

  @Test(arguments: Holding.allCases) func `a live result keeps its store, and frees it`(holding: Holding) throws {
    weak var store: Store?
    var held: (any Sendable)?
    func open() {
      let own = Store(notificationCenter: nil)
      (store, held) = (own, holding.hold(own))
    }
    open()
    #expect(store != nil)
    try store?.table(Todo.self).create(Todo("kept"))
    withExtendedLifetime(held) {}
    held = nil
    wait { store == nil }
    #expect(store == nil)
  }

  @Test func `a result that only its own handler holds goes on until it is cancelled`() throws {
    let store = Store(notificationCenter: nil)
    let told = Collector<Int>()
    let observation = store.table(Todo.self).records.live().onChange { told.add($0.after.count) }
    try store.table(Todo.self).create(Todo("a"))
    observation.cancel()
    try store.table(Todo.self).create(Todo("b"))
    #expect(told.values == [1])
  }

  // MARK: - Transactions

  private struct Undone: Error {}

  @Test(arguments: [true, false]) func `those that are made in a transaction show committed records`(
    isCommitted: Bool
  ) throws {
    let store = Store(notificationCenter: nil)
    let (todos, boards) = (store.table(Todo.self), store.table(Board.self))
    try todos.create(Todo("a", priority: 1))
    var texts: [() -> String] = []
    func text() -> [String] { texts.map { $0() } }
    try? store.transaction {
      try todos.create(Todo("b", priority: 2))
      try boards.create(Board("x"))
      let (results, count, groups) = (
        todos.records.live(), todos.records.live(.count, .maximum(\.name)), todos.group(by: \.priority).live(.count)
      )
      let (record, sections, included) = (
        todos.live(2), todos.records.live(sectionedBy: \.name), boards.records.including(\.cards).live()
      )
      texts = [
        { "\(results.map(\.name))" }, { "\(count.value)" }, { "\(groups.value.keys.sorted())" },
        { "\(record.value?.name ?? "-")" }, { "\(sections.value.map(\.key))" }, { "\(included.value.count)" },
      ]
      #expect(text() == [#"["a"]"#, #"(1, Optional("a"))"#, "[1]", "-", #"["a"]"#, "0"])
      if !isCommitted { throw Undone() }
    }
    let committed = [#"["a", "b"]"#, #"(2, Optional("b"))"#, "[1, 2]", "b", #"["a", "b"]"#, "1"]
    #expect(text() == (isCommitted ? committed : [#"["a"]"#, #"(1, Optional("a"))"#, "[1]", "-", #"["a"]"#, "0"]))
  }

  @Test func `those of a snapshot never change, whatever their kind`() throws {
    let store = Store(notificationCenter: nil)
    let (branch, history) = (store.branch(), UndoHistory(of: store))
    try store.table(Todo.self).create(Todo("a", priority: 1))
    let now = store.snapshot()
    let todos = now.table(Todo.self)
    let (results, count, record) = (todos.records.live(), todos.records.live(.count), todos.live(1))
    let (groups, sections) = (todos.group(by: \.name).live(.count), todos.records.live(sectionedBy: \.name))
    let told = Collector<Int>()
    let observations = [
      results.onChange { _ in told.add(1) }, count.onChange { _ in told.add(2) }, record.onChange { _ in told.add(3) },
      groups.onChange { _ in told.add(4) }, sections.onChange { _ in told.add(5) },
    ]
    try branch.table(Todo.self).create(Todo("b"))
    try branch.merge()
    for _ in 0..<2 { try history.undo() }
    #expect(store.table(Todo.self).isEmpty && now.liveRouter.count == 0)
    #expect(results.map(\.name) == ["a"] && count.value == 1 && record.value?.name == "a")
    #expect(groups.value == ["a": 1] && sections.value.map(\.key) == ["a"] && told.values == [])
    for observation in observations { observation.cancel() }
  }
}
