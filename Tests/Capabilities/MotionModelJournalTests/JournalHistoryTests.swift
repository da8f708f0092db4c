import Foundation
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModel
@testable import MotionModelJournal

@Suite(.temporaryFolder) struct JournalHistoryTests {
  private let disk = SimulatedDisk()
  private let models: [any Model.Type] = [Todo.self, Project.self]

  private func open(_ history: KeptHistory = .none) throws -> Store {
    try Store(
      file: URL(filePath: StorePromise.path), in: disk, models: models, durability: .manual, history: history,
      notificationCenter: nil)
  }

  private func history() throws -> JournalHistory {
    try JournalHistory(of: URL(filePath: StorePromise.path), in: disk, models: models)
  }

  private struct Contents: Equatable {
    let todos: [Todo]
    let projects: [Project]

    init(_ store: Store) {
      todos = store.table(Todo.self).records.all
      projects = store.table(Project.self).records.all
    }
  }

  // MARK: - Kept snapshots

  @Test(arguments: [KeptHistory.commits(2), .everything])
  func `a snapshot that cannot be read for a moment does not end the history`(kept: KeptHistory) throws {
    let store = try open(kept)
    for name in ["one", "two"] {
      try store.table(Todo.self).create { $0.name = name }
      try store.journal?.compact()
    }
    let before = try history().commits
    try store.table(Todo.self).create { $0.name = "three" }
    disk.fail([.read]) { !$0.contains("journal") }
    #expect(throws: JournalError.self) { try store.journal?.compact() }
    disk.heal()
    try store.journal?.compact()
    let commits = try history().commits
    #expect(commits == (kept == .everything ? before.lowerBound : 1)...3)
    #expect(try history().store(at: 1).table(Todo.self).pluck(\.name) == ["one"])
  }

