import Foundation
import MotionModel
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelJournal

/// Two openings of one file stand for two processes: they have nothing in common but the disk.
struct SharedStoreTests {
  private let disk = SimulatedDisk()
  private let file = URL(filePath: StorePromise.path)
  private let journal = StorePromise.path + ".journal-0"
  private let models: [any Model.Type] = [Todo.self, Project.self, Bulletin.self, Badge.self]

  private func open(
    _ process: String = "one", _ overtaken: Store.OvertakenPolicy = .merge(.fail), _ durability: Durability = .manual,
    coding: (any ByteCoding)? = nil
  ) throws -> Store {
    try Store(
      sharing: file, in: disk, models: models, durability: durability, overtaken: overtaken, process: process,
      coding: coding)
  }

  private func both(_ overtaken: Store.OvertakenPolicy = .merge(.fail)) throws -> (Store, Store) {
    (try open("one", overtaken), try open("two", overtaken))
  }

  private func names(_ store: Store) -> [String] { store.table(Todo.self).pluck(\.name) }

  private func drafts(_ store: Store) -> [Int] {
    store.table(Todo.self).all.filter { $0.name.hasPrefix("draft") }.map(\.id)
  }

  private func add(_ name: String, _ store: Store) throws { try store.table(Todo.self).create { $0.name = name } }

  /// Refreshes both, and returns the content of the files if all agree.
  private func agreed(_ stores: Store..., comment: Comment? = nil) throws -> String {
    for store in stores { try store.journal?.refresh() }
    let texts = try stores.map { try $0.sortedString() } + [try open("fresh").sortedString()]
    #expect(Set(texts).count == 1, comment)
    #expect(Set(stores.map(\.commitCount)).count == 1, comment)
    return texts[0]
  }

  @Test func `each sees the commits of the other as commits, and who made them`() throws {
    let (one, two) = try both()
    let seen = Collector<String>()
    let observation = two.observeCommits { commit in
      let process = commit.metadata.process?.split(separator: " ").first ?? "nobody"
      seen.add("\(commit.id) \(commit) by \(commit.metadata.author ?? "-") in \(process)")
    }
    try one.transaction(metadata: Changeset.Metadata(author: "ann")) {
      try add("a", one)
      try add("b", one)
    }
    #expect(names(two) == [])
    #expect(try two.journal?.refresh() == 1)
    #expect(try two.journal?.refresh() == 0)
    try add("c", two)
    #expect(names(two) == ["a", "b", "c"])
    #expect(try one.journal?.refresh() == 1)
    #expect(names(one) == ["a", "b", "c"])
    #expect(seen.values == ["1 Todo: 2 inserted by ann in one", "2 Todo: 1 inserted by - in two"])
    _ = try agreed(one, two)
    withExtendedLifetime(observation) {}
  }

  @Test func `no id is given twice, also in transactions, branches and after compacting`() throws {
    let (one, two) = try both()
    let (draft, other) = (one.branch(), two.branch())
    for number in 0..<60 {
      try add("one \(number)", one)
      try two.transaction { for name in ["x", "y"] { try add("two \(number) \(name)", two) } }
      try draft.table(Todo.self).create { $0.name = "draft \(number)" }
      try other.table(Todo.self).create { $0.name = "other \(number)" }
      if number % 20 == 19 { try (number == 39 ? one : two).journal?.compact() }
    }
    let ids = drafts(draft.store)
    #expect(try draft.merge().renumberedCount == 0)
    #expect(try other.merge().renumberedCount == 0)
    _ = try agreed(one, two)
    #expect(one.table(Todo.self).count == 300)
    #expect(Set(one.table(Todo.self).ids).count == 300)
    #expect(drafts(one) == ids)
  }

  @Test func `numbers of a process are not given by one that opens the file after compacting`() throws {
    let one = try open()
    try add("a", one)
    try one.journal?.compact()
    let two = try open("two")
    try add("b", two)
    try add("c", one)
    _ = try agreed(one, two)
    #expect(one.table(Todo.self).count == 3)
  }

