import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Observation
import Testing

/// Live values that change on a queue only.
@Suite(.ownStore) struct LiveShownTests {
  private let queue = DispatchQueue(label: "screen")

  @Test func `a value changes on its queue only, directly before handlers are called`() throws {
    let live = Todo.live(.count).shown(on: queue)
    let told = Collector<[Int]>()
    let observation = live.onChange { told.add([$0.before, $0.after, live.value]) }
    let observed = Counter()
    withObservationTracking {
      _ = live.value
    } onChange: {
      observed.add()
    }
    try queue.sync {
      try Todo.create(Todo("a"))
      try Todo.create(Todo("b"))
      #expect(live.value == 0 && observed.value == 0)
    }
    queue.sync {}
    #expect(live.value == 2 && told.values == [[0, 2, 2]] && observed.value == 1)
    try Todo.deleteAll()
    queue.sync {}
    #expect(told.values == [[0, 2, 2], [2, 0, 0]])
    observation.cancel()
    try Todo.create(Todo("c"))
    queue.sync {}
    #expect(live.value == 1 && told.values.count == 2)
  }

  /// The value of each kind follows its original, whatever is committed.
  @Test(arguments: 0..<6) func `values of all kinds are those of one moment on a queue`(part: Int) throws {
    var random = TestSeed.generator(66_000 + part)
    let (store, queue) = (Store(notificationCenter: nil), queue)
    let (cards, boards) = (store.table(Card.self), store.table(Board.self))
    func check<Value, Change: LiveValueChange<Value>>(
      _ live: LiveValue<Value, Change>, _ text: @escaping @Sendable (Value) -> String
    ) -> @Sendable () -> Void {
      let shown = live.shown(on: queue)
      let told = Locked(shown.value)
      let observation = shown.onChange { change in
        told.withLock { value in
          change.apply(to: &value)
          #expect(text(value) == text(shown.value), "\(change)")
        }
      }
      return {
        #expect(text(shown.value) == text(live.value), "seed \(TestSeed.current), part \(part)")
        #expect(text(told.withLock { $0 }) == text(live.value), "seed \(TestSeed.current), part \(part)")
        withExtendedLifetime(observation) {}
      }
    }
    let checks = [
      check(cards.live(2)) { "\($0 as Any)" },
      check(cards.live(.count, .maximum(\.weight))) { "\($0)" },
      check(store.live(Key("steps", default: 0))) { "\($0)" },
      check(cards.group(by: \.boardID).live(.count)) { $0.sorted { $0.key < $1.key }.description },
      check(cards.order(by: \.title).live(sectionedBy: \.weight)) {
        $0.map { "\($0.key) \($0.records.map(\.id))" }.description
      },
      check(boards.records.including(\.cards).live()) { $0.map { "\($0.id) \($1.map(\.id))" }.description },
      check(cards.group(by: \.title).having(.count) { $0 > 1 }.live(.sum(\.weight))) {
        $0.sorted { $0.key < $1.key }.description
      },
    ]
    var commits = RandomBoardCommits(random)
    for step in 0..<40 {
      try commits.commit(to: store)
      if random.chance(30) { store[Key("steps", default: 0)] = step }
      if random.chance(50) { queue.sync {} } else { continue }
      for check in checks { check() }
    }
    queue.sync {}
    for check in checks { check() }
  }

  @Test func `it keeps its original, and nothing is left of both`() throws {
    let store = Store(notificationCenter: nil)
    weak var original: (any AnyObject)?
    do {
      let live = store.table(Todo.self).live(.count)
      original = live
      let shown = live.shown(on: queue).shown(on: queue)
      #expect(shown.plan == live.plan && store.liveRouter.count == 1)
      try store.table(Todo.self).create(Todo("a"))
      queue.sync {}
      #expect(shown.value == 1)
    }
    wait { original == nil && store.liveRouter.count == 0 }
    #expect(original == nil && store.liveRouter.count == 0)
  }

  @Test func `a sum that its type cannot hold is not shown`() throws {
    let sum = Reading.live(.sum(\.small))
    try Reading.insert(contentsOf: [Reading(small: 100), Reading(small: 100)])
    let shown = sum.shown(on: queue)
    #expect(shown.value == 0)
    try Reading.create(Reading(small: -90))
    queue.sync {}
    #expect(shown.value == 110)
  }

  @Test func `a record is changed through what is shown`() throws {
    let todo = try Todo.create(Todo("a"))
    let (shown, board) = (
      Todo.live(todo.id).shown(on: queue), Todo.records.live(sectionedBy: \.status).shown(on: queue)
    )
    try shown.update { $0.priority = 3 }
    try board.append(Todo("b"), to: .done)
    queue.sync {}
    #expect(
      shown.value?.priority == 3 && board.value.map(\.key) == Todo.records.live(sectionedBy: \.status).value.map(\.key))
    #expect(board.value.map { $0.records.map(\.name) }.flatMap(\.self).sorted() == ["a", "b"])
  }
}
