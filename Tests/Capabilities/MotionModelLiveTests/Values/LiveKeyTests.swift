import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Observation
import Testing

private struct Settings: Codable, Equatable, Sendable {
  var theme = "light"
  var size = 12
}

extension Key<Settings> { fileprivate static let settings = Key("settings", default: Settings()) }
extension Key<Int> { fileprivate static let count = Key("count", default: 0) }
extension Key<String> { fileprivate static let count = Key("count", default: "") }

@Suite(.ownStore) struct LiveKeyTests {
  private var store: Store { Store.current }

  @Test func `a value is shown and told as it changes, comes and goes`() throws {
    let live = store.live(.settings)
    let changes = Collector<LiveValueUpdate<Settings>>()
    let observation = live.onChange { changes.add($0) }
    #expect(live.value == Settings() && live.plan == .followsChanges)
    store[.settings].theme = "dark"
    #expect(live.value.theme == "dark")
    try store.transaction(metadata: Changeset.Metadata(author: "bob")) {
      store[.settings].size = 20
      store[.count] = 1
      #expect(live.value.size == 12)
    }
    try store.remove(.settings)
    #expect(live.value == Settings())
    let values = [Settings(), Settings(theme: "dark"), Settings(theme: "dark", size: 20), Settings()]
    #expect(changes.values.map(\.before) == Array(values.dropLast()))
    #expect(changes.values.map(\.after) == Array(values.dropFirst()))
    #expect(changes.values.map(\.commits) == [1...1, 2...2, 3...3])
    #expect(changes.values.map(\.metadata.author) == [nil, "bob", nil])
    withExtendedLifetime(observation) {}
  }

  @Test func `nothing is told when the value stays the same, and several changes are told as one`() throws {
    let live = store.live(.settings)
    let changes = Collector<LiveValueUpdate<Settings>>()
    let observation = live.onChange { changes.add($0) }
    store[.settings] = Settings()
    try store.remove(.settings)
    try? store.transaction {
      store[.settings].size = 1
      throw CancellationError()
    }
    store[.count] = 5
    #expect(store.commitCount == 3 && changes.values.isEmpty)
    store.coalesced { for size in 1...3 { store[.settings].size = size } }
    #expect(changes.values.map { [$0.before.size, $0.after.size] } == [[12, 3]])
    withExtendedLifetime(observation) {}
  }

  @Test func `other keys and records ask nothing of it`() throws {
    let live = store.live(.settings)
    let before = store.liveRouter.statistics
    store[.count] = 1
    try Todo.create { $0.name = "one" }
    #expect(store.liveRouter.statistics.asked == before.asked)
    store[.settings].size = 1
    #expect(store.liveRouter.statistics.asked == before.asked + 1)
    withExtendedLifetime(live) {}
  }

  @Test func `undo, branches and snapshots show their own value`() throws {
    let history = UndoHistory(of: store)
    store[.count] = 1
    let (live, branch) = (store.live(.count as Key<Int>), store.branch())
    let (drafted, frozen) = (branch.store.live(.count as Key<Int>), store.snapshot().live(.count as Key<Int>))
    branch.store[.count as Key<Int>] = 2
    #expect(live.value == 1 && drafted.value == 2)
    try branch.merge()
    #expect(live.value == 2)
    try history.undo()
    #expect(live.value == 1)
    try history.undo()
    #expect(live.value == 0 && drafted.value == 2 && frozen.value == 1)
  }

  @Test func `a value that cannot be decoded is shown as the default`() {
    let live = store.live(.count as Key<Int>)
    store[.count as Key<Int>] = 5
    store[.count as Key<String>] = "many"
    #expect(live.value == 0)
  }

  @Test func `a value that is stored under a former name is shown, and told of`() throws {
    let (old, live) = (Key("number", default: 0), store.live(Key("amount", default: 1, was: "quantity", "number")))
    let told = Collector<[Int]>()
    let observation = live.onChange { told.add([$0.before, $0.after]) }
    #expect(live.value == 1)
    store[old] = 5
    #expect(live.value == 5)
    store[Key("amount", default: 1, was: "quantity", "number")] = 5
    #expect(store.table(KeyedValue.self).records.ids == ["number"])
    try store.update(Key("amount", default: 1, was: "quantity", "number")) { $0 += 1 }
    #expect(live.value == 6 && store.table(KeyedValue.self).records.ids == ["amount"])
    store[old] = 7
    #expect(live.value == 6)
    try store.remove(Key("amount", default: 1))
    #expect(live.value == 7)
    try store.remove(Key("amount", default: 1, was: "number"))
    #expect(live.value == 1 && told.values == [[1, 5], [5, 6], [6, 7], [7, 1]])
    observation.cancel()
  }

  @Test func `code that observes it is told, and so are sequences`() async throws {
    let live = store.live(.count as Key<Int>)
    let told = Counter()
    withObservationTracking {
      _ = live.value
    } onChange: {
      told.add()
    }
    var changes = live.changes.makeAsyncIterator()
    store[.count as Key<Int>] = 5
    let change = await changes.next()
    #expect(told.value == 1 && change?.after == 5)
  }
}
