import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Columns that the files of an opened store have and its models have not.
@Suite(.temporaryFolder) struct JournalKeptColumnsTests {
  private let disk = SimulatedDisk()
  private let file = URL(filePath: StorePromise.path)

  private func open(_ models: [any Model.Type], on disk: SimulatedDisk? = nil) throws -> Store {
    try Store(file: file, in: disk ?? self.disk, models: models, durability: .manual, notificationCenter: nil)
  }

  /// The ranks of the notes in the files.
  private func ranks(on disk: SimulatedDisk) throws -> [AttributeValue?] {
    try JournalDocument(of: file, in: disk).content()["Note"]?.rows.map { $0["rank"] } ?? []
  }

  // MARK: - Undo

  @Test(arguments: [false, true])
  func `a record whose deletion is undone has them in the files`(compacts: Bool) throws {
    do {
      let store = try open([Earlier.Note.self])
      for rank in ["x", "y"] { try store.table(Earlier.Note.self).create { $0.rank = rank } }
      try store.journal?.close()
    }
    do {
      let store = try open([Narrow.Note.self])
      let history = UndoHistory(of: store)
      try history.group("delete") { try store.table(Narrow.Note.self).delete(1) }
      if compacts { try store.journal?.compact() }
      try history.undo()
      #expect(store.table(Narrow.Note.self).all.map(\.id) == [1, 2])
      try store.journal?.close()
    }
    #expect(try ranks(on: disk) == ["x", "y"])
    #expect(try open([Earlier.Note.self]).table(Earlier.Note.self).all.map(\.rank) == ["x", "y"])
  }

  // MARK: - Loading

  private func source(_ rank: String) throws -> URL {
    let other = Store(notificationCenter: nil)
    try other.table(Earlier.Note.self).insert(contentsOf: [Earlier.Note(name: "a", rank: rank)])
    let url = TemporaryFolder.current.appending(path: "\(rank).json")
    try other.save(to: url)
    return url
  }

  /// The snapshot fails, or the journal before it, too.
  @Test(arguments: [false, true], [false, true])
  func `what a load could not write down is written by the next flush, or close`(journal: Bool, closes: Bool) throws {
    let store = try open([Narrow.Note.self])
    try store.load(from: source("x"), models: [Narrow.Note.self])
    disk.fail([.write]) { $0.hasSuffix(".saving") && (journal || !$0.contains("journal")) }
    let error = #expect(throws: StoreError.self) {
      try store.load(from: source("y"), models: [Narrow.Note.self])
    }
    guard case .notJournaled(_, true, _)? = error else { throw error ?? StoreError.readOnlyStore }
    #expect(store.journal?.failure != nil)
    #expect(throws: JournalError.self) { try store.journal?.flush() }
    disk.heal()
    if closes { try store.journal?.close() } else { try store.journal?.flush() }
    #expect(store.journal?.failure == nil)
    #expect(try ranks(on: disk.afterPowerLoss(.lost, seed: 0)) == ["y"])
  }

  @Test func `a load writes down what it changes while other threads compact the store`() async throws {
    let sources = try ["x", "y"].map { (rank: $0, url: try source($0)) }
    let store = try open([Narrow.Note.self])
    let journal = try #require(store.journal)
    let isOver = Monitor(false)
    let compacting = (0..<2).map { _ in
      Task.detached { while !isOver.withLock({ $0 }) { try? journal.compact() } }
    }
    for number in 0..<20 {
      let (rank, url) = sources[number % 2]
      try store.load(from: url, models: [Narrow.Note.self])
      let left = disk.afterPowerLoss(.lost, seed: UInt64(number))
      #expect(try ranks(on: left) == [.string(rank)])
    }
    isOver.withLock { $0 = true }
    for task in compacting { await task.value }
  }
}
