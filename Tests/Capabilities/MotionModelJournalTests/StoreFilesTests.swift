import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

/// The files of a store are read without its lock, while it goes on.
struct StoreFilesTests {
  private let disk = SimulatedDisk()
  private let file = URL(filePath: StorePromise.path)

  private func open(_ history: KeptHistory) throws -> Store {
    try StorePromise.open(disk, .manual, history: history)
  }

  private func history() throws -> JournalHistory { try JournalHistory(of: file, in: disk, models: [Todo.self]) }

  /// Adds todos with numbers as names, and compacts the store behind each.
  private func add(_ numbers: Range<Int>, to store: Store) throws {
    for number in numbers {
      try store.table(Todo.self).create { $0.name = "\(number)" }
      try store.journal?.compact()
    }
  }

  private func names(_ store: Store) -> [String] { store.table(Todo.self).records.pluck(\.name) }

  // MARK: - Open files

  @Test(arguments: [KeptHistory.everything, .commits(1000)])
  func `a long history takes as few open files as a short one`(kept: KeptHistory) throws {
    let store = try open(kept)
    func mostOpenFiles() throws -> Int {
      disk.forgetMostOpenFiles()
      let history = try self.history()
      #expect(history.commits == 0...store.commitCount)
      for commit in [0, 2, store.commitCount] { #expect(try names(history.store(at: commit)).count == commit) }
      #expect(try history.changes(since: 1).count == store.commitCount - 1)
      let document = try JournalDocument(of: file, in: disk)
      #expect(try document.content(at: 2)["Todo"]?.rows.count == 2)
      return disk.mostOpenFiles
    }
    try add(0..<4, to: store)
    let few = try mostOpenFiles()
    try add(4..<60, to: store)
    #expect(try mostOpenFiles() == few)
  }

  // MARK: - Compacting

  @Test func `files that compacting removes while they are looked for are no part of the history`() throws {
    let store = try open(.everything)
    try add(0..<4, to: store)
    let path = StorePromise.path
    for missing in ["journal-0", "journal-2", "journal-3", "snapshot-0"] {
      let disk = disk.afterProcessEnd()
      disk.fail([.open], .missing) { $0 == "\(path).\(missing)" }
      let history = try JournalHistory(of: file, in: disk, models: [Todo.self])
      // There is one snapshot besides the last one.
      #expect(history.commits == 4...4, "without \(missing)")
      #expect(try names(history.store(at: 4)) == ["0", "1", "2", "3"])
    }
  }

  @Test func `a journal that is missing behind the snapshot is an error`() throws {
    let store = try open(.none)
    try store.table(Todo.self).create()
    disk.fail([.open], .missing) { $0.hasSuffix("journal-0") }
    #expect(throws: JournalError.self) { try history() }
  }

  @Test func `a history goes on with the files that compacting has left`() throws {
    let store = try open(.commits(4))
    try add(0..<5, to: store)
    let history = try self.history()
    let document = try JournalDocument(of: file, in: disk)
    #expect(history.commits == 1...5)
    try add(5..<7, to: store)
    let error = JournalError.noCommit(file: "shop.motionmodel", commit: 1, available: 3...7)
    #expect(throws: error) { try history.store(at: 1) }
    #expect(throws: error) { try history.changes(since: 1) }
    #expect(throws: error) { try document.content(at: 1) }
    #expect(throws: error) { try document.forEachCommit(since: 1) { _ in } }
    #expect(try names(history.store(at: 3)) == ["0", "1", "2"])
    #expect(try history.changes(since: 3).map(\.id) == [4, 5])
    #expect(try document.content(at: 3)["Todo"]?.rows.count == 3)
    // It has the commits of its beginning.
    let later = JournalError.noCommit(file: "shop.motionmodel", commit: 6, available: 1...5)
    #expect(throws: later) { try history.store(at: 6) }
  }

  @Test func `a replay goes on behind the commits that it had when files are removed`() throws {
    let store = try open(.commits(4))
    try add(0..<5, to: store)
    var replayed: [Int] = []
    try history().replay { changeset, snapshot in
      replayed.append(changeset.id)
      #expect(names(snapshot) == (0..<changeset.id).map(String.init))
      if changeset.id == 3 { try add(5..<7, to: store) }
    }
    #expect(replayed == [2, 3, 4, 5])
  }

  @Test func `histories are read while the store is compacted all the time`() async throws {
    let store = try open(.commits(3))
    try add(0..<3, to: store)
    let isOver = Monitor(false)
    let writing = Task.detached {
      var number = 3
      while !isOver.withLock({ $0 }) {
        try add(number..<number + 1, to: store)
        number += 1
      }
    }
    for _ in 0..<60 {
      let history = try self.history()
      let commit = history.commits.upperBound
      #expect(history.commits.count >= 3)
      #expect(try names(history.store(at: commit)) == (0..<commit).map(String.init))
    }
    isOver.withLock { $0 = true }
    try await writing.value
  }
}
