import Foundation
import MotionModel
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

@testable import MotionModelJournal

/// Shared stores whose processes, files or clocks are not as they should be.
struct SharedFaultsTests {
  private let disk = SimulatedDisk()
  private let file = URL(filePath: StorePromise.path)
  private let journal = StorePromise.path + ".journal-0"

  private func open(
    _ models: [any Model.Type] = [Todo.self], _ durability: Durability = .manual, coding: (any ByteCoding)? = nil,
    migrations: [Migration] = [], leavesOutModels: Bool = false, clock: @escaping @Sendable () -> Date = { Date() }
  ) throws -> Store {
    try Store(
      sharing: file, in: disk, models: models, leavesOutModels: leavesOutModels, durability: durability,
      migrations: migrations, clock: clock, coding: coding)
  }

  private func add(_ name: String, _ store: Store) throws { try store.table(Todo.self).create { $0.name = name } }

  private func names(_ store: Store) -> [String] { store.table(Todo.self).pluck(\.name) }

  private func error(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  // MARK: - Permissions

  @Test(arguments: [DiskError.Reason.notPermitted, .readOnly])
  func `a process that may not write the files finds out what to do when it opens them`(reason: DiskError.Reason) throws
  {
    try add("a", open())
    let one = try open()
    disk.fail([.open], reason) { $0.hasSuffix(".lock") }
    #expect(throws: JournalError.notWritable(file: "shop.motionmodel")) { try open() }
    disk.heal()
    try add("b", one)
    #expect(
      "\(JournalError.notWritable(file: "shop.motionmodel"))"
        == "The store shop.motionmodel cannot be shared, because this process may not write its files: permit it to write them "
        + "and their folder, or open the store with Store(following:models:), which only reads.")
    let follower = try Store(following: file, in: disk, models: [Todo.self], notificationCenter: nil)
    #expect(names(follower) == ["a", "b"])
  }

  // MARK: - Clocks

  @Test func `a clock that goes back changes no order`() throws {
    let times = Monitor(1000.0)
    let clock: @Sendable () -> Date = {
      times.withLock { time in
        time -= 10
        return Date(timeIntervalSince1970: time)
      }
    }
    let (one, two) = (try open(clock: clock), try open(clock: clock))
    let dates = Collector<Date>()
    let observation = two.observeCommits { dates.add($0.date) }
    for number in 0..<5 {
      try add("one \(number)", one)
      try add("two \(number)", two)
    }
    try one.journal?.refresh()
    #expect(try one.sortedString() == two.sortedString())
    #expect(dates.values == dates.values.sorted(by: >))
    #expect(names(two) == (0..<5).flatMap { ["one \($0)", "two \($0)"] })
    try one.journal?.compact()
    #expect(try open().sortedString() == two.sortedString())
    withExtendedLifetime(observation) {}
  }

  // MARK: - Many

  @Test func `a hundred openings of one file agree`() throws {
    let stores = try (0..<100).map { _ in try open() }
    for number in stride(from: 0, to: 100, by: 4) { try add("\(number)", stores[number]) }
    try stores[50].journal?.compact()
    for store in stores { try store.journal?.refresh() }
    #expect(Set(try stores.map { try $0.sortedString() }).count == 1)
    #expect(names(stores[0]) == stride(from: 0, to: 100, by: 4).map { "\($0)" })
    #expect(Set(stores[0].table(Todo.self).ids).count == 25)
  }

  // MARK: - Other programs

  @Test func `a journal that another program shortens is refused, and memory stays`() throws {
    let (one, two) = (try open(), try open())
    try add("a", one)
    try two.journal?.refresh()
    let bytes = try #require(disk.content(of: journal))
    for count in [bytes.count - 8, 64, 10, 0] {
      disk.write(Array(bytes.prefix(count)), at: journal)
      #expect(throws: JournalError.self) { try two.journal?.refresh() }
      #expect(throws: StoreError.self) { try add("b", two) }
      #expect(throws: JournalError.self) { try two.journal?.compact() }
      #expect(names(two) == ["a"])
    }
    // Nothing was written to it.
    #expect(disk.content(of: journal) == [])
    disk.write(bytes, at: journal)
    try add("c", two)
    try one.journal?.refresh()
    #expect(names(one) == ["a", "c"])
  }