  // MARK: - Overtaken transactions

  /// Changes a todo in a transaction of the first store, while the second one commits.
  private func overtake(
    _ policy: Store.OvertakenPolicy, retries: Int = 0, mine: @escaping (inout Todo) -> Void,
    theirs: @escaping (inout Todo) -> Void
  ) throws -> (Store, Store, runs: Int) {
    let (one, two) = try both(policy)
    try add("a", one)
    try two.journal?.refresh()
    var runs = 0
    try one.transaction(retries: retries) {
      runs += 1
      var todo = try #require(one.table(Todo.self).first)
      mine(&todo)
      try one.table(Todo.self).save(&todo)
      if runs > 1 { return }
      var other = try #require(two.table(Todo.self).first)
      theirs(&other)
      try two.table(Todo.self).save(&other)
    }
    return (one, two, runs)
  }

  @Test func `changes of different columns are brought together`() throws {
    let (one, two, runs) = try overtake(.merge(.fail)) {
      $0.priority = 3
    } theirs: {
      $0.name = "theirs"
    }
    _ = try agreed(one, two)
    #expect(one.table(Todo.self).first?.name == "theirs")
    #expect(one.table(Todo.self).first?.priority == 3)
    #expect(one.commitCount == 3)
    #expect(runs == 1)
  }

