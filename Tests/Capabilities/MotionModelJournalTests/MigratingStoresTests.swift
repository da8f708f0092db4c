import Foundation
import MotionModelStorage
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModel
@testable import MotionModelJournal

/// Opened stores whose files are of an earlier version, or were written with other columns.
@Suite(.temporaryFolder) struct MigratingStoresTests {
  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")

  private func open(_ models: [any Model.Type], _ migrations: [Migration] = Later.migrations) throws -> Store {
    try Store(file: file, models: models, durability: .manual, migrations: migrations, notificationCenter: nil)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path).sorted() }
  }

  /// Makes a store with a snapshot and a journal behind it.
  private func makeEarlierStore() throws {
    let store = try open([Earlier.Note.self])
    let notes = store.table(Earlier.Note.self)
    for number in 1...4 { try notes.create { ($0.name, $0.rank) = ("\(number)", "low") } }
    try notes.delete(2)
    try store.journal?.compact()
    try notes.insert(contentsOf: (1...40).map { Earlier.Note(name: "packed \($0)", rank: "high") })
    try store.transaction {
      try notes.where(\.id == 1).updateAll { $0.rank = "high" }
      try notes.delete(3)
      try notes.create { $0.name = "last" }
    }
    try notes.where(\.id > 40).deleteAll()
    try store.journal?.close()
  }

  private static let migrated: [Later.Note] =
    [Later.Note(id: 1, title: "1", rank: 3), Later.Note(id: 4, title: "4", rank: 1)]
    + (5...40).map { Later.Note(id: $0, title: "packed \($0 - 4)", rank: 3) }

  @Test func `the snapshot and the journals are migrated, and kept under another name`() throws {
    try makeEarlierStore()
    let earlier = try Data(contentsOf: file)
    do {
      let store = try open([Later.Note.self])
      #expect(store.table(Later.Note.self).all == Self.migrated)
      #expect(store.commitCount == 8 && store.journal?.recovery == Recovery(commits: 3))
      #expect(
        try names == [
          "shop.before-migration.motionmodel", "shop.before-migration.motionmodel.journal-1", "shop.motionmodel",
          "shop.motionmodel.journal-2", "shop.motionmodel.lock",
        ])
      // Ids that were given are not given again.
      #expect(try store.table(Later.Note.self).create().id == 46)
      try store.journal?.close()
    }
    // It is not migrated again.
    let store = try open([Later.Note.self], [])
    #expect(store.table(Later.Note.self).all.dropLast() == Self.migrated[...])
    #expect(store.commitCount == 9)
    // The copy is a store of the earlier version.
    let copy = TemporaryFolder.current.appending(path: "shop.before-migration.motionmodel")
    #expect(try Data(contentsOf: copy) == earlier)
    let old = try Store(file: copy, models: [Earlier.Note.self], notificationCenter: nil)
    #expect(old.table(Earlier.Note.self).all.map(\.id) == Self.migrated.map(\.id) && old.commitCount == 8)
  }

  @Test func `a saved file whose migration is refused is left as it is, without a journal`() throws {
    try StoreDocument(models: [StoreDocument.Table("Note", rows: [["id": 1, "title": "a", "rank": 3]])]).write(
      to: file, as: .compact)
    let before = try Data(contentsOf: file)
    #expect(throws: FileError.notMigrated(file: "shop.motionmodel", model: "Note", version: 1, known: 2)) {
      try open([Later.Note.self], [])
    }
    #expect(try Data(contentsOf: file) == before && !names.contains("shop.motionmodel.journal-0"))
    let store = try open([Later.Note.self], [Migration(from: 1, to: 2, of: "Note")])
    #expect(store.table(Later.Note.self).all == [Later.Note(id: 1, title: "a", rank: 3)])
    try store.journal?.close()
    #expect(try open([Later.Note.self], []).table(Later.Note.self).count == 1)
  }

  @Test func `a migration of a later model mends those before it`() throws {
    try StoreDocument(models: [
      StoreDocument.Table("Gone", rows: [["id": 1]]),
      StoreDocument.Table("Note", rows: [["id": 1, "title": "a", "rank": 3]]),
    ]).write(to: file, as: .compact)
    let store = try open(
      [Later.Note.self], [Migration(from: 1, to: 2, inFileOf: "Note") { file in file["Gone"] = nil }])
    #expect(store.table(Later.Note.self).all == [Later.Note(id: 1, title: "a", rank: 3)])
    try store.journal?.close()
  }

  @Test func `a journal behind a snapshot without the model says its version`() throws {
    do {
      let store = try open([Later.Note.self])
      try store.table(Later.Note.self).create { ($0.title, $0.rank) = ("a", 7) }
      try store.journal?.close()
    }
    let store = try open([Later.Note.self])
    #expect(store.table(Later.Note.self).all == [Later.Note(id: 1, title: "a", rank: 7)])
    #expect(try names.count == 3)
    try store.journal?.close()
    let error = #expect(throws: JournalError.self) { try open([Earlier.Note.self]) }
    #expect(
      error.map { "\($0)" }?.contains("records of Note in version 2, and this program reads up to version 1") == true)
  }

  @Test func `without a migration, the store is not opened and nothing is changed`() throws {
    try makeEarlierStore()
    let before = try names.map { try Data(contentsOf: TemporaryFolder.current.appending(path: $0)) }
    #expect(throws: FileError.notMigrated(file: "shop.motionmodel", model: "Note", version: 1, known: 2)) {
      try open([Later.Note.self], [])
    }
    struct Bad: Error {}
    let bad = Migration(from: 1, to: 2, of: "Note") { notes in
      try notes.updateRows { row in if row["id"] == 7 { throw Bad() } }
    }
    let error = #expect(throws: MigrationError.self) { try open([Later.Note.self], [bad]) }
    #expect(error?.row == 5 && error?.file == "shop.motionmodel")
    // The order of migrated records that do not fit their types is that of a file.
    let wrong = Migration(from: 1, to: 2, of: "Note") { notes in try notes.convert("rank") { _ in "x" } }
    #expect(throws: FileError.self) { try open([Later.Note.self], [wrong]) }
    #expect(try names.map { try Data(contentsOf: TemporaryFolder.current.appending(path: $0)) } == before)
    #expect(try open([Earlier.Note.self]).table(Earlier.Note.self).count == 38)
  }

  @Test func `a file from the future is refused`() throws {
    do {
      let store = try open([Later.Note.self])
      try store.table(Later.Note.self).create()
      try store.journal?.compact()
      try store.journal?.close()
    }
    #expect(throws: FileError.newerModel(file: "shop.motionmodel", model: "Note", version: 2, known: 1)) {
      try open([Earlier.Note.self])
    }
  }

  @Test func `a file that was saved is migrated when it is opened`() throws {
    let saved = Store()
    try saved.table(Earlier.Note.self).create { $0.name = "a" }
    try saved.save(to: file)
    let store = try open([Later.Note.self])
    #expect(store.table(Later.Note.self).all == [Later.Note(id: 1, title: "a", rank: 1)])
    #expect(try names.first == "shop.before-migration.motionmodel")
  }

  @Test func `a file that was saved can be opened after its migration failed`() throws {
    let saved = Store(notificationCenter: nil)
    try saved.table(Earlier.Note.self).create { $0.name = "a" }
    try saved.save(to: file)
    let before = try Data(contentsOf: file)
    let bad = Migration(from: 1, to: 2, of: "Note") { notes in try notes.convert("rank") { _ in "x" } }
    for _ in 1...2 {
      for migrations in [[], [bad]] {
        #expect(throws: FileError.self) { try open([Later.Note.self], migrations) }
        #expect(try names == ["shop.motionmodel"])
        #expect(try Data(contentsOf: file) == before)
      }
    }
    do {
      let store = try open([Later.Note.self])
      #expect(store.table(Later.Note.self).all == [Later.Note(id: 1, title: "a", rank: 1)])
      try store.table(Later.Note.self).create()
      try store.journal?.close()
    }
    #expect(try open([Later.Note.self], []).table(Later.Note.self).count == 2)
  }

  @Test func `damage behind which nothing is read does not prevent a migration`() throws {
    try makeEarlierStore()
    let journal = TemporaryFolder.current.appending(path: "shop.motionmodel.journal-1")
    var bytes = try Data(contentsOf: journal)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: journal)
    #expect(throws: JournalError.self) { try open([Later.Note.self]) }
    let store = try Store(
      file: file, models: [Later.Note.self], migrations: Later.migrations, onDamage: .recover, notificationCenter: nil)
    #expect(store.table(Later.Note.self).all.prefix(2).map(\.id) == [1, 3] && store.journal?.recovery.damage != nil)
    #expect(try names.contains("shop.motionmodel.journal-1.damaged"))
    try store.journal?.close()
    #expect(try open([Later.Note.self], []).table(Later.Note.self).count == store.table(Later.Note.self).count)
  }

  @Test func `a migration that is refused leaves a damaged store as it is`() throws {
    try makeEarlierStore()
    let journal = file.appendingPathExtension("journal-1")
    var bytes = try Data(contentsOf: journal)
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: journal)
    let before = try names
    #expect(throws: MigrationError.self) {
      try Store(
        file: file, models: [Later.Note.self],
        migrations: [Migration(from: 1, to: 2, of: "Note") { _ in throw MigrationError("no") }], onDamage: .recover,
        notificationCenter: nil)
    }
    #expect(try names == before && Data(contentsOf: journal) == bytes)
  }

  // MARK: - Columns

  @Test func `a renamed column is found in snapshot and journal, and the files are written anew`() throws {
    try makeEarlierStore()
    do {
      let store = try open([Renamed.Memo.self])
      #expect(store.table(Renamed.Memo.self).all.map(\.label).prefix(2) == ["1", "4"])
      #expect(try names == ["shop.motionmodel", "shop.motionmodel.journal-2", "shop.motionmodel.lock"])
      try store.table(Renamed.Memo.self).where(\.id == 1).updateAll { $0.label = "changed" }
      try store.journal?.close()
    }
    let store = try open([Renamed.Memo.self])
    #expect(store.table(Renamed.Memo.self).all.map(\.label).prefix(2) == ["changed", "4"])
    #expect(store.table(Renamed.Memo.self).first?.rank == "high")
  }

  /// Opens the store with the columns of a note and without, one after the other, and compares with an oracle.
  @Test func `columns that are gone are kept in snapshots, and from journals`() throws {
    var random = TestSeed.generator(14_020)
    var oracle: [Int: Earlier.Note] = [:]
    for round in 0..<14 {
      let knowsAll = round % 2 == 0
      let store = try open(knowsAll ? [Earlier.Note.self] : [Narrow.Note.self])
      for step in 0..<random.number(1...8) {
        let text = "\(round) \(step)"
        let id = random.pickAny(oracle.keys.sorted()) ?? 1
        switch random.number(0...4) {
        case 0:
          try store.journal?.compact()
        case 1 where oracle[id] != nil:
          if knowsAll {
            try store.table(Earlier.Note.self).where(\.id == id).updateAll { $0.rank = text }
            oracle[id]?.rank = text
          } else {
            try store.table(Narrow.Note.self).where(\.id == id).updateAll { $0.name = text }
            oracle[id]?.name = text
          }
        case 2 where oracle[id] != nil:
          if knowsAll {
            try store.table(Earlier.Note.self).delete(id)
          } else {
            try store.table(Narrow.Note.self).delete(id)
          }
          oracle[id] = nil
        default:
          // 40 are packed.
          let count = random.pick([1, 2, 40])
          if knowsAll {
            let notes = try store.table(Earlier.Note.self).insert(
              contentsOf: (0..<count).map { Earlier.Note(name: text, rank: "\($0)") })
            for note in notes { oracle[note.id] = note }
          } else {
            let notes = try store.table(Narrow.Note.self).insert(
              contentsOf: (0..<count).map { _ in Narrow.Note(name: text) })
            for note in notes { oracle[note.id] = Earlier.Note(id: note.id, name: text, rank: "low") }
          }
        }
      }
      try store.journal?.close()
      let whole = try UntypedRecordsReader.document(of: file)
      let found = whole["Note"]?.rows.map { Earlier.Note(document: $0) } ?? []
      try #require(
        found.sorted { $0.id < $1.id } == oracle.values.sorted { $0.id < $1.id },
        "seed \(TestSeed.current), round \(round)")
    }
  }

  @Test func `a load into an opened store keeps columns on the disk`() throws {
    let other = Store()
    try other.table(Earlier.Note.self).insert(contentsOf: [Earlier.Note(name: "a", rank: "x"), Earlier.Note(rank: "y")])
    let source = TemporaryFolder.current.appending(path: "notes.json")
    try other.save(to: source)
    for inTransaction in [false, true] {
      do {
        let store = try open([Narrow.Note.self])
        if inTransaction {
          try store.transaction { try store.load(from: source, models: [Narrow.Note.self]) }
          try store.table(Narrow.Note.self).where(\.id == 1).updateAll { $0.name = "changed" }
        } else {
          try store.load(from: source, models: [Narrow.Note.self])
        }
      }
      let document = try UntypedRecordsReader.document(of: file)
      #expect(document["Note"]?.rows.map { $0["rank"] } == ["x", "y"])
      #expect(document["Note"]?.rows.first?["name"] == (inTransaction ? "changed" : "a"))
      // Only the rank differs, so there is no commit.
      try other.table(Earlier.Note.self).where(\.id > 0).updateAll { $0.rank = $0.id == 1 ? "x" : "y" }
    }
    try other.table(Earlier.Note.self).where(\.id > 0).updateAll { $0.rank = "z" }
    try other.save(to: source)
    do {
      let store = try open([Narrow.Note.self])
      try store.load(from: source, models: [Narrow.Note.self])
    }
    #expect(try UntypedRecordsReader.document(of: file)["Note"]?.rows.map { $0["rank"] } == ["z", "z"])
  }

  // MARK: - Without types

  @Test func `the files are read without types as with them`() throws {
    try makeEarlierStore()
    let document = try UntypedRecordsReader.document(of: file)
    let store = try open([Earlier.Note.self])
    #expect(document["Note"]?.rows.map { Earlier.Note(document: $0) } == store.table(Earlier.Note.self).all)
    #expect(document["Note"]?.rows.map { $0.place } == store.tables.version(Earlier.Note.tableLayout).positions)
    #expect(document["Note"]?.nextNumber == 46 && document["Note"]?.nextPlace == 45)
    #expect(document.snapshot?.commits == 8)
  }
}

