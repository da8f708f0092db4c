import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

/// Compacting by itself, backups, and what is known to be on the disk.
struct JournalSavingTests {
  private let disk = SimulatedDisk()

  private func open(
    _ durability: Durability = .manual, compaction: CompactionPolicy = .automatic, _ path: String = StorePromise.path,
    models: [any Model.Type] = [Todo.self]
  ) throws -> Store {
    try Store(
      file: URL(filePath: path), in: disk, models: models, durability: durability, compaction: compaction,
      notificationCenter: nil)
  }

  private func add(_ name: String, _ store: Store) throws { try store.table(Todo.self).create { $0.name = name } }

  private func names(_ store: Store) -> [String] { store.table(Todo.self).pluck(\.name) }

  // MARK: - Compacting by itself

  @Test func `a journal that is too large is compacted on another thread`() async throws {
    let store = try open(compaction: .beyond(bytes: 2_000))
    for number in 0..<200 { try add("\(number)", store) }
    try await wait { !disk.allNames(in: "/data").contains("shop.motionmodel.journal-0") }
    #expect(names(store) == (0..<200).map { "\($0)" })
    try store.journal?.close()
    let again = try open()
    #expect(names(again) == (0..<200).map { "\($0)" })
    #expect(again.commitCount == 200)
  }

  @Test func `a store is compacted by itself only beyond the limit, and never if that is not wanted`() async throws {
    for policy in [CompactionPolicy.manual, .automatic, .beyond(bytes: 1 << 20)] {
      let store = try open(compaction: policy, "/data/\(policy).motionmodel")
      for number in 0..<100 { try add("\(number)", store) }
      try await Task.sleep(for: .milliseconds(20))
      #expect(disk.allNames(in: "/data").contains("\(policy).motionmodel.journal-0"))
    }
  }

  @Test func `a failure of compacting by itself is reported, and commits go on`() async throws {
    let store = try open(compaction: .beyond(bytes: 500))
    let journal = try #require(store.journal)
    disk.fail([.rename])
    for number in 0..<30 { try add("\(number)", store) }
    try await wait { journal.compactionFailure != nil }
    #expect(journal.failure == nil)
    disk.heal()
    try journal.compact()
    #expect(journal.compactionFailure == nil)
    try journal.close()
    #expect(names(try open()) == (0..<30).map { "\($0)" })
  }

  @Test func `closing while a store is compacted by itself loses nothing`() throws {
    for round in 0..<30 {
      let store = try open(compaction: .beyond(bytes: 100), "/data/\(round).motionmodel")
      for number in 0..<10 { try add("\(number)", store) }
      try store.journal?.close()
      #expect(names(try open("/data/\(round).motionmodel")) == (0..<10).map { "\($0)" })
    }
  }

  private func open(_ path: String) throws -> Store { try open(.manual, compaction: .manual, path) }

  // MARK: - Backups

  @Test func `a backup has the records of one moment, is durable, and is a store of its own`() throws {
    let store = try open(models: [Todo.self, Project.self])
    for name in ["one", "two", "three"] { try add(name, store) }
    try store.table(Todo.self).delete(2)
    let copy = "/data/copy.motionmodel"
    try store.inTransaction {
      try add("not committed", store)
      try store.journal?.backup(to: URL(filePath: copy))
    }
    try add("later", store)
    let disk = disk.afterPowerLoss(.lost, seed: 0)
    let backup = try Store(
      file: URL(filePath: copy), in: disk, models: [Todo.self, Project.self], notificationCenter: nil)
    #expect(names(backup) == ["one", "three"])
    #expect(backup.commitCount == 4)
    try add("its own", backup)
    #expect(try backup.table(Todo.self).create().id == 5)
    #expect(names(store) == ["one", "three", "not committed", "later"])
  }

