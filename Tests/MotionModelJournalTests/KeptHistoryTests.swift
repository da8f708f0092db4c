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
    _ model: any Model.Type, _ history: KeptHistory = .none, onDamage damage: DamagePolicy = .refuse
  ) throws -> Store {
    try Store(
      file: URL(filePath: path), in: disk, models: [model], durability: .manual, history: history,
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
      #expect(throws: JournalError.needsMigration(file: copy.lastPathComponent)) {
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