  @Test func `a journal that another program removes is missed, and memory stays`() throws {
    let one = try open()
    try add("a", one)
    try one.journal?.flush()
    try disk.remove(journal)
    try add("b", one)
    #expect(error { try one.journal?.flush() }?.contains("there is no such file or folder") == true)
    let missing = "journal shop.motionmodel.journal-0 of the file shop.motionmodel is missing"
    #expect(error { try add("c", one) }?.contains(missing) == true)
    #expect(names(one) == ["a", "b"])
    try one.journal?.backup(to: URL(filePath: "/data/copy.motionmodel"))
    let copy = try Store(
      file: URL(filePath: "/data/copy.motionmodel"), in: disk, models: [Todo.self], notificationCenter: nil)
    #expect(names(copy) == ["a", "b"])
  }

  // MARK: - Different processes

  @Test(arguments: [false, true]) func `a process with another key is refused`(hasRecords: Bool) throws {
    let one = try open(coding: Scrambling(key: 7))
    if hasRecords { try add("a", one) }
    let before = disk.content(of: journal)
    #expect(throws: (any Error).self) { try open(coding: Scrambling(key: 8)) }
    #expect(throws: (any Error).self) { try open() }
    #expect(disk.content(of: journal) == before)
    try add("b", one)
    #expect(names(try open(coding: Scrambling(key: 7))) == (hasRecords ? ["a", "b"] : ["b"]))
  }

  @Test func `the flush of one process covers what others have written before`() throws {
    let (one, two) = (try open([Todo.self], .manual), try open([Todo.self], .everyCommit))
    try add("a", one)
    try add("b", two)
    try add("c", one)
    let left = disk.afterPowerLoss(.lost, seed: 0)
    let found = try Store(sharing: file, in: left, models: [Todo.self])
    #expect(names(found) == ["a", "b"])
  }

  @Test func `records of a model that a process does not know stay, and the process says so`() throws {
    let (one, two) = (try open([Todo.self, Badge.self]), try open())
    try add("a", one)
    try two.journal?.compact()
    try one.table(Badge.self).create { $0.code = "a" }
    let unknown = "t has records of Badge, a model that the store does not know: pass its type in models."
    #expect(error { try two.journal?.refresh() }?.contains(unknown) == true)
    #expect(error { try add("b", two) }?.contains(unknown) == true)
    #expect(throws: JournalError.self) { try two.journal?.compact() }
    #expect(names(two) == ["a"])
    try add("c", one)
    try one.journal?.compact()
    #expect(throws: (any Error).self) { try two.journal?.refresh() }
    #expect(throws: (any Error).self) { try open() }
    let fresh = try open([Todo.self, Badge.self])
    #expect(names(fresh) == ["a", "c"])
    #expect(fresh.table(Badge.self).pluck(\.code) == ["a"])
  }

  // MARK: - Fewer models

  private let all: [any Model.Type] = [Todo.self, Badge.self]

  private func openFew() throws -> Store { try open(leavesOutModels: true) }

  private func addBadge(_ code: String, _ store: Store) throws { try store.table(Badge.self).create { $0.code = code } }

  private func codes(_ store: Store) -> [String] { store.table(Badge.self).pluck(\.code) }

