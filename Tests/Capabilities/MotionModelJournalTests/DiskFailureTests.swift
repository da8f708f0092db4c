import Foundation
import MotionModel
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelJournal

/// What an opened store does while the disk refuses to write, and afterwards.
struct DiskFailureTests {
  private let disk = SimulatedDisk()

  private func open(_ disk: SimulatedDisk, _ durability: Durability = .everyCommit, adapters: [any StorageAdapter] = [])
    throws -> Store
  {
    try Store(
      file: URL(filePath: StorePromise.path), in: disk, models: [Todo.self, Project.self], durability: durability,
      notificationCenter: nil, adapters: adapters)
  }

  private func names(_ disk: SimulatedDisk) throws -> [String] { try open(disk).table(Todo.self).pluck(\.name) }

  private static func isNotJournaled(_ error: (any Error)?, isCommitted: Bool) -> Bool {
    guard case StoreError.notJournaled(_, isCommitted, _)? = error else { return false }
    return true
  }

  // MARK: - A full disk

  @Test func `a store whose journal is torn is opened while the disk is full, and read`() throws {
    let store = try open(disk)
    let journal = StorePromise.path + ".journal-0"
    try store.table(Todo.self).create { $0.name = "one" }
    try store.journal?.flush()
    let whole = try #require(disk.content(of: journal))
    try store.table(Todo.self).create { $0.name = "torn" }
    let both = try #require(disk.content(of: journal))
    try store.journal?.close()
    let torn = disk.afterProcessEnd()
    torn.write(Array(both.prefix(whole.count + 50)), at: journal)
    torn.fail([.write]) { $0 != journal }
    let again = try open(torn)
    #expect(again.table(Todo.self).pluck(\.name) == ["one"])
    #expect(again.journal?.recovery.cutOff == Recovery.CutOff(count: 50, copy: nil))
    try again.table(Todo.self).create { $0.name = "two" }
    try again.journal?.close()
    torn.heal()
    #expect(try names(torn) == ["one", "two"])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `the log says that commits of a store that went may be missing`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let disk = SimulatedDisk()
        func write() throws {
          let store = try Store(
            file: URL(filePath: StorePromise.path), in: disk, models: [Todo.self], durability: .manual,
            notificationCenter: nil)
          try store.table(Todo.self).create { $0.name = "lost" }
          disk.fail([.flush])
        }
        try write()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("Commits may be missing: call close() before the store goes"), "\(text)")
    }
  #endif

  // MARK: - Refused transactions

  @Test func `a transaction that the journal refuses is rolled back: hooks run, and ids are withdrawn`() throws {
    let store = try open(disk)
    let log = Collector<String>()
    store.use(Rollbacks(log: log))
    disk.fail([.write])
    var error = #expect(throws: StoreError.self) {
      try store.transaction {
        try store.table(Todo.self).create { $0.name = "one" }
        try store.table(Todo.self).create { $0.name = "two" }
      }
    }
    #expect(Self.isNotJournaled(error, isCommitted: false))
    // A single change is committed in another way.
    error = #expect(throws: StoreError.self) { try store.table(Todo.self).create { $0.name = "three" } }
    #expect(Self.isNotJournaled(error, isCommitted: false))
    #expect(log.values == ["rollback Todo: 2 inserted", "rollback Todo: 1 inserted"])
    #expect(store.table(Todo.self).count == 0)
    #expect(store.commitCount == 0)
    disk.heal()
    try store.journal?.flush()
    #expect(try store.table(Todo.self).create { $0.name = "four" }.id == 4)
    #expect(log.values.last == "commit Todo: 1 inserted")
    #expect(try names(disk.afterPowerLoss(.lost, seed: 0)) == ["four"])
  }

  @Test func `the half of an adapter is not committed if the journal refuses, and the rest is if it fails meanwhile`()
    throws
  {
    let adapter = BytesAdapter()
    let store = try open(disk, adapters: [adapter])
    try store.table(Todo.self).create { $0.name = "first" }
    func both(_ name: String) throws {
      try store.transaction {
        try store.table(Todo.self).create { $0.name = name }
        var note = Note()
        note.text = name
        try store.table(Note.self).insert(&note)
      }
    }
    disk.fail([.write])
    // The first one finds the journal well, and fails when the adapter has committed.
    var error = #expect(throws: StoreError.self) { try both("uncertain") }
    #expect(Self.isNotJournaled(error, isCommitted: true))
    #expect(try store.table(Note.self).pluck(\.text) == ["uncertain"])
    #expect(store.table(Todo.self).pluck(\.name) == ["first", "uncertain"])
    // The second one knows before.
    error = #expect(throws: StoreError.self) { try both("refused") }
    #expect(Self.isNotJournaled(error, isCommitted: false))
    #expect(try store.table(Note.self).pluck(\.text) == ["uncertain"])
    #expect(store.table(Todo.self).pluck(\.name) == ["first", "uncertain"])
    disk.heal()
    try store.journal?.flush()
    try both("last")
    #expect(try names(disk.afterPowerLoss(.lost, seed: 0)) == ["first", "uncertain", "last"])
    #expect(try store.table(Note.self).pluck(\.text) == ["uncertain", "last"])
  }

  /// The coding is asked when the adapter has committed.
  @Test(arguments: [0, 1, 2]) func `a commit that the coding refuses leaves no gap`(next: Int) throws {
    let refuses = Monitor(false)
    var coding = Scrambling()
    coding.refuses = { _ in refuses.withLock { $0 } }
    func open(_ disk: SimulatedDisk, _ adapters: [any StorageAdapter] = []) throws -> Store {
      try Store(
        file: URL(filePath: StorePromise.path), in: disk, models: [Todo.self], durability: .manual,
        notificationCenter: nil, adapters: adapters, coding: coding)
    }
    let store = try open(disk, [BytesAdapter()])
    let journal = try #require(store.journal)
    func both(_ name: String) throws {
      try store.transaction {
        try store.table(Todo.self).create { $0.name = name }
        var note = Note()
        note.text = name
        try store.table(Note.self).insert(&note)
      }
    }
    try both("one")
    refuses.withLock { $0 = true }
    let error = #expect(throws: StoreError.self) { try both("two") }
    #expect(Self.isNotJournaled(error, isCommitted: true))
    #expect(store.table(Todo.self).pluck(\.name) == ["one", "two"])
    #expect(journal.failure != nil && journal.unsavedCommits == 2)
    refuses.withLock { $0 = false }
    switch next {
    case 0: try journal.flush()
    case 1: try both("three")
    default: try journal.close()
    }
    #expect(journal.failure == nil)
    if next == 1 { try journal.flush() }
    let found = try open(disk.afterPowerLoss(.lost, seed: 0))
    #expect(found.table(Todo.self).pluck(\.name) == store.table(Todo.self).pluck(\.name))
    #expect(found.commitCount == store.commitCount)
  }

  // MARK: - Commits that are made, and may not be on the disk

  /// Makes flushes fail, so that commits are written and not durable, and nothing can be written anew.
  private func failFlushes() { disk.fail([.flush]) }

  @Test func `a record is returned as it is stored though its commit may be lost`() throws {
    let store = try open(disk)
    try store.table(Project.self).create()
    failFlushes()
    var todo = Todo("one")
    let error = #expect(throws: StoreError.self) { try store.table(Todo.self).save(&todo) }
    #expect(Self.isNotJournaled(error, isCommitted: true))
    #expect(todo.id == 1)
    #expect(todo == store.table(Todo.self).first)
    disk.heal()
    try store.journal?.flush()
    failFlushes()
    #expect(throws: StoreError.self) { try store.table(Todo.self).update(&todo) { $0.name = "two" } }
    #expect(todo == store.table(Todo.self).first)
    disk.heal()
    try store.journal?.flush()
    failFlushes()
    #expect(throws: StoreError.self) { try store.table(Todo.self).increment(&todo, \.priority) }
    #expect(todo.priority == 1)
    #expect(todo == store.table(Todo.self).first)
  }

  @Test func `a branch follows its merge though the commit may be lost`() throws {
    let store = try open(disk)
    let branch = store.branch()
    try branch.table(Todo.self).create { $0.name = "one" }
    failFlushes()
    let error = #expect(throws: StoreError.self) { try branch.merge() }
    #expect(Self.isNotJournaled(error, isCommitted: true))
    #expect(branch.changes.isEmpty)
    #expect(store.table(Todo.self).count == 1)
    disk.heal()
    try store.journal?.flush()
    try branch.table(Todo.self).create { $0.name = "two" }
    try branch.merge()
    #expect(store.table(Todo.self).pluck(\.name) == ["one", "two"])
  }

  @Test func `an undone step can be redone though the commit may be lost`() throws {
    let store = try open(disk)
    let history = UndoHistory(of: store)
    try history.group("add") { try store.table(Todo.self).create { $0.name = "one" } }
    failFlushes()
    let error = #expect(throws: StoreError.self) { try history.undo() }
    #expect(Self.isNotJournaled(error, isCommitted: true))
    #expect(store.table(Todo.self).count == 0)
    #expect(history.undoCount == 0)
    #expect(history.redoName == "add")
    disk.heal()
    try store.journal?.flush()
    try history.redo()
    #expect(store.table(Todo.self).pluck(\.name) == ["one"])
    #expect(try names(disk.afterPowerLoss(.lost, seed: 0)) == ["one"])
  }

  // MARK: - Files that somebody removes

  @Test(arguments: ["", ".journal-0"], [Durability.everyCommit, .manual])
  func `a file that is removed under a store is written anew`(file: String, durability: Durability) throws {
    let store = try open(disk, durability)
    try store.table(Todo.self).create { $0.name = "one" }
    try store.journal?.flush()
    try disk.remove(StorePromise.path + file)
    try store.table(Todo.self).create { $0.name = "two" }
    try store.journal?.flush()
    #expect(store.journal?.failure == nil)
    #expect(try names(disk.afterPowerLoss(.lost, seed: 0)) == ["one", "two"])
    try store.journal?.close()
    #expect(try names(disk) == ["one", "two"])
  }

  @Test func `a failed disk is named, and what is unsaved is known`() throws {
    let store = try open(disk)
    let journal = try #require(store.journal)
    for reason in [DiskError.Reason.diskFull, .readOnly] {
      disk.fail([.write, .flush], reason)
      let error = #expect(throws: StoreError.self) { try store.table(Todo.self).create { $0.name = "refused" } }
      #expect(Self.isNotJournaled(error, isCommitted: false))
      #expect("\(journal.failure.map { "\($0)" } ?? "")".contains("\(reason)"))
      #expect("\(error.map { "\($0)" } ?? "")".contains("\(reason)"))
      #expect(store.table(Todo.self).count == 0)
      #expect(journal.unsavedCommits == 0)
      disk.heal()
      try journal.flush()
      #expect(journal.failure == nil)
    }
  }

  // MARK: - Flushing and compacting after a failure

  @Test(arguments: [false, true])
  func `flushing, or compacting, begins anew after a flush failed`(compacts: Bool) throws {
    let store = try open(disk, .manual)
    let journal = try #require(store.journal)
    try store.table(Todo.self).create { $0.name = "one" }
    func save() throws { if compacts { try journal.compact() } else { try journal.flush() } }
    disk.fail([.flush])
    #expect(throws: JournalError.self) { try save() }
    #expect(throws: JournalError.self) { try save() }
    disk.heal()
    try save()
    #expect(try names(disk.afterPowerLoss(.lost, seed: 0)) == ["one"])
    try store.table(Todo.self).create { $0.name = "two" }
    // The journal alone fails, and a new one takes its place.
    disk.fail([.flush]) { $0.hasSuffix(".journal-1") }
    try save()
    #expect(try names(disk.afterPowerLoss(.lost, seed: 0)) == ["one", "two"])
  }
}

/// Logs commits and rollbacks.
private struct Rollbacks: Middleware {
  let log: Collector<String>

  func afterCommit(_ changeset: Changeset, in store: Store) { log.add("commit \(changeset)") }
  func afterRollback(_ changeset: Changeset, in store: Store) { log.add("rollback \(changeset)") }
}

private struct Note: Model {
  var id = 0
  var text = ""
  typealias Adapter = BytesAdapter
  static let schema = Schema<Note> { Column(\.text) }
}