  @Test func `a conflict is thrown, decided by the policy, or gone when the body runs again`() throws {
    #expect {
      _ = try overtake(.merge(.fail)) {
        $0.priority = 3
      } theirs: {
        $0.priority = 4
      }
    } throws: { error in
      (error as? ChangeConflicts)?.conflicts.first?.columns.map(\.name) == ["priority"]
    }
  }

  @Test(arguments: [3, 4]) func `a policy decides conflicts`(priority: Int) throws {
    let (one, two, _) = try overtake(.merge(priority == 3 ? .ours : .theirs)) {
      $0.priority = 3
    } theirs: {
      $0.priority = 4
    }
    _ = try agreed(one, two)
    #expect(one.table(Todo.self).first?.priority == priority)
  }

  @Test(arguments: [false, true]) func `a body that runs again loses nothing`(byPolicy: Bool) throws {
    let (one, two, runs) = try overtake(byPolicy ? .runAgain(atMost: 5) : .refuse, retries: byPolicy ? 0 : 1) {
      $0.priority += 3
    } theirs: {
      $0.priority += 4
    }
    _ = try agreed(one, two)
    #expect(one.table(Todo.self).first?.priority == 7)
    #expect(runs == 2)
  }

  @Test func `a transaction is refused, and leaves nothing`() throws {
    #expect(throws: StoreError.overtaken(file: "shop.motionmodel")) {
      _ = try overtake(.refuse) {
        $0.priority = 3
      } theirs: {
        $0.name = "theirs"
      }
    }
    let one = try open()
    #expect(one.table(Todo.self).first?.name == "theirs")
    #expect(one.table(Todo.self).first?.priority == 0)
  }

  @Test func `a call that writes by itself sees what others have committed`() throws {
    let (one, two) = try both(.refuse)
    try add("a", one)
    try two.journal?.refresh()
    for _ in 0..<10 {
      for store in [one, two] { try store.table(Todo.self).where(\.name).eq("a").updateAll { $0.priority += 1 } }
    }
    _ = try agreed(one, two)
    #expect(one.table(Todo.self).first?.priority == 20)
  }

  @Test func `a call that others overtake loses nothing, though both set the same value`() throws {
    let (one, two) = try both()
    try add("a", one)
    try two.journal?.refresh()
    var runs = 0
    try one.table(Todo.self).where(\.name).eq("a").updateAll { todo in
      runs += 1
      if runs == 1 { try two.table(Todo.self).where(\.name).eq("a").updateAll { $0.priority += 1 } }
      todo.priority += 1
    }
    _ = try agreed(one, two)
    #expect(one.table(Todo.self).first?.priority == 2)
    #expect(runs == 2)
  }

  @Test func `a unique value, a required parent and a lock version are checked against commits of others`() throws {
    let (one, two) = try both()
    try one.table(Badge.self).create { $0.code = "a" }
    #expect(throws: StoreError.self) { try two.table(Badge.self).create { $0.code = "a" } }
    #expect(throws: StoreError.self) {
      try one.transaction {
        try one.table(Badge.self).create { $0.code = "b" }
        try two.table(Badge.self).create { $0.code = "b" }
      }
    }
    var bulletin = try one.table(Bulletin.self).create { $0.title = "a" }
    try two.journal?.refresh()
    #expect {
      try one.transaction {
        bulletin.title = "mine"
        try one.table(Bulletin.self).save(&bulletin)
        var other = try #require(two.table(Bulletin.self).first)
        other.title = "theirs"
        try two.table(Bulletin.self).save(&other)
      }
    } throws: { error in if case .stale = error as? StoreError { true } else { false } }
    _ = try agreed(one, two)
    #expect(one.table(Badge.self).pluck(\.code) == ["a", "b"])
    #expect(one.table(Bulletin.self).pluck(\.title) == ["theirs"])
  }

  // MARK: - Undo

  @Test func `a history undoes the commits of its own process only, beside those of others`() throws {
    let (one, two) = try both()
    let history = UndoHistory(of: one)
    try add("mine", one)
    try add("theirs", two)
    try one.journal?.refresh()
    #expect(history.undoCount == 1)
    try history.undo()
    _ = try agreed(one, two)
    #expect(names(two) == ["theirs"])
    try history.redo()
    try two.transaction { try two.table(Todo.self).where(\.name).eq("mine").updateAll { $0.name = "changed" } }
    #expect(throws: UndoError.self) { try history.undo() }
    _ = try agreed(one, two)
  }

  // MARK: - Files

  @Test(arguments: 1...3) func `one compacts beside others`(times: Int) throws {
    let (one, two) = try both()
    try add("a", one)
    for number in 0..<times {
      try one.journal?.compact()
      try add("one \(number)", one)
    }
    try add("two", two)
    try two.journal?.compact()
    try add("last", one)
    _ = try agreed(one, two)
    #expect(names(two).count == times + 3)
    try one.journal?.flush()
    try two.journal?.flush()
  }

  @Test func `a commit whose journal another process has removed is on the disk`() throws {
    let (one, two) = try both()
    try add("a", one)
    try two.journal?.compact()
    try one.journal?.flush()
    #expect(one.journal?.failure == nil)
    try add("b", one)
    try one.journal?.flush()
    _ = try agreed(one, two)
  }

  @Test func `what a process leaves that ends while it appends is cut off, and all else is there`() throws {
    for length in stride(from: 1, through: 1000, by: 7) {
      let test = SharedStoreTests()
      let (one, two) = try test.both()
      try test.add("a", one)
      try two.journal?.refresh()
      let before = try #require(test.disk.content(of: journal)).count
      try test.add("b", one)
      let bytes = try #require(test.disk.content(of: journal))
      if before + length >= bytes.count { return }
      test.disk.write(Array(bytes[..<(before + length)]), at: journal)
      #expect(try two.journal?.refresh() == 0)
      try test.add("c", two)
      #expect(test.names(two) == ["a", "c"])
      #expect(try test.names(test.open("fresh")) == ["a", "c"])
    }
  }

  @Test func `a file is open for one process, or shared`() throws {
    do {
      let alone = try Store(file: file, in: disk, models: models, notificationCenter: nil)
      #expect(throws: JournalError.self) { try open() }
      try add("a", alone)
      try alone.journal?.close()
    }
    do {
      let (one, two) = try both()
      #expect(throws: JournalError.self) {
        try Store(file: file, in: disk, models: models, notificationCenter: nil)
      }
      try one.journal?.close()
      #expect(throws: JournalError.self) {
        try Store(file: file, in: disk, models: models, notificationCenter: nil)
      }
      try add("b", two)
      try two.journal?.close()
      #expect(throws: StoreError.self) { try add("c", two) }
    }
    let alone = try Store(file: file, in: disk, models: models, notificationCenter: nil)
    #expect(names(alone) == ["a", "b"])
  }

  @Test func `a suspended store has no lock, and continues with what others have committed`() throws {
    let one = try open("one")
    try add("a", one)
    try one.journal?.suspend()
    for compacts in [false, true] {
      do {
        let alone = try Store(file: file, in: disk, models: models, notificationCenter: nil)
        try add("alone", alone)
        if compacts { try alone.journal?.compact() }
        // Readers read on. What would need the lock is refused, and changes nothing.
        let (before, process) = (names(one), ProcessInfo.processInfo.processIdentifier)
        #expect(throws: JournalError.inUse(file: file.lastPathComponent, process: process)) {
          try one.journal?.refresh()
        }
        #expect(throws: StoreError.self) { try add("refused", one) }
        #expect(names(one) == before)
        try add("alone, too", alone)
        try alone.journal?.close()
      }
      try add("back", one)
      #expect(names(one).suffix(3) == ["alone", "alone, too", "back"])
      try one.journal?.suspend()
    }
    let two = try open("two")
    try add("b", two)
    #expect(try one.journal?.refresh() == 1)
    try one.journal?.suspend()
    // A branch takes ids without a transaction of the store.
    try one.branch().table(Todo.self).create { $0.name = "draft" }
    try one.journal?.suspend()
    try one.journal?.compact()
    #expect(try agreed(one, two).contains("back"))
    try one.journal?.suspend()
    try one.journal?.close()
    #expect(throws: JournalError.closed(file: file.lastPathComponent)) { try one.journal?.suspend() }
  }

  @Test func `only a shared store is suspended, outside of transactions`() throws {
    let name = file.lastPathComponent
    do {
      let alone = try Store(file: file, in: disk, models: models, notificationCenter: nil)
      #expect(throws: JournalError.notShared(file: name)) { try alone.journal?.suspend() }
      try alone.journal?.close()
    }
    let store = try open()
    try store.transaction {
      try add("a", store)
      #expect(throws: JournalError.inTransaction(file: name)) { try store.journal?.suspend() }
    }
    #expect(try agreed(store).contains("a"))
  }

  @Test(.temporaryFolder) func `a suspended store does not look at its files by itself`() async throws {
    let file = TemporaryFolder.current.appending(path: "shop.motionmodel")
    let store = try Store(sharing: file, models: models, durability: .manual, notificationCenter: nil)
    try add("a", store)
    try store.journal?.suspend()
    let alone = try Store(file: file, models: models, durability: .manual, notificationCenter: nil)
    try add("b", alone)
    try await Task.sleep(for: .milliseconds(100))
    #expect(names(store) == ["a"])
    #expect(store.journal?.failure == nil)
    try alone.journal?.close()
    try store.journal?.refresh()
    #expect(names(store) == ["a", "b"])
  }

  @Test func `a suspended store is not compacted by itself, and is once it is used again`() throws {
    let store = try open()
    try add("a", store)
    try store.journal?.suspend()
    // The thread that was to compact it comes now.
    #expect(try store.journal?.compact(isByItself: true) == false)
    try Store(file: file, in: disk, models: models, notificationCenter: nil).journal?.close()
    try store.journal?.refresh()
    #expect(try store.journal?.compact(isByItself: true) == true)
    #expect(names(store) == ["a"])
  }

  @Test func `a commit that the disk refuses is undone, and the next one goes on`() throws {
    let (one, two) = try both()
    try add("a", one)
    disk.fail([.write])
    #expect(throws: StoreError.self) { try add("b", one) }
    disk.heal()
    try add("c", two)
    try add("d", one)
    _ = try agreed(one, two)
    #expect(names(one) == ["a", "c", "d"])
  }

  @Test func `commits are refused after a flush has failed, until the file is opened again`() throws {
    let (one, two) = (try open("one", .merge(.fail), .everyCommit), try open("two"))
    try add("a", one)
    disk.fail([.flush])
    #expect(throws: StoreError.self) { try add("b", one) }
    disk.heal()
    #expect(throws: StoreError.self) { try add("c", one) }
    try add("d", two)
    #expect(names(two) == ["a", "b", "d"])
  }

  @Test func `encoded files are shared`() throws {
    let (one, two) = (try open("one", coding: Scrambling()), try open("two", coding: Scrambling()))
    for number in 0..<20 {
      try add("one \(number)", one)
      try add("two \(number)", two)
    }
    try one.journal?.compact()
    try add("last", two)
    try one.journal?.refresh()
    #expect(try one.sortedString() == two.sortedString())
    #expect(throws: (any Error).self) { try open() }
  }

  @Test func `a journal that another program replaces is noticed`() throws {
    let (one, two) = try both()
    try add("a", one)
    disk.put(Array("something else".utf8), at: journal)
    try add("b", two)
    #expect(throws: (any Error).self) { try two.journal?.flush() }
    #expect(throws: (any Error).self) { try add("c", two) }
    #expect(throws: (any Error).self) { try one.journal?.flush() }
    #expect(names(one) == ["a"])
  }

  // MARK: - Anything

  @Test(arguments: 0..<6) func `stores that do anything agree`(part: Int) throws {
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    var random = TestSeed.generator(7_300 + part)
    var edits = RandomEdits(TestSeed.generator(7_400 + part))
    var stores = [try open("0"), try open("1"), try open("2")]
    for _ in 0..<150 {
      let index = random.number(0...2)
      switch random.number(0...9) {
      // The edits do not know which names the others have given.
      case 0...5: _ = try? edits.edit(stores[index], count: 3)
      case 6: try stores[index].journal?.compact()
      case 7:
        try stores[index].journal?.close()
        stores[index] = try open("\(index)")
      default: try stores[index].journal?.refresh()
      }
    }
    _ = try agreed(stores[0], stores[1], stores[2], comment: comment)
  }
}

