import Foundation
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModel
@testable import MotionModelJournal

extension Key<Thicket> { fileprivate static let thicket = Key("thicket", default: Thicket()) }
extension Key<Int?> { fileprivate static let limit = Key("limit", default: 10) }
extension Key<String> { fileprivate static let name = Key("name", default: "") }

/// Values of keys in the files of opened stores, which are opened without their model.
struct KeyJournalTests {
  private let disk = SimulatedDisk()
  private let file = URL(filePath: StorePromise.path)

  private func open(
    _ models: [any Model.Type] = [Todo.self], _ durability: Durability = .manual, history: KeptHistory = .none
  ) throws -> Store {
    try Store(
      file: file, in: disk, models: models, durability: durability, history: history, notificationCenter: nil)
  }

  /// Whether a text is in any of the files.
  private func mentions(_ text: String) -> Bool {
    disk.allNames(in: "/data").contains { name in
      Data(disk.content(of: "/data/\(name)") ?? []).range(of: Data(text.utf8)) != nil
    }
  }

  private func values(_ store: Store) -> [String] {
    [exactText(store[.thicket]), "\(store[.limit] as Any)", exactText(store[.name])]
  }

  @Test func `values are there again, from journals and snapshots`() throws {
    var random = TestSeed.generator(15_703)
    for round in 0..<20 {
      let store = try open(round % 5 == 0 ? [] : round % 2 == 0 ? [KeyedValue.self] : [Todo.self])
      store[.thicket] = .random(size: 3, using: &random)
      store[.limit] = round
      store[.name] = .nasty(using: &random)
      // A journal has the change from a value to none.
      if random.chance(50) { store[.limit] = nil }
      if random.chance(20) { try store.remove(.name) }
      let expected = values(store)
      if random.chance(30) { try store.journal?.compact() }
      try store.journal?.close()
      let again = try open([])
      #expect(values(again) == expected, "seed \(TestSeed.current)")
      try again.journal?.close()
    }
  }

  @Test func `files of a store without values do not mention them`() throws {
    let store = try open()
    try store.table(Todo.self).create { $0.name = "one" }
    #expect(store[.name] == "")
    try store.journal?.compact()
    try store.table(Todo.self).create { $0.name = "two" }
    try store.journal?.close()
    #expect(mentions("Todo") && !mentions("KeyedValue"))
    let again = try open()
    again[.name] = "three"
    try again.journal?.close()
    #expect(mentions("KeyedValue"))
  }

  @Test(.temporaryFolder) func `values that are in a journal only are read without types`() throws {
    let file = TemporaryFolder.current.appending(path: "shop.motionmodel")
    let store = try Store(file: file, models: [Todo.self], durability: .manual, notificationCenter: nil)
    store[.name] = "one"
    let model = try #require(StoreDocument(ofStore: file)["KeyedValue"])
    #expect(model.rows.map { [$0["key"], $0["value"]] } == [["name", "one"]])
  }

  @Test func `history and replicas have the values of each commit`() throws {
    let store = try open(history: .everything)
    let history = UndoHistory(of: store)
    store[.name] = "one"
    store[.name] = "two"
    try store.journal?.compact()
    try history.undo()
    let replica = try Store(following: file, in: disk, models: [Todo.self], notificationCenter: nil)
    #expect(replica[.name] == "one")
    try store.remove(.name)
    try replica.follower?.refresh()
    #expect(replica[.name] == "")
    #expect(throws: StoreError.readOnlyReplica(file: "shop.motionmodel")) { try replica.set("mine", for: .name) }
    let past = try JournalHistory(of: file, in: disk, models: [Todo.self])
    #expect(try (1...4).map { try past.store(at: $0)[.name] } == ["one", "two", "one", ""])
  }

  @Test func `a write that the disk refuses throws, and changes nothing`() throws {
    let store = try open([Todo.self], .everyCommit)
    store[.name] = "one"
    disk.fail([.write])
    #expect(throws: StoreError.self) { try store.set("two", for: .name) }
    #expect(throws: StoreError.self) { try store.update(.name) { $0 = "two" } }
    #expect(store[.name] == "one")
  }
}
