import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

/// Opening that writes the files anew begins the history anew, and keeps a copy of what there was.
struct KeptHistoryTests {
  private let disk = SimulatedDisk()
  private let path = StorePromise.path
  private let copy = URL(filePath: "/data/shop.before-migration.motionmodel")

  private func open(
    _ model: any Model.Type, _ history: KeptHistory = .none, onDamage damage: DamagePolicy = .refuse,
    on disk: SimulatedDisk? = nil
  ) throws -> Store {
    try Store(
      file: URL(filePath: path), in: disk ?? self.disk, models: [model], durability: .manual, history: history,
      migrations: Later.migrations, onDamage: damage, notificationCenter: nil)
  }

  /// Adds four notes to a store of the first version, and compacts it behind the second and the third.
  private func makeEarlierStore(_ history: KeptHistory) throws {
    let store = try open(Earlier.Note.self, history)
    for number in 1...4 {
      try store.table(Earlier.Note.self).create { $0.name = "\(number)" }
      if number == 2 || number == 3 { try store.journal?.compact() }
    }
    try store.journal?.close()
  }

  private func history(_ file: URL, _ model: any Model.Type) throws -> JournalHistory {
    try JournalHistory(of: file, in: disk, models: [model])
  }

  private func expectWholeHistory(in file: URL, upTo last: Int = 4) throws {
    let history = try history(file, Earlier.Note.self)
    #expect(history.commits == 0...last)
    for commit in 0...last {
      #expect(try history.store(at: commit).table(Earlier.Note.self).pluck(\.name) == (0..<commit).map { "\($0 + 1)" })
    }
    #expect(try history.changes(since: 0).count == last)
    let document = try JournalDocument(of: file, in: disk)
    #expect(try document.content(at: 1)["Note"]?.rows.map { $0["name"] } == ["1"])
  }

  private var copies: [String] { disk.allNames(in: "/data").filter { $0.contains(".before-") } }