/// The same on the disk, with threads.
@Suite(.temporaryFolder) struct SharedStoreThreadTests {
  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")

  private func open() throws -> Store {
    try Store(sharing: file, models: [Todo.self, Badge.self], durability: .manual, notificationCenter: nil)
  }

  @Test func `threads of several stores write, compact and agree`() async throws {
    let stores = try (0..<3).map { _ in try open() }
    try stores[0].table(Badge.self).create { $0.code = "sum" }
    await withTaskGroup { group in
      for store in stores {
        for thread in 0..<2 {
          group.addTask {
            for number in 0..<40 {
              do {
                try store.table(Badge.self).where(\.code).eq("sum").updateAll { $0.count += 1 }
                try store.transaction(retries: 50) {
                  try store.table(Todo.self).create { $0.name = "\(thread) \(number)" }
                }
                if number == 20 { try store.journal?.compact() }
              } catch { Issue.record(error) }
            }
          }
        }
      }
    }
    for store in stores { try store.journal?.refresh() }
    #expect(Set(try stores.map { try $0.sortedString() } + [try open().sortedString()]).count == 1)
    #expect(stores[0].table(Badge.self).pluck(\.count) == [240])
    #expect(Set(stores[0].table(Todo.self).ids).count == 240)
    #expect(stores[0].commitCount == 481)
  }

  @Test func `a store has the commits of others by itself`() async throws {
    let (one, two) = (try open(), try open())
    for number in 0..<20 {
      try one.table(Todo.self).create { $0.name = "\(number)" }
      let start = ContinuousClock.now
      while two.commitCount <= number && .now - start < .seconds(10) { try await Task.sleep(for: .microseconds(200)) }
      #expect(two.commitCount == number + 1)
    }
    #expect(one.table(Todo.self).ids == two.table(Todo.self).ids)
  }
}

struct Badge: Model, Equatable {
  var id = 0
  var code = ""
  var count = 0

  static let schema = Schema<Badge> {
    Column(\.code, .unique)
    Column(\.count)
  }
}
