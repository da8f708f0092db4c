import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

private struct Settings: Codable, Equatable, Sendable {
  var theme = "light"
  var size = 12

  mutating func fail() throws {
    size = -1
    throw CancellationError()
  }
}

extension Key<Settings> { fileprivate static let settings = Key("settings", default: Settings()) }
extension Key<Int> { fileprivate static let count = Key("count", default: 0) }
extension Key<String> { fileprivate static let name = Key("name", default: "") }

/// Refuses numbers below zero, and notes each step.
private struct Rule: Middleware {
  let steps = Collector<String>()

  func before<Record: Model>(_ step: HookStep, _ record: inout Record, _ context: HookContext<Record>) throws {
    guard let value = record as? KeyedValue else { return }
    steps.add("\(step) \(value.id)")
    if step == .save, case .int(let number) = value.value, number < 0 { throw context.halt("It is below zero.") }
  }
}

@Suite(.ownStore) struct StoreKeysTests {
  private var store: Store { Store.current }

  @Test func `each write is a commit, with the value before and after`() throws {
    let changes = Collector<[Change<KeyedValue>]>()
    let observation = store.observeCommits { changes.add($0.changes(of: KeyedValue.self)) }
    store[.settings].theme = "dark"
    try store.set(Settings(), for: .settings)
    try store.remove(.settings)
    let values = changes.values.flatMap { $0 }.map { [$0.old?.value, $0.new?.value] }
    let (dark, light): (AttributeValue, AttributeValue) = (
      ["theme": "dark", "size": 12], ["theme": "light", "size": 12]
    )
    #expect(values == [[nil, dark], [dark, light], [light, nil]])
    #expect(changes.values.map(\.count) == [1, 1, 1] && store.commitCount == 3)
    withExtendedLifetime(observation) {}
  }

  @Test func `a transaction has all writes in one commit, and takes them back`() throws {
    store[.count] = 1
    try store.inTransaction {
      store[.count] += 1
      store[.settings].theme = "dark"
      try store.update(.count) { count in
        count += 1
        try Todo.create { $0.name = "three" }
      }
      #expect(store[.count] == 3)
      #expect(throws: CancellationError.self) {
        try store.inTransaction {
          store[.count] = 100
          throw CancellationError()
        }
      }
      #expect(store[.count] == 3)
    }
    #expect(store.commitCount == 2 && store[.count] == 3 && store[.settings].theme == "dark" && Todo.count == 1)
    #expect(throws: CancellationError.self) {
      try store.inTransaction {
        store[.count] = 100
        try store.remove(.settings)
        throw CancellationError()
      }
    }
    #expect(store.commitCount == 2 && store[.count] == 3 && store[.settings].theme == "dark")
  }

  @Test func `an update that throws changes nothing, and one returns what its closure does`() throws {
    let before = store.commitCount
    #expect(throws: CancellationError.self) {
      try store.update(.settings) { settings in
        try Todo.create { $0.name = "gone" }
        try settings.fail()
      }
    }
    #expect(throws: CancellationError.self) { try store[.settings].fail() }
    #expect(store[.settings] == Settings() && Todo.count == 0 && store.commitCount == before)
    #expect(
      try store.update(.count) {
        $0 += 5; return "five"
      } == "five")
    #expect(store[.count] == 5 && store.commitCount == before + 1)
  }

  @Test func `updates by several threads are not lost, and readers see whole values`() {
    let store = Store(notificationCenter: nil)
    let torn = Counter()
    onThreads(4) { thread in
      for round in 0..<100 {
        if thread == 0 {
          let settings = store[.settings]
          if settings.theme != "light" && settings.theme != "\(settings.size)" { torn.add() }
        } else {
          try? store.update(.count) { $0 += 1 }
          try? store.update(.settings) { $0 = Settings(theme: "\(round)", size: round) }
        }
      }
    }
    #expect(store[.count] == 300 && torn.value == 0)
  }

  @Test func `hooks of all models run, and may refuse a value`() throws {
    let rule = Rule()
    store.use(rule)
    store[.count] = 1
    #expect(rule.steps.values == ["validation count", "save count", "create count"])
    store[.count] = 1
    #expect(rule.steps.values.count == 3)
    #expect(throws: StoreError.self) { try store.set(-1, for: .count) }
    #expect(throws: StoreError.self) { try store.update(.count) { $0 -= 5 } }
    #expect(store[.count] == 1 && store.commitCount == 1)
    try store.remove(.count)
    #expect(rule.steps.values.last == "delete count")
  }

  @Test func `a value is posted as all records are`() throws {
    let center = NotificationCenter()
    let store = Store(notificationCenter: center)
    let posts = Collector<String>()
    let token = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { post in
      posts.add("\(post.userInfo?["action"] ?? "") \((post.object as? KeyedValue)?.id ?? "")")
    }
    store[.count] = 1
    store[.count] = 2
    try store.remove(.count)
    #expect(posts.values == ["add count", "update count", "delete count"])
    center.removeObserver(token)
  }

  @Test func `snapshots and stores have values of their own`() throws {
    store[.name] = "one"
    let snapshot = store.snapshot()
    store[.name] = "two"
    #expect(snapshot[.name] == "one" && store[.name] == "two" && Store()[.name] == "")
    #expect(throws: StoreError.readOnlyStore) { try snapshot.set("three", for: .name) }
    #expect(throws: StoreError.readOnlyStore) { try snapshot.update(.name) { $0 = "three" } }
    #expect(throws: StoreError.readOnlyStore) { try snapshot.remove(.name) }
    #expect(snapshot[.name] == "one")
  }

  @Test func `defaults and values are made and decoded with the store in use`() throws {
    struct Current: Codable, Sendable {
      var count: Int
      init() { count = Todo.count }
      init(from decoder: any Decoder) throws { count = Todo.count }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Todo.count)
      }
    }
    let (key, other) = (Key("current", default: Current()), Store(notificationCenter: nil))
    try other.table(Todo.self).create { $0.name = "one" }
    #expect(other[key].count == 1)
    try other.set(Current(), for: key)
    #expect(try other.value(for: key).count == 1)
    #expect(other.table(KeyedValue.self).find("current")?.value == 1)
  }

  @Test func `many values are as quick to find as one, and are records of a table`() throws {
    let keys = (0..<1_000).map { Key("number \($0)", default: -1) }
    try store.inTransaction { for (number, key) in keys.enumerated() { store[key] = number } }
    #expect(keys.map { store[$0] } == Array(0..<1_000) && store.commitCount == 1)
    #expect(KeyedValue.where(\.id >= "number 998").ids == ["number 998", "number 999"])
    #expect(store.violation() == nil)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `the subscript traps where the store refuses a write`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Store().snapshot()[Key("count", default: 0)] = 1
      }
      expectSentence(
        """
        store["count"] cannot be written, where set(_:for:) and update(_:_:) throw: \(StoreError.readOnlyStore)
        """, result)
    }

    @Test func `the subscript traps where it would overwrite a value that it cannot read`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Store()
        store[Key("count", default: "")] = "many"
        store[Key("count", default: 0)] += 1
      }
      expectSentence("The value of the key \"count\" cannot be read: expected a value of type Int", result)
    }
  #endif
}
