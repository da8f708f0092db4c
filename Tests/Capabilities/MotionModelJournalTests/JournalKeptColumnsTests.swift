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

  @Test func `a load that cannot be written down changes nothing`() throws {
    let store = try open([Narrow.Note.self])
    try store.load(from: source("x"), models: [Narrow.Note.self])
    let before = try store.string()
    disk.fail([.write])
    let error = #expect(throws: StoreError.self) { try store.load(from: source("y"), models: [Narrow.Note.self]) }
    guard case .notJournaled(_, false, _)? = error else { throw error ?? StoreError.readOnlyStore }
    #expect(try store.string() == before)
    disk.heal()
    try store.journal?.flush()
    #expect(try ranks(on: disk.afterPowerLoss(.lost, seed: 0)) == ["x"])
    try store.load(from: source("y"), models: [Narrow.Note.self])
    try store.journal?.flush()
    #expect(try ranks(on: disk.afterPowerLoss(.lost, seed: 0)) == ["y"])
  }

  @Test func `a program that knows the columns finds the values in its records`() throws {
    let store = try open([Narrow.Note.self])
    for rank in ["x", "y"] { try store.load(from: source(rank), models: [Narrow.Note.self]) }
    try store.journal?.close()
    #expect(try open([Earlier.Note.self]).table(Earlier.Note.self).all == [Earlier.Note(id: 1, name: "a", rank: "y")])
  }

  @Test func `a load of nothing but kept columns is written down, and is no commit`() throws {
    let store = try open([Narrow.Note.self])
    try store.load(from: source("x"), models: [Narrow.Note.self])
    let replica = try Store(following: file, in: disk, models: [Narrow.Note.self], notificationCenter: nil)
    try store.load(from: source("y"), models: [Narrow.Note.self])
    #expect(store.commitCount == 1)
    #expect(try store.journal?.history.commits == 0...1)
    #expect(try replica.follower?.refresh() == 0)
    #expect(try replica.string() == store.string())
    #expect(try ranks(on: disk) == ["y"])
  }

  @Test func `a load writes down what it changes while other threads compact the store`() async throws {
    let sources = try ["x", "y"].map { (rank: $0, url: try source($0)) }
    let store = try Store(file: file, in: disk, models: [Narrow.Note.self], notificationCenter: nil)
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

  /// The oracle is the store itself, as it is saved with all columns.
  @Test func `the files have what the store keeps after any loads, edits and undoing`() throws {
    var random = TestSeed.generator(6_900)
    var store = try open([Narrow.Note.self])
    var history = UndoHistory(of: store)
    let replica = try Store(following: file, in: disk, models: [Narrow.Note.self], notificationCenter: nil)
    for step in 0..<150 {
      let notes = store.table(Narrow.Note.self)
      switch random.number(0...9) {
      case 0...3:
        let policy = random.pick([LoadPolicy.replace, .merge(onConflict: .ours), .merge(onConflict: .theirs), .append])
        let source = TemporaryFolder.current.appending(path: "\(step).motionmodel")
        try Self.document(&random).write(to: source)
        try store.load(from: .file(source), models: [Narrow.Note.self], policy: policy)
      case 4: try notes.create { $0.name = "new" }
      case 5: try notes.where(\.id == random.number(1...6)).deleteAll()
      case 6: try notes.where(\.id == random.number(1...6)).updateAll { $0.name = "changed" }
      case 7: if history.canUndo { try history.undo() }
      case 8: try store.journal?.compact()
      default:
        try store.journal?.close()
        store = try open([Narrow.Note.self])
        history = UndoHistory(of: store)
      }
      let comment = Comment(rawValue: "seed \(TestSeed.current), step \(step)")
      let expected = try store.string()
      #expect(try open([Narrow.Note.self], on: disk.afterProcessEnd()).string() == expected, comment)
      // A replica looks now and then, and may find that the files were compacted several times.
      if random.chance(60) {
        try replica.follower?.refresh()
        #expect(try replica.string() == expected, comment)
      }
      let untyped = try JournalDocument(of: file, in: disk).content()
      let saved = try StoreDocument(store.data(as: .compact), as: .compact, name: "saved")
      #expect(untyped["Note"]?.rows.map(\.attributes) == saved["Note"]?.rows.map(\.attributes), comment)
    }
  }

  /// Returns notes with columns that the program does not have: listed for all records or only in some, with types or
  /// without.
  private static func document(_ random: inout SplitMix64) -> StoreDocument {
    var notes = StoreDocument.Table("Note", columns: ["id", "name"])
    for name in ["rank", "mark", "size", "note"] where random.chance(50) {
      var column = StoreDocument.Column(name, type: random.chance(50) ? "String" : nil)
      column.isListed = random.chance(50)
      notes.columns.append(column)
    }
    for id in 1...6 where random.chance(60) {
      var row: StoreDocument.Row = ["id": .int(Int64(id)), "name": .string(random.pick(["a", "b"]))]
      for column in notes.columns.dropFirst(2) where random.chance(60) {
        row[column.name] = .string(random.pick(["x", "y", "z"]))
      }
      notes.rows.append(row)
    }
    return StoreDocument(models: [notes])
  }

  // MARK: - What counts as a change

  /// Returns how many records the update of a note changes, and what is kept of it afterwards.
  private func update(_ values: [String: AttributeValue?], _ unknown: UnknownColumns) throws -> (Int, AttributeValue?) {
    let other = Store(notificationCenter: nil)
    try other.table(Earlier.Note.self).insert(contentsOf: [Earlier.Note(name: "a", rank: "r")])
    var encoder = StoredRecords(of: [Earlier.Note.self], unknown: .keep).encoder
    let first = try encoder.encode(.difference(from: Store(notificationCenter: nil), to: other))
    var untyped = UntypedRecords()
    try untyped.apply(first)
    let model = try #require(untyped.document["Note"])
    let second = untyped.commit(
      [UntypedChange(.update, 1, values)], of: model, at: Date(timeIntervalSince1970: 0), Changeset.Metadata())
    var records = StoredRecords(of: [Narrow.Note.self], unknown: unknown)
    _ = try records.apply(first)
    let changes = try records.apply(second)
    let store = Store(snapshotOf: records)
    return (changes.count, try StoreDocument(store.data(as: .compact))["Note"]?.rows[0]["rank"])
  }

  @Test func `a record changes if one of its own columns does, whatever else is kept of it`() throws {
    for unknown in [UnknownColumns.keep, .ignore] {
      let isKept = unknown == .keep
      #expect(try update(["rank": "x"], unknown) == (0, isKept ? "x" : nil))
      #expect(try update(["rank": "x", "name": "b"], unknown) == (1, isKept ? "x" : nil))
      #expect(try update(["name": "b"], unknown) == (1, isKept ? "r" : nil))
      #expect(try update([:], unknown) == (0, isKept ? "r" : nil))
      // A program that only kept the name has lost it.
      #expect(try update(["rank": Optional.none, "name": Optional.none], unknown) == (0, nil))
      #expect(try update(["name": Optional.none], unknown) == (0, isKept ? "r" : nil))
    }
  }

  // MARK: - Crashes

  /// Loads files in turn, each with other values, in the record and in the column that is kept.
  private static let loading = DiskScenario("loading", start: LoadPromise()) { disk, promise in
    let store = try LoadPromise.open(disk)
    for number in 1...3 {
      try promise.load(number, into: store)
      if number == 2 { try? store.journal?.compact() }
    }
    try? store.journal?.close()
  } check: { disk, promise in
    try promise.violation(on: disk)
  }

  @Test func `a load is there as a whole or not at all, at whichever call a process ends`() throws {
    #expect(try Self.loading.violationsAfterCrashes(seeds: TestSeed.current..<TestSeed.current + 3) == [])
  }

  @Test func `a load is there as a whole or not at all, whichever call fails`() throws {
    #expect(try Self.loading.violationsAfterFailures(seeds: TestSeed.current..<TestSeed.current + 1) == [])
  }
}