  @Test func `a kept snapshot that does not lead to the later ones is no part of the history`() throws {
    let store = try open(.everything)
    let journal = try #require(store.journal)
    for name in ["one", "two"] {
      try store.table(Todo.self).create { $0.name = name }
      try journal.compact()
    }
    let earlier = disk.afterProcessEnd()
    for number in 0..<5 { try store.table(Todo.self).create { $0.name = "\(number)" } }
    let kept = StorePromise.path + ".snapshot-0"
    let other = SimulatedDisk()
    for generation in [0, 1] {
      try store.storedRecords(of: journal.models).write(
        to: kept, of: journal.files.store, generation: generation, hasJournal: true, nil, in: other)
      earlier.put(try #require(other.content(of: kept)), at: kept)
      let history = try JournalHistory(of: URL(filePath: StorePromise.path), in: earlier, models: models)
      #expect(history.commits == 2...2)
    }
  }

  // MARK: - Each commit

  /// The oracle is a snapshot after each commit.
  @Test(arguments: [KeptHistory.none, .commits(30), .everything])
  func `a store is read as it was after each commit that is kept, and no other`(kept: KeptHistory) throws {
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    var edits = RandomEdits(TestSeed.generator(6_200))
    var random = TestSeed.generator(6_201)
    var store = try open(kept)
    var snapshots = [0: store.snapshot()]
    var changes: [Int: Changeset] = [:]
    for _ in 0..<shortened(120) {
      let before = store.commitCount
      let observation = store.observeCommits { [store] changeset in
        lock.withLock { $0.append((changeset, store.snapshot())) }
      }
      try edits.edit(store, count: 2)
      observation.cancel()
      for (changeset, snapshot) in lock.withLock({ list in
        defer { list = [] }; return list
      }) {
        changes[changeset.id] = changeset
        snapshots[changeset.id] = snapshot
      }
      #expect(store.commitCount >= before)
      if random.chance(8) { try store.journal?.compact() }
      if random.chance(5) {
        try store.journal?.close()
        store = try open(kept)
      }
    }
    let journal = try #require(store.journal)
    for history in try [journal.history, history()] {
      #expect(history.commits.upperBound == store.commitCount, comment)
      switch kept {
      case .none: break
      case .commits(let count): #expect(history.commits.count >= min(count, store.commitCount), comment)
      case .everything: #expect(history.commits.lowerBound == 0, comment)
      }
      for commit in history.commits {
        let was = try history.store(at: commit)
        #expect(was.commitCount == commit)
        #expect(Contents(was) == snapshots[commit].map(Contents.init), "\(comment), commit \(commit)")
      }
      let first = history.commits.lowerBound
      let found = try history.changes(since: first)
      #expect(found.map(\.id) == Array(history.commits.dropFirst()), comment)
      for changeset in found {
        let made = try #require(changes[changeset.id])
        #expect(changeset == made, "\(comment), commit \(changeset.id)")
        #expect(changeset.date == made.date)
      }
      var replayed: [Int] = []
      try history.replay { changeset, after in
        replayed.append(changeset.id)
        #expect(Contents(after) == snapshots[changeset.id].map(Contents.init), comment)
      }
      #expect(replayed == Array(history.commits.dropFirst()))
      for commit in [first - 1, store.commitCount + 1] {
        let error = JournalError.noCommit(file: "shop.motionmodel", commit: commit, available: history.commits)
        #expect(throws: error) { try history.store(at: commit) }
        #expect(throws: error) { try history.changes(since: commit) }
      }
    }
  }

  private let lock = Locked<[(Changeset, Store)]>([])

  @Test func `a state of the past can be branched off, and its commits are made again in the branch`() throws {
    let store = try open()
    for name in ["one", "two", "three"] { try store.table(Todo.self).create { $0.name = name } }
    try store.table(Todo.self).where(\.name).eq("one").deleteAll()
    let journal = try #require(store.journal)
    let branch = try journal.history.store(at: 1).branch()
    for changeset in try journal.history.changes(since: 1) { try branch.store.apply(changeset) }
    #expect(branch.table(Todo.self).pluck(\.name) == ["two", "three"])
    #expect(throws: StoreError.readOnlyStore) { try journal.history.store(at: 1).table(Todo.self).create() }
  }

  @Test func `metadata and dates of commits are read`() throws {
    let store = try open()
    let metadata = Changeset.Metadata(author: "ann", reason: "spring", values: ["ticket": 7])
    try store.transaction(metadata: metadata) { try store.table(Todo.self).create() }
    #expect(try store.journal?.history.changes(since: 0).map(\.metadata) == [metadata])
  }

  @Test func `a history goes on beside compacting, and has the commits of its beginning`() throws {
    let store = try open()
    for name in ["one", "two"] { try store.table(Todo.self).create { $0.name = name } }
    let history = try self.history()
    try store.table(Todo.self).create { $0.name = "three" }
    try store.journal?.compact()
    try store.table(Todo.self).create { $0.name = "four" }
    try store.journal?.compact()
    #expect(history.commits == 0...2)
    #expect(try history.store(at: 1).table(Todo.self).pluck(\.name) == ["one"])
    #expect(try history.store(at: 2).table(Todo.self).pluck(\.name) == ["one", "two"])
    #expect(try self.history().commits == 4...4)
  }

  @Test func `compacting without history removes what was kept, and opening does not`() throws {
    var store = try open(.everything)
    try store.table(Todo.self).create()
    try store.journal?.compact()
    try store.table(Todo.self).create()
    try store.journal?.close()
    store = try open()
    #expect(try store.journal?.history.commits == 0...2)
    try store.journal?.compact()
    #expect(try store.journal?.history.commits == 2...2)
    #expect(!disk.allNames(in: "/data").contains { $0.contains("snapshot-") })
  }

  @Test func `a file that was saved has one state, and one that is not there none`() throws {
    #expect(throws: JournalError.self) { try history() }
    let file = TemporaryFolder.current.appending(path: "saved.motionmodel")
    let saved = Store(notificationCenter: nil)
    try saved.table(Todo.self).create()
    try saved.save(to: file)
    let single = try JournalHistory(of: file, models: models)
    #expect(single.commits == 0...0)
    #expect(try single.store(at: 0).table(Todo.self).count == 1)
  }

  @Test func `after the disk has failed, the history begins anew`() throws {
    let store = try open(.everything)
    try store.table(Todo.self).create()
    disk.fail([.write]) { $0.hasSuffix(".journal-0") }
    try store.table(Todo.self).create()
    disk.heal()
    #expect(try store.journal?.history.commits == 1...2)
    #expect(try store.journal?.history.store(at: 2).table(Todo.self).count == 2)
  }
}
