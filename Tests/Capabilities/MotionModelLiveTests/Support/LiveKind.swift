import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// A live result or value that is open, with an observation whose handler holds an object.
struct OpenLive {
  weak let live: (any AnyObject & Sendable)?
  private weak let held: Held?
  private var keeps: [any Sendable]

  private final class Held: Sendable {}

  private init(
    _ live: any AnyObject & Sendable, _ observe: (@escaping @Sendable () -> Void) -> StoreObservation
  ) {
    let held = Held()
    self.live = live
    self.held = held
    keeps = [live, observe { withExtendedLifetime(held) {} }]
  }

  static func results<Record: Model>(_ live: LiveResults<Record>) -> OpenLive {
    _ = live.count
    return OpenLive(live) { handler in live.onChange { _ in handler() } }
  }

  static func value<Value: Sendable, Change: Sendable>(_ live: LiveValue<Value, Change>) -> OpenLive {
    _ = live.value
    return OpenLive(live) { handler in live.onChange { _ in handler() } }
  }

  mutating func release() { keeps = [] }

  var isFreed: Bool { live == nil && held == nil }
}

struct LiveKind: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let open: @Sendable (Store) -> OpenLive

  init(_ testDescription: String, _ open: @escaping @Sendable (Store) -> OpenLive) {
    (self.testDescription, self.open) = (testDescription, open)
  }

  /// All kinds, each entered in the routes in another way.
  static let all = [
    LiveKind("all records") { .results($0.table(Todo.self).records.live()) },
    LiveKind("equal key") { .results($0.table(Todo.self).where(\.id == 1).live()) },
    LiveKind("list") { .results($0.table(Todo.self).where { $0.priority.in([1, 2, 3]) }.live()) },
    LiveKind("range") { .results($0.table(Todo.self).where { $0.priority > 0 && $0.priority < 5 }.live()) },
    LiveKind("missing value") { .results($0.table(Todo.self).where(\.projectID == nil).live()) },
    LiveKind("any") { .results($0.table(Todo.self).where { $0.projectID == nil || $0.priority > 2 }.live()) },
    LiveKind("window") { .results($0.table(Todo.self).order(by: \.priority).limit(2).live()) },
    LiveKind("distinct") { .results($0.table(Todo.self).distinct(by: \.priority).live()) },
    LiveKind("code") { .results($0.table(Todo.self).find { $0.priority > 1 }.live()) },
    LiveKind("related") { .results($0.table(Card.self).where { $0.board.name == "a" }.live()) },
    LiveKind("order by related") { .results($0.table(Card.self).records.order(by: { $0.board.name }).live()) },
    LiveKind("record") { .value($0.table(Todo.self).live(1)) },
    LiveKind("count") { .value($0.table(Todo.self).where(\.priority > 1).live(.count)) },
    LiveKind("several") { .value($0.table(Todo.self).records.live(.sum(\.priority), .maximum(\.priority))) },
    LiveKind("groups") { .value($0.table(Todo.self).records.group(by: \.priority).live(.count)) },
    LiveKind("sections") { .value($0.table(Todo.self).order(by: \.name).live(sectionedBy: \.priority)) },
    LiveKind("included") {
      .value($0.table(Board.self).records.including(\.cards) { $0.including(\.labels) }.live())
    },
  ]
}

extension LiveKind {
  /// Creates a store with records that all kinds show.
  static func filledStore() throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Todo.self).insert(contentsOf: (1...5).map { Todo("\($0)", priority: $0) })
    let boards = try store.table(Board.self).insert(contentsOf: [Board("a"), Board("b")])
    try store.table(Card.self).insert(contentsOf: (0..<6).map { Card("\($0)", on: boards[$0 % 2]) })
    return store
  }

  /// Changes records that concern all kinds, and changes them back.
  static func commit(to store: Store) throws {
    let (todos, cards, boards) = (store.table(Todo.self), store.table(Card.self), store.table(Board.self))
    for step in [1, -1] {
      _ = try todos.where(\.id <= 2).updateAll { $0.priority += step }
      _ = try cards.where(\.id == 1).updateAll { $0.boardID += step }
      _ = try boards.where(\.id == 1).updateAll { $0.name = step > 0 ? "c" : "a" }
    }
  }
}
