import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Live results and values of all kinds leave nothing behind when they are released.
struct LiveMemoryTests {
  /// A live result or value that is open, with an observation whose handler holds an object.
  private struct Open {
    weak let live: (any AnyObject & Sendable)?
    private weak let held: Held?
    private var keeps: [any Sendable]

    private final class Held: Sendable {}

    private init(
      _ live: any AnyObject & Sendable, _ observe: (@escaping @Sendable () -> Void) -> LiveObservation
    ) {
      let held = Held()
      self.live = live
      self.held = held
      keeps = [live, observe { withExtendedLifetime(held) {} }]
    }

    static func results<Record: Model>(_ live: LiveResults<Record>) -> Open {
      _ = live.count
      return Open(live) { handler in live.onChange { _ in handler() } }
    }

    static func value<Value: Sendable, Change: Sendable>(_ live: LiveValue<Value, Change>) -> Open {
      _ = live.value
      return Open(live) { handler in live.onChange { _ in handler() } }
    }

    mutating func release() { keeps = [] }

    var isFreed: Bool { live == nil && held == nil }
  }

  private struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let open: @Sendable (Store) -> Open

    init(_ testDescription: String, _ open: @escaping @Sendable (Store) -> Open) {
      (self.testDescription, self.open) = (testDescription, open)
    }

    /// All kinds, each entered in the routes in another way.
    static let all = [
      Kind("all records") { .results($0.table(Todo.self).records.live()) },
      Kind("equal key") { .results($0.table(Todo.self).where(\.id == 1).live()) },
      Kind("list") { .results($0.table(Todo.self).where { $0.priority.in([1, 2, 3]) }.live()) },
      Kind("range") { .results($0.table(Todo.self).where { $0.priority > 0 && $0.priority < 5 }.live()) },
      Kind("missing value") { .results($0.table(Todo.self).where(\.projectID == nil).live()) },
      Kind("any") { .results($0.table(Todo.self).where { $0.projectID == nil || $0.priority > 2 }.live()) },
      Kind("window") { .results($0.table(Todo.self).order(by: \.priority).limit(2).live()) },
      Kind("distinct") { .results($0.table(Todo.self).distinct(by: \.priority).live()) },
      Kind("code") { .results($0.table(Todo.self).find { $0.priority > 1 }.live()) },
      Kind("related") { .results($0.table(Card.self).where { $0.board.name == "a" }.live()) },
      Kind("order by related") { .results($0.table(Card.self).records.order(by: { $0.board.name }).live()) },
      Kind("record") { .value($0.table(Todo.self).live(1)) },
      Kind("count") { .value($0.table(Todo.self).where(\.priority > 1).live(.count)) },
      Kind("several") { .value($0.table(Todo.self).records.live(.sum(\.priority), .maximum(\.priority))) },
      Kind("groups") { .value($0.table(Todo.self).records.group(by: \.priority).live(.count)) },
      Kind("sections") { .value($0.table(Todo.self).order(by: \.name).live(sectionedBy: \.priority)) },
      Kind("families") { .value($0.table(Board.self).records.live(with: \.cards)) },
    ]
  }

  private func filledStore() throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Todo.self).insert(contentsOf: (1...5).map { Todo("\($0)", priority: $0) })
    let boards = try store.table(Board.self).insert(contentsOf: [Board("a"), Board("b")])
    try store.table(Card.self).insert(contentsOf: (0..<6).map { Card("\($0)", on: boards[$0 % 2]) })
    return store
  }

  /// Changes records that concern all kinds, and changes them back.
  private func commit(to store: Store) throws {
    let (todos, cards, boards) = (store.table(Todo.self), store.table(Card.self), store.table(Board.self))
    for step in [1, -1] {
      _ = try todos.where(\.id <= 2).updateAll { $0.priority += step }
      _ = try cards.where(\.id == 1).updateAll { $0.boardID += step }
      _ = try boards.where(\.id == 1).updateAll { $0.name = step > 0 ? "c" : "a" }
    }
  }

  @Test(arguments: Kind.all) private func `nothing is left of one that is released`(kind: Kind) throws {
    let store = try filledStore()
    var open = kind.open(store)
    #expect(store.liveRouter.count == 1 && !store.liveRouter.isEmpty)
    try commit(to: store)
    #expect(!open.isFreed)
    open.release()
    #expect(open.isFreed)
    #expect(store.liveRouter.isEmpty)
    let asked = store.liveRouter.statistics.asked
    try commit(to: store)
    #expect(store.liveRouter.statistics.asked == asked)
  }

  @Test(.enabled(if: Allocations.areCounted), arguments: Kind.all)
  private func `opening and releasing takes no memory in the long run`(kind: Kind) throws {
    let store = try filledStore()
    let growth = try Allocations.steadyGrowth {
      var open = (0..<3).map { _ in kind.open(store) }
      try commit(to: store)
      for index in open.indices { open[index].release() }
    }
    #expect(growth <= 0)
    #expect(store.liveRouter.isEmpty)
  }

  @Test(arguments: Kind.all) private func `one may be released while the commit is told that concerns it`(
    kind: Kind
  ) throws {
    let store = try filledStore()
    let open = Locked((0..<3).map { _ in kind.open(store) })
    let all = [store.table(Todo.self).records.live(.count), store.table(Todo.self).where(\.id > 0).live(.count)]
    let others = store.table(Todo.self).records.live()
    let observation = others.onChange { _ in
      let released = open.withLock { open in
        defer { for index in open.indices { open[index].release() } }
        return open
      }
      withExtendedLifetime(released) {}
    }
    try commit(to: store)
    #expect(open.withLock { $0.allSatisfy { $0.isFreed } })
    observation.cancel()
    #expect(all.map(\.value) == [5, 5])
    #expect(store.liveRouter.count == 3)
  }

  @Test(.enabled(if: Allocations.areCounted))
  func `groups that come and go while nobody reads them take no memory in the long run`() throws {
    let store = try filledStore()
    let groups = store.table(Todo.self).records.group(by: \.name).live(.count)
    var number = 0
    let growth = try Allocations.steadyGrowth {
      for _ in 0..<500 {
        number += 1
        _ = try store.table(Todo.self).where(\.id == 1).updateAll { $0.name = "group \(number)" }
      }
    }
    #expect(growth < 32_768)
    #expect(groups.value == ["group \(number)": 1, "2": 1, "3": 1, "4": 1, "5": 1])
  }

  @Test func `they may be opened and released while others commit`() throws {
    let store = try filledStore()
    let isDone = Locked(false)
    onThreads(3) { thread in
      if thread == 0 {
        for _ in 0..<100 { #expect(throws: Never.self) { try commit(to: store) } }
        return isDone.withLock { $0 = true }
      }
      var number = thread
      while !isDone.withLock({ $0 }) {
        var open = Kind.all[number % Kind.all.count].open(store)
        open.release()
        number += 1
      }
    }
    #expect(store.liveRouter.isEmpty)
    try commit(to: store)
  }
}
