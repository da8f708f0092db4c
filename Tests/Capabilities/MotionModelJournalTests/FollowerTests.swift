import Foundation
import MotionModel
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

@testable import MotionModelJournal

struct FollowerTests {
  private let disk = SimulatedDisk()
  private let file = URL(filePath: StorePromise.path)
  private let models: [any Model.Type] = [Todo.self, Project.self, AllTypes.self]

  private func open(
    _ durability: Durability = .manual, _ visibility: CommitVisibility = .whenWritten, onDamage: DamagePolicy = .refuse
  ) throws -> Store {
    try Store(
      file: file, in: disk, models: models, durability: durability, visibility: visibility, onDamage: onDamage,
      notificationCenter: nil)
  }

  private func follow() throws -> Store {
    try Store(following: file, in: disk, models: models, notificationCenter: nil)
  }

  private func names(_ store: Store) -> [String] { store.table(Todo.self).pluck(\.name) }

  private func add(_ name: String, _ store: Store) throws { try store.table(Todo.self).create { $0.name = name } }

  @Test func `a replica has the records, gets later commits, and notifies its observers of them`() throws {
    let store = try open()
    try add("one", store)
    let replica = try follow()
    let follower = try #require(replica.follower)
    let seen = Collector<String>()
    let observation = replica.observeCommits { seen.add("\($0.id) \($0)") }
    #expect(names(replica) == ["one"])
    #expect(replica.commitCount == 1)
    #expect(try follower.refresh() == 0)
    try add("two", store)
    try store.table(Todo.self).where(\.name).eq("one").deleteAll()
    #expect(names(replica) == ["one"])
    #expect(try follower.refresh() == 2)
    #expect(names(replica) == ["two"])
    #expect(seen.values == ["2 Todo: 1 inserted", "3 Todo: 1 deleted"])
    #expect(try follower.refresh() == 0)
    withExtendedLifetime(observation) {}
  }