  @Test func `a process with fewer models leaves out the records of the others, which stay`() throws {
    do {
      let (one, two) = (try open(all), try openFew())
      try add("a", one)
      try addBadge("a", one)
      #expect(try two.journal?.refresh() == 2)
      try add("b", two)
      try addBadge("b", one)
      #expect(names(two) == ["a", "b"])
      #expect(try two.journal?.refresh() == 1)
      #expect(two.commitCount == one.commitCount)
      #expect(throws: StoreError.modelNotOpened(model: "Badge")) { try addBadge("c", two) }
      // It has read the file without them, too.
      try one.journal?.compact()
      try add("c", two)
      try one.journal?.compact()
      #expect(names(try openFew()) == ["a", "b", "c"])
      for store in [one, two] { try store.journal?.close() }
    }
    do {
      // Also as the first process.
      let two = try openFew()
      #expect(names(two) == ["a", "b", "c"])
      try add("d", two)
      try two.journal?.close()
    }
    let one = try open(all)
    try addBadge("c", one)
    #expect(names(one) == ["a", "b", "c", "d"])
    #expect(codes(one) == ["a", "b", "c"])
    #expect(Set(one.table(Badge.self).ids).count == 3)
  }

  @Test func `a process with fewer models neither compacts nor copies`() throws {
    let one = try open(all)
    let two = try Store(
      sharing: file, in: disk, models: [Todo.self], leavesOutModels: true, compaction: .beyond(bytes: 1))
    try addBadge("a", one)
    try add("a", two)
    let refused = JournalError.unknownModel(file: "shop.motionmodel", model: "Badge")
    #expect(
      "\(refused)"
        == "The store shop.motionmodel cannot be compacted or copied by this process, because it has records of Badge, "
        + "a model that the process does not know: leave that to a process that knows it, or pass its type in models.")
    #expect(throws: refused) { try two.journal?.compact() }
    #expect(throws: refused) { try two.journal?.backup(to: URL(filePath: "/data/copy.motionmodel")) }
    #expect(two.journal?.compactionFailure == nil)
    #expect(throws: (any Error).self) { try two.journal?.history.store(at: 1) }
    try add("b", two)
    #expect(names(try open(all)) == ["a", "b"])
    try one.journal?.compact()
    #expect(codes(try open(all)) == ["a"])
  }

  @Test func `a file that has to be written again is refused to a first process with fewer models`() throws {
    do {
      let one = try open(all)
      try add("a", one)
      try addBadge("a", one)
      try add("b", one)
      try one.journal?.close()
    }
    var damaged = try #require(disk.content(of: journal))
    damaged[damaged.count - 10] ^= 1
    disk.write(damaged, at: journal)
    #expect(throws: FileError.unknownModel(file: "shop.motionmodel", model: "Badge")) {
      try Store(sharing: file, in: disk, models: [Todo.self], leavesOutModels: true, onDamage: .recover)
    }
    #expect(disk.content(of: journal) == damaged)
    let one = try Store(sharing: file, in: disk, models: all, onDamage: .recover)
    #expect(names(one) == ["a"])
    #expect(codes(one) == ["a"])
  }

  @Test(arguments: 0..<4) func `processes with fewer models and with all agree, whatever they do`(part: Int) throws {
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    let openings = [{ try open(all) }, { try open(all) }, openFew]
    var random = TestSeed.generator(7_500 + part)
    var badges: [String] = []
    var stores = try openings.map { try $0() }
    for number in 0..<150 {
      let index = random.number(0...2)
      switch random.number(0...9) {
      case 0...3: try add("\(number)", stores[index])
      case 4...5:
        badges.append("\(number)")
        try addBadge("\(number)", stores[index % 2])
      case 6: try stores[index % 2].journal?.compact()
      case 7:
        try stores[index].journal?.close()
        stores[index] = try openings[index]()
      default: try stores[index].journal?.refresh()
      }
    }
    for store in stores { try store.journal?.refresh() }
    #expect(try stores[0].sortedString() == stores[1].sortedString(), comment)
    #expect(codes(stores[0]) == badges, comment)
    #expect(stores[2].table(Todo.self).all == stores[0].table(Todo.self).all, comment)
    #expect(Set(stores.map(\.commitCount)).count == 1, comment)
  }

  @Test func `a process with fewer columns keeps the others, also when it changes and compacts`() throws {
    let (one, two) = (try open([Earlier.Note.self]), try open([Narrow.Note.self]))
    try one.table(Earlier.Note.self).create { ($0.name, $0.rank) = ("a", "high") }
    try two.table(Narrow.Note.self).where(\.name).eq("a").updateAll { $0.name = "b" }
    try two.table(Narrow.Note.self).create { $0.name = "c" }
    try two.journal?.compact()
    try one.journal?.refresh()
    let expected = [("b", "high"), ("c", "low")].map { "\($0)" }
    #expect(one.table(Earlier.Note.self).all.map { "\(($0.name, $0.rank))" } == expected)
    #expect(try open([Earlier.Note.self]).table(Earlier.Note.self).all.map { "\(($0.name, $0.rank))" } == expected)
    #expect(two.table(Narrow.Note.self).pluck(\.name) == ["b", "c"])
  }

  // MARK: - Versions

  @Test func `a process with an earlier version of a model is refused, and one with a later version beside it`() throws
  {
    do {
      let one = try open([Earlier.Note.self])
      try one.table(Earlier.Note.self).create { $0.name = "a" }
      #expect(
        throws: JournalError.needsMigration(file: "shop.motionmodel", model: "Note", version: 1, known: 2)
      ) { try open([Later.Note.self], migrations: Later.migrations) }
      try one.table(Earlier.Note.self).create { $0.name = "b" }
      #expect(one.table(Earlier.Note.self).pluck(\.name) == ["a", "b"])
      try one.journal?.close()
    }
    let two = try open([Later.Note.self], migrations: Later.migrations)
    #expect(two.table(Later.Note.self).pluck(\.title) == ["a", "b"])
    #expect(throws: FileError.newerModel(file: "shop.motionmodel", model: "Note", version: 2, known: 1)) {
      try open([Earlier.Note.self])
    }
  }

  @Test func `versions of a model that has no records yet differ from the first record on`() throws {
    let (one, two) = (try open([Earlier.Note.self]), try open([Later.Note.self]))
    try two.table(Later.Note.self).create { $0.title = "a" }
    let newer = "t has records of Note in version 2, and this program reads up to version 1: use a newer one."
    #expect(error { try one.journal?.refresh() }?.contains(newer) == true)
    #expect(error { try one.table(Earlier.Note.self).create() }?.contains(newer) == true)
    #expect(one.table(Earlier.Note.self).count == 0)
    try two.table(Later.Note.self).create { $0.title = "b" }
    #expect(try open([Later.Note.self]).table(Later.Note.self).pluck(\.title) == ["a", "b"])
  }

  // MARK: - Tools

  @Test func `a change without types is a commit of the shared store, and is refused when others were quicker`() throws
  {
    let one = try open()
    try add("a", one)
    let editing = try #require(try StoreEditing(of: file, in: disk))
    let late = try #require(try StoreEditing(of: file, in: disk))
    let todos = try #require(editing.document["Todo"])
    func rename(_ editing: StoreEditing, _ name: String) throws {
      try editing.commit(
        [UntypedChange(.update, .int(1), ["name": .string(name)])], of: todos, at: Date(),
        Changeset.Metadata(author: "tool"))
    }
    try rename(editing, "b")
    #expect(throws: StoreError.overtaken(file: "shop.motionmodel")) { try rename(late, "c") }
    try add("d", one)
    #expect(names(one) == ["b", "d"])
    try rename(try #require(try StoreEditing(of: file, in: disk)), "e")
    try one.journal?.compact()
    #expect(names(try open()) == ["e", "d"])
  }

  @Test func `a change without types goes on behind half a commit`() throws {
    let one = try open()
    try add("a", one)
    let bytes = try #require(disk.content(of: journal))
    disk.write(bytes + bytes.suffix(40).prefix(20), at: journal)
    let editing = try #require(try StoreEditing(of: file, in: disk))
    let todos = try #require(editing.document["Todo"])
    try editing.commit([UntypedChange(.delete, .int(1))], of: todos, at: Date(), Changeset.Metadata())
    try one.journal?.refresh()
    #expect(names(one) == [])
  }
}