  @Test func `a backup of a private store is private`() throws {
    try open().journal?.close()
    disk.put(try #require(disk.content(of: StorePromise.path)), at: StorePromise.path, permissions: 0o600)
    let url = URL(filePath: "/data/copy.motionmodel")
    let store = try open()
    try store.journal?.backup(to: url)
    #expect(try disk.status(of: url.path(percentEncoded: false))?.permissions == 0o600)
  }

  @Test func `a backup replaces a file, and no opened store`() throws {
    let store = try open()
    try add("one", store)
    let url = URL(filePath: "/data/copy.motionmodel")
    try store.journal?.backup(to: url)
    try add("two", store)
    try store.journal?.backup(to: url)
    let copy = try open(url.path(percentEncoded: false))
    #expect(names(copy) == ["one", "two"])
    #expect(throws: JournalError.backupExists(file: "copy.motionmodel")) { try store.journal?.backup(to: url) }
    #expect(throws: JournalError.backupExists(file: "shop.motionmodel")) {
      try store.journal?.backup(to: URL(filePath: StorePromise.path))
    }
    disk.fail([.write], .readOnly)
    #expect(throws: JournalError.self) {
      try store.journal?.backup(to: URL(filePath: "/data/third.motionmodel"))
    }
    #expect(!disk.allNames(in: "/data").contains { $0.contains("third") })
  }

  // MARK: - What is on the disk

  @Test func `commits that are not on the disk are counted`() async throws {
    let store = try open()
    let journal = try #require(store.journal)
    #expect(journal.unsavedCommits == 0)
    for name in ["one", "two"] { try add(name, store) }
    #expect(journal.unsavedCommits == 2)
    try await journal.durable()
    #expect(journal.unsavedCommits == 0)
    #expect(try Self.names(on: disk.afterPowerLoss(.lost, seed: 0)) == ["one", "two"])
    try add("three", store)
    try journal.flush()
    #expect(journal.unsavedCommits == 0)
    try add("four", store)
    try journal.compact()
    #expect(journal.unsavedCommits == 0)
    disk.fail([.flush], .readOnly)
    try add("five", store)
    await #expect(throws: JournalError.self) { try await journal.durable() }
    #expect(journal.unsavedCommits == 1)
    #expect("\(journal.failure.map { "\($0)" } ?? "")".contains("the disk is read-only"))
    disk.heal()
    try await journal.durable()
    #expect(journal.unsavedCommits == 0)
    #expect(journal.failure == nil)
    #expect(try Self.names(on: disk.afterPowerLoss(.lost, seed: 0)) == ["one", "two", "three", "four", "five"])
    try journal.close()
    #expect(journal.unsavedCommits == 0)
    await #expect(throws: JournalError.closed(file: "shop.motionmodel")) { try await journal.durable() }
  }

  @Test func `every commit is known to be on the disk when it returns`() throws {
    let store = try open(.everyCommit)
    for name in ["one", "two"] {
      try add(name, store)
      #expect(store.journal?.unsavedCommits == 0)
    }
  }

  @Test func `closing writes everything anew if the journal has failed`() throws {
    let store = try open(.everyCommit)
    try add("one", store)
    disk.fail([.flush])
    #expect(throws: StoreError.self) { try add("two", store) }
    disk.heal()
    try store.journal?.close()
    #expect(try Self.names(on: disk.afterPowerLoss(.lost, seed: 0)) == ["one", "two"])
  }

  @Test func `a flush that failed in the background is known, and closing writes everything anew`() async throws {
    let store = try open(.every(.milliseconds(1)))
    let journal = try #require(store.journal)
    disk.fail([.flush], .readOnly)
    try add("one", store)
    try await wait { journal.failure != nil }
    #expect("\(journal.failure.map { "\($0)" } ?? "")".contains("the disk is read-only"))
    #expect(journal.unsavedCommits == 1)
    disk.heal()
    try journal.close()
    #expect(journal.failure == nil)
    #expect(try Self.names(on: disk.afterPowerLoss(.lost, seed: 0)) == ["one"])
  }

  @Test func `closing writes everything anew if its own flush fails`() throws {
    let store = try open(.manual)
    try add("one", store)
    disk.fail([.flush]) { $0.hasSuffix(".journal-0") }
    try store.journal?.close()
    #expect(try Self.names(on: disk.afterPowerLoss(.lost, seed: 0)) == ["one"])
  }

  private static func names(on disk: SimulatedDisk) throws -> [String] {
    try Store(file: URL(filePath: StorePromise.path), in: disk, models: [Todo.self], notificationCenter: nil)
      .table(Todo.self).pluck(\.name)
  }

  // MARK: - Hooks after loading

  @Test func `hooks after loading run when a store is opened, and what they change is a commit`() throws {
    var store = try open(models: [Visit.self])
    for name in ["one", "two"] { try store.table(Visit.self).create { $0.name = name } }
    #expect(store.commitCount == 2)
    try store.journal?.close()
    store = try open(models: [Visit.self])
    #expect(store.table(Visit.self).records.all.map(\.loads) == [1, 1])
    #expect(store.table(Visit.self).records.all.map(\.label) == ["Visit one", "Visit two"])
    #expect(store.commitCount == 3)
    try store.journal?.close()
    store = try open(models: [Visit.self])
    // The hook changes columns only once. The label is no column, and is set each time.
    #expect(store.table(Visit.self).records.all.map(\.loads) == [1, 1])
    #expect(store.table(Visit.self).records.all.map(\.label) == ["Visit one", "Visit two"])
    #expect(store.commitCount == 3)
    #expect(store.journal?.recovery == Recovery(commits: 3))
  }

  @Test func `a hook after loading that throws refuses to open, and changes nothing`() throws {
    var store = try open(models: [Visit.self])
    try store.table(Visit.self).create { $0.name = "refused" }
    try store.journal?.close()
    #expect(throws: Visit.Refused.self) { try open(models: [Visit.self]) }
    #expect(throws: Visit.Refused.self) { try open(models: [Visit.self]) }
    store = try Visit.withoutHooks { try open(models: [Visit.self]) }
    #expect(store.table(Visit.self).count == 1)
  }
}

private struct Visit: Model {
  var id = 0
  var name = ""
  var loads = 0
  var label = ""

  struct Refused: Error {}

  static let schema = Schema<Visit> {
    Column(\.name)
    Column(\.loads)
    Transient(\.label)
  }

  static let hooks: Hooks<Visit> = [
    .afterLoad { visit, _ in
      if visit.name == "refused" { throw Refused() }
      visit.label = "Visit \(visit.name)"
      visit.loads = 1
    }
  ]
}