  @Test func `a replica cannot be written, also not in a transaction, and reads on`() throws {
    let store = try open()
    try add("one", store)
    let replica = try follow()
    let error = StoreError.readOnlyReplica(file: "shop.motionmodel")
    #expect(throws: error) { try add("mine", replica) }
    #expect(throws: error) {
      try replica.inTransaction {
        try add("mine", replica)
        try add("mine, too", replica)
      }
    }
    #expect(throws: JournalError.inTransaction(file: "shop.motionmodel")) {
      try replica.inTransaction { try replica.follower?.refresh() }
    }
    #expect(names(replica) == ["one"])
    try add("two", store)
    try replica.follower?.refresh()
    #expect(names(replica) == ["one", "two"])
    #expect(replica.journal == nil)
    #expect(
      "\(error)"
        == "The store follows the file shop.motionmodel and cannot be changed: write to the store that was opened from it."
    )
  }

  @Test(arguments: 0...3) func `a replica goes on when the store is compacted`(times: Int) throws {
    let store = try open()
    try add("one", store)
    let replica = try follow()
    try add("two", store)
    for number in 0..<times {
      try store.journal?.compact()
      try add("after \(number)", store)
    }
    #expect(try replica.follower?.refresh() == 1 + times)
    #expect(names(replica) == names(store))
    try add("last", store)
    #expect(try replica.follower?.refresh() == 1)
    #expect(names(replica) == names(store))
    #expect(replica.commitCount == store.commitCount)
  }

  @Test func `a replica goes on when the store is closed and opened again`() throws {
    var store = try open()
    try add("one", store)
    let replica = try follow()
    for name in ["two", "three"] {
      try store.journal?.close()
      store = try open()
      try add(name, store)
      try replica.follower?.refresh()
      #expect(names(replica) == names(store))
    }
  }

  @Test func `a commit that the disk refused, and the replica has seen, is gone from it`() throws {
    let store = try open(.everyCommit, .whenDurable)
    try add("one", store)
    let replica = try follow()
    // The entry is written, and its flush fails, as does everything afterwards.
    disk.fail([.flush])
    #expect(throws: StoreError.self) { try add("phantom", store) }
    try replica.follower?.refresh()
    #expect(names(replica) == ["one", "phantom"])
    disk.heal()
    try store.journal?.flush()
    try replica.follower?.refresh()
    #expect(names(replica) == ["one"])
    try add("two", store)
    try replica.follower?.refresh()
    #expect(names(replica) == ["one", "two"])
    #expect(replica.commitCount == store.commitCount)
  }

  @Test func `an index that was added to a replica stays`() throws {
    let store = try open()
    try add("one", store)
    let replica = try follow()
    try replica.addIndex(Index<Todo>(\.name))
    for _ in 0..<3 { try store.journal?.compact() }
    try add("two", store)
    try replica.follower?.refresh()
    #expect("\(replica.table(Todo.self).where(\.name).eq("two").plan)".contains("index"))
    #expect(names(replica) == ["one", "two"])
  }

  @Test func `damage is reported, and a replica of a store that was recovered goes on`() throws {
    var store = try open()
    for name in ["one", "two"] { try add(name, store) }
    try store.journal?.flush()
    let replica = try follow()
    try add("three", store)
    let length = try #require(disk.content(of: StorePromise.path + ".journal-0")).count
    try add("four", store)
    try store.journal?.close()
    var bytes = try #require(disk.content(of: StorePromise.path + ".journal-0"))
    bytes[length + 40] ^= 1
    disk.write(bytes, at: StorePromise.path + ".journal-0")
    // Also when it looks again.
    for _ in 1...2 { #expect(throws: JournalError.self) { try replica.follower?.refresh() } }
    #expect(names(replica) == ["one", "two", "three"])
    store = try open(onDamage: .recover)
    try replica.follower?.refresh()
    #expect(names(replica) == ["one", "two", "three"])
    try add("five", store)
    try replica.follower?.refresh()
    #expect(names(replica) == ["one", "two", "three", "five"])
  }

  @Test(arguments: [false, true])
  func `a replica has all commits after a look at the files failed`(compacts: Bool) throws {
    let store = try open()
    try add("one", store)
    let replica = try follow()
    try add("two", store)
    if compacts { try store.journal?.compact() }
    try add("three", store)
    disk.fail([.read])
    for _ in 1...2 { #expect(throws: (any Error).self) { try replica.follower?.refresh() } }
    disk.heal()
    try replica.follower?.refresh()
    #expect(names(replica) == ["one", "two", "three"])
    try add("four", store)
    #expect(try replica.follower?.refresh() == 1)
    #expect(names(replica) == names(store))
  }

  @Test func `an observer that refreshes is not called again`() throws {
    let store = try open()
    let replica = try follow()
    for name in ["one", "two"] { try add(name, store) }
    let calls = Collector<Int>()
    let observation = replica.observeCommits { changeset in
      calls.add(changeset.id)
      #expect((try? replica.follower?.refresh()) == 0)
    }
    #expect(try replica.follower?.refresh() == 2)
    #expect(calls.values == [1, 2])
    withExtendedLifetime(observation) {}
  }

  /// A store and its replica are edited, compacted, closed, and refreshed in any order.
  @Test(arguments: 0..<4) func `a replica is the same as the store, whatever happens`(part: Int) throws {
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    var random = TestSeed.generator(6_300 + part)
    var edits = RandomEdits(TestSeed.generator(6_400 + part))
    var store = try open()
    let replica = try follow()
    for _ in 0..<150 {
      switch random.number(0...9) {
      case 0...5: try edits.edit(store, count: 3)
      case 6: try store.journal?.compact()
      case 7:
        try store.journal?.close()
        store = try open()
      default: try replica.follower?.refresh()
      }
    }
    try replica.follower?.refresh()
    #expect(replica.commitCount == store.commitCount, comment)
    #expect(replica.table(Todo.self).records.all == store.table(Todo.self).records.all, comment)
    #expect(replica.table(Project.self).records.all == store.table(Project.self).records.all, comment)
  }

  @Test func `a replica follows threads that write and compact`() async throws {
    let store = try open(.every(.milliseconds(1)))
    let replica = try follow()
    let follower = try #require(replica.follower)
    let following = Task { try await follower.follow(every: .milliseconds(1)) }
    let table = store.table(Todo.self)
    let journal = try #require(store.journal)
    await withTaskGroup { group in
      for writer in 0..<3 {
        group.addTask { for number in 0..<30 { _ = try? table.create { $0.name = "\(writer) \(number)" } } }
      }
      group.addTask { for _ in 0..<6 { try? journal.compact() } }
    }
    following.cancel()
    try await following.value
    try follower.refresh()
    #expect(names(replica) == names(store))
    #expect(replica.commitCount == 90)
  }
}