/// What the process of the scenario was promised.
private struct LoadPromise: Hashable {
  /// The number of the file that was loaded last, and of the last one that is durable.
  private var (tried, durable) = (0, 0)

  static func open(_ disk: SimulatedDisk) throws -> Store {
    try Store(
      file: URL(filePath: StorePromise.path), in: disk, models: [Narrow.Note.self],
      clock: { Date(timeIntervalSince1970: 0) }, notificationCenter: nil)
  }

  /// The notes of a file: two that every file has, and one that is new.
  private static func notes(_ number: Int) -> [[String: AttributeValue]] {
    if number == 0 { return [] }
    return [1, 2, 10 + number].map { id in
      ["id": .int(Int64(id)), "name": .string(id == 2 ? "same" : "\(number)"), "rank": .string("rank \(number)")]
    }
  }

  mutating func load(_ number: Int, into store: Store) throws {
    let document = StoreDocument(models: [
      StoreDocument.Table("Note", rows: StoreDocument.Rows(Self.notes(number).map { StoreDocument.Row($0) }))
    ])
    tried = number
    do {
      try store.load(from: .data(document.data(as: .compact)), models: [Narrow.Note.self])
      durable = number
    } catch StoreError.notJournaled {}
  }

  func violation(on disk: SimulatedDisk) throws -> String? {
    let store = try Self.open(disk)
    let found = try StoreDocument(store.data(as: .compact), as: .compact, name: "found")["Note"]?.rows.map(\.attributes)
    let number = (durable...tried).first { Self.notes($0) == found ?? [] }
    return number == nil ? "There is \(found ?? []), and \(durable) is durable of \(tried)." : nil
  }
}