  @Test(arguments: [KeptHistory.commits(100), .everything], [false, true])
  func `a migration, or a rename, keeps a copy with all commits`(kept: KeptHistory, isRenamed: Bool) throws {
    try makeEarlierStore(kept)
    let store = try isRenamed ? open(Renamed.Memo.self) : open(Later.Note.self)
    #expect(store.commitCount == 4)
    try expectWholeHistory(in: copy)
    // The names may be those before or after.
    if isRenamed {
      let history = try history(copy, Renamed.Memo.self)
      #expect(try history.store(at: 2).table(Renamed.Memo.self).pluck(\.label) == ["1", "2"])
    } else {
      #expect(
        throws: JournalError.needsMigration(file: copy.lastPathComponent, model: "Note", version: 1, known: 2)
      ) {
        try history(copy, Later.Note.self).store(at: 2)
      }
    }
    #expect(try store.journal?.history.commits == 4...4)
  }

  @Test func `a rename keeps a copy if history is asked for, though the store was never compacted`() throws {
    do {
      let store = try open(Earlier.Note.self, .everything)
      for number in 1...4 { try store.table(Earlier.Note.self).create { $0.name = "\(number)" } }
      try store.journal?.close()
    }
    try open(Renamed.Memo.self, .everything).journal?.close()
    try expectWholeHistory(in: copy)
    // Opening again writes nothing anew.
    let before = copies
    try open(Renamed.Memo.self, .everything).journal?.close()
    #expect(copies == before)
  }

  @Test func `a rename without history keeps no copy`() throws {
    try makeEarlierStore(.none)
    try open(Renamed.Memo.self).journal?.close()
    #expect(copies == [])
  }

  // MARK: - Failures

  private static let beforeFailure = URL(filePath: "/data/shop.before-failure.motionmodel")

  /// What ends the history: a journal that cannot be flushed or read, or a file that somebody removes.
  enum Failure: CaseIterable { case flush, unreadable, removedJournal, removedFile }

  @Test(arguments: [KeptHistory.commits(100), .everything], Failure.allCases)
  func `beginning anew after a failure keeps a copy with all commits`(kept: KeptHistory, failure: Failure) throws {
    let store = try open(Earlier.Note.self, kept)
    let (notes, journal) = (store.table(Earlier.Note.self), try #require(store.journal))
    for number in 1...4 {
      try notes.create { $0.name = "\(number)" }
      if number == 2 || number == 3 { try journal.compact() }
    }
    try journal.flush()
    switch failure {
    case .flush: disk.fail([.flush]) { $0.hasSuffix(".journal-2") }
    case .unreadable: disk.fail([.flush, .read]) { $0.hasSuffix(".journal-2") }
    case .removedJournal: try disk.remove("\(path).journal-2")
    case .removedFile: try disk.remove(path)
    }
    try notes.create { $0.name = "5" }
    try journal.flush()
    disk.heal()
    #expect(journal.failure == nil && journal.unsavedCommits == 0)
    #expect(try journal.history.commits == 5...5)
    for disk in [disk, disk.afterPowerLoss(.lost, seed: 1)] {
      let history = try JournalHistory(of: Self.beforeFailure, in: disk, models: [Earlier.Note.self])
      // The commit that could not be flushed may be in the copy, too.
      let last = failure == .removedJournal || failure == .unreadable ? 3 : 5
      #expect(history.commits == 0...last)
      for commit in 0...last {
        let names = try history.store(at: commit).table(Earlier.Note.self).pluck(\.name)
        #expect(names == (0..<commit).map { "\($0 + 1)" })
      }
      #expect(try history.changes(since: 0).map(\.id) == Array(1...last))
    }
    try journal.close()
    #expect(try open(Earlier.Note.self, kept).table(Earlier.Note.self).count == 5)
  }

  @Test func `there is one copy, however often the store tries to begin anew`() throws {
    let store = try open(Earlier.Note.self, .everything)
    let journal = try #require(store.journal)
    for name in ["1", "2"] {
      try store.table(Earlier.Note.self).create { $0.name = name }
      try journal.flush()
    }
    // The old journal cannot be flushed, and the new one not be created.
    disk.fail([.write, .flush]) {
      $0.hasSuffix("/shop.motionmodel.journal-0") || $0.contains("shop.motionmodel.journal-1")
    }
    #expect(throws: StoreError.self) { try store.table(Earlier.Note.self).create { $0.name = "refused" } }
    for _ in 0..<3 { #expect(throws: JournalError.self) { try journal.flush() } }
    disk.heal()
    try journal.flush()
    #expect(copies.filter { $0.hasSuffix(".motionmodel") } == ["shop.before-failure.motionmodel"])
    #expect(try history(Self.beforeFailure, Earlier.Note.self).commits == 0...2)
    // The next failure ends another history.
    try store.table(Earlier.Note.self).create { $0.name = "3" }
    disk.fail([.flush]) { $0.hasSuffix("/shop.motionmodel.journal-1") }
    try journal.flush()
    disk.heal()
    let second = URL(filePath: "/data/shop.before-failure-2.motionmodel")
    #expect(try history(second, Earlier.Note.self).commits == 2...3)
    #expect(try history(second, Earlier.Note.self).store(at: 2).table(Earlier.Note.self).pluck(\.name) == ["1", "2"])
    #expect(try journal.history.store(at: 3).table(Earlier.Note.self).pluck(\.name) == ["1", "2", "3"])
  }

  @Test(arguments: [KeptHistory.none, .everything])
  func `no copy is kept where there is no history`(kept: KeptHistory) throws {
    let store = try open(Earlier.Note.self, kept)
    if kept == .none { try store.table(Earlier.Note.self).create { $0.name = "1" } }
    try disk.remove(path)
    try store.journal?.flush()
    #expect(copies == [])
    #expect(
      try open(Earlier.Note.self, kept, on: disk.afterProcessEnd()).table(Earlier.Note.self).count
        == store.table(Earlier.Note.self).count)
  }

  @Test func `a recovery keeps a copy with the commits before the damaged journal`() throws {
    try makeEarlierStore(.everything)
    let damaged = "\(path).journal-2"
    var content = try #require(disk.content(of: damaged))
    content[content.count / 2] ^= 1
    disk.write(content, at: damaged)
    let store = try open(Earlier.Note.self, onDamage: .recover)
    #expect(store.journal?.recovery.damage != nil)
    try expectWholeHistory(in: URL(filePath: "/data/shop.before-recovery.motionmodel"), upTo: 3)
    #expect(disk.content(of: damaged + ".damaged") == content)
    #expect(disk.content(of: "/data/shop.before-recovery.motionmodel.journal-2")?.count == 64)
  }
}