/// Reads the files of a store that nobody has open.
private enum UntypedRecordsReader {
  static func document(of file: URL) throws -> StoreDocument {
    var records = UntypedRecords()
    let files = try JournalFiles(file.path, in: DiskFiles())
    _ = try records.load(SnapshotFile(files.files.open(files.path, .reading), nil, name: files.name))
    for number in try files.journals() where number >= records.info?.generation ?? 0 {
      records.beginJournal()
      var reader = try LogReader(files.journal(number), in: files.files)
      var joiner = CommitPieces.Joiner()
      while let entry = try reader.next() {
        if let commit = joiner.add(entry.payload) { try records.apply(commit) }
      }
    }
    return records.document
  }
}

/// The models of a program's first version.
enum Earlier {
  struct Note: Model, Equatable {
    var id = 0
    var name = ""
    var rank = "low"
    static let schema = Schema<Note> {
      Column(\.name)
      Column(\.rank)
    }
  }
}

extension Earlier.Note {
  /// Without a rank, it has the default.
  init(document: StoreDocument.Row) {
    self.init()
    if case .int(let id)? = document["id"] { self.id = Int(id) }
    if case .string(let name)? = document["name"] { self.name = name }
    if case .string(let rank)? = document["rank"] { self.rank = rank }
  }
}

/// Those of its second version.
enum Later {
  struct Note: Model, Equatable {
    var id = 0
    var title = ""
    var rank = 0
    static let schema = Schema<Note>(version: 2) {
      Column(\.title, was: "name")
      Column(\.rank)
    }
  }

  static let migrations = [
    Migration(from: 1, to: 2, of: "Note") { notes in
      try notes.convert("rank", to: "Int") { $0 == "high" ? 3 : 1 }
    }
  ]
}

/// The same version, under other names.
enum Renamed {
  struct Memo: Model, Equatable {
    var id = 0
    var label = ""
    var rank = ""
    static let schema = Schema<Memo>(was: "Note") {
      Column(\.label, was: "name")
      Column(\.rank)
    }
  }
}

/// The same version, without a column.
enum Narrow {
  struct Note: Model, Equatable {
    var id = 0
    var name = ""
    static let schema = Schema<Note> { Column(\.name) }
  }
}
