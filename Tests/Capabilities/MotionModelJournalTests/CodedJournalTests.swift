import Foundation
import MotionModelStorage
import MotionModelTestSupport
import Testing

@testable import MotionModel
@testable import MotionModelJournal

/// Opened stores whose files are encoded.
@Suite(.temporaryFolder) struct CodedJournalTests {
  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")

  private func open(_ coding: (any ByteCoding)? = Scrambling(), onDamage: DamagePolicy = .refuse) throws -> Store {
    try Store(
      file: file, models: [Todo.self, Project.self, AllTypes.self], durability: .manual, onDamage: onDamage,
      notificationCenter: nil, coding: coding)
  }

  private func journal(_ number: Int) -> URL {
    file.deletingLastPathComponent().appending(path: "shop.motionmodel.journal-\(number)")
  }

  /// Whether a text can be read in any of the files.
  private func isPlain(_ text: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(at: file.deletingLastPathComponent(), includingPropertiesForKeys: nil)
      .contains { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }
  }

  @Test func `a store is encoded in all its files, and opened again and again`() throws {
    for round in 0..<3 {
      let store = try open()
      #expect(store.table(Todo.self).count == round * 3)
      for number in 0..<3 { try store.table(Todo.self).create { $0.name = "a secret \(round) \(number)" } }
      #expect(try !isPlain("a secret"))
      if round == 1 { try store.journal?.compact() }
      try store.journal?.close()
      #expect(try !isPlain("a secret"))
    }
    let store = try open()
    #expect(store.table(Todo.self).pluck(\.name).first == "a secret 0 0" && store.table(Todo.self).count == 9)
    #expect(store.journal?.recovery.commits == 3)
  }

  @Test func `any edits are the same as in memory when the store is opened again`() throws {
    var random = TestSeed.generator(14_320)
    let memory = Store(notificationCenter: nil)
    var names: [String] = []
    for round in 0..<4 {
      let store = try open()
      for number in 0..<25 {
        let name = "\(round) \(number) " + String(repeating: "x", count: random.number(0...300))
        let isMany = random.chance(10)
        for store in [store, memory] {
          let table = store.table(Todo.self)
          if isMany {
            try table.insert(contentsOf: (0..<50).map { Todo("\(name) \($0)") })
          } else if number % 3 == 2, let first = table.first {
            try table.delete(first)
          } else {
            try table.create { $0.name = name }
          }
        }
      }
      if random.chance(40) { try store.journal?.compact() }
      try store.journal?.close()
      names = memory.table(Todo.self).pluck(\.name)
      let again = try open()
      #expect(again.table(Todo.self).pluck(\.name) == names, "seed \(TestSeed.current)")
      try again.journal?.close()
    }
  }

  @Test func `a commit in several pieces has a place for each`() throws {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    let coding = EntryCoding(coding: Scrambling(), salt: 5)
    let entries = try coding.encoded(CommitPieces.of(bytes, size: 300), from: 64)
    #expect(entries.count == 4 && entries.allSatisfy { $0[0] & 4 != 0 })
    var (position, joiner, commit): (Int64, _, [UInt8]?) = (64, CommitPieces.Joiner(), nil)
    for payload in entries {
      commit = joiner.add(try coding.decoded(payload, at: position))
      #expect(throws: PieceFault.self) { try coding.decoded(payload, at: position + 8) }
      #expect(throws: PieceFault.self) { try EntryCoding(coding: Scrambling(), salt: 6).decoded(payload, at: position) }
      // The first and the last piece cannot be exchanged for others.
      var other = payload
      other[0] ^= 2
      #expect(throws: PieceFault.self) { try coding.decoded(other, at: position) }
      position = LogEntry.end(ofPayload: payload.count, at: position)
    }
    #expect(commit == bytes)
    for payload: [UInt8] in [[4], [4, 0, 0, 0], [4, 255, 255, 255, 255, 1], [7, 1, 0, 0, 4]] {
      #expect(throws: PieceFault.self) { try coding.decoded(payload, at: 64) }
    }
  }

  @Test func `another coding, none and a needless one are errors, and change nothing`() throws {
    let store = try open()
    try store.table(Todo.self).create { $0.name = "a secret" }
    try store.journal?.close()
    let before = try Data(contentsOf: journal(0))
    #expect(throws: FileError.otherCoding(file: "shop.motionmodel", expected: nil, found: "scrambling")) {
      try open(nil)
    }
    for damage in [DamagePolicy.refuse, .recover] {
      let error = #expect(throws: FileError.self) { try open(Scrambling(key: 8), onDamage: damage) }
      #expect(
        error?.description
          == "Piece 0 of the file shop.motionmodel cannot be decoded with scrambling: the key is another one.")
    }
    #expect(try Data(contentsOf: journal(0)) == before)
    #expect(try open().table(Todo.self).count == 1)
  }

  @Test func `another key of a coding that does not notice it is named as a possible reason`() throws {
    let store = try open(Masking(key: 1))
    try store.table(Todo.self).create { $0.name = "a secret" }
    try store.journal?.close()
    let before = try Data(contentsOf: journal(0))
    let reason = """
      Piece 0 of the file shop.motionmodel cannot be decoded with masking: what comes out is not the compact format, perhaps \
      because the key is another one.
      """
    for damage in [DamagePolicy.refuse, .recover] {
      let error = #expect(throws: FileError.self) { try open(Masking(key: 2), onDamage: damage) }
      #expect(error?.description == reason)
    }
    let error = #expect(throws: FileError.self) {
      try JournalHistory(of: file, models: [Todo.self], coding: Masking(key: 2))
    }
    #expect(error?.description == reason)
    #expect(try Data(contentsOf: journal(0)) == before)
    #expect(try open(Masking(key: 1)).table(Todo.self).count == 1)
  }

  @Test func `a plain store is not opened with a coding, nor a plain journal of an encoded one`() throws {
    do {
      let store = try open(nil)
      try store.table(Todo.self).create { $0.name = "plain" }
      try store.journal?.close()
    }
    #expect(throws: FileError.otherCoding(file: "shop.motionmodel", expected: "scrambling", found: nil)) { try open() }
    // Somebody encodes the snapshot, which is public before it has records, and leaves the journal.
    let snapshot = try Data(contentsOf: file)
    var encoder = try PieceEncoder(Scrambling(), file: "")
    try Data(encoder.encode(Array(snapshot)) + encoder.finish()).write(to: file)
    for damage in [DamagePolicy.refuse, .recover] {
      let error = #expect(throws: JournalError.self) { try open(onDamage: damage) }
      #expect(
        error?.description
          == "The commit at byte 64 of the journal shop.motionmodel.journal-0 cannot be read: it is not encoded, though the "
          + "coding scrambling was passed.")
    }
    try snapshot.write(to: file)
    #expect(try open(nil).table(Todo.self).count == 1)
  }

  @Test func `a journal of the same store that was encoded with another key is refused, and kept`() throws {
    let store = try open()
    try store.table(Todo.self).create { $0.name = "one" }
    try store.journal?.close()
    // The snapshot is encoded anew.
    var encoder = try PieceEncoder(Scrambling(key: 9), file: "")
    let snapshot = try CodedFile.beginning(of: Array(Data(contentsOf: file)), Scrambling(), file: "")
    try Data(encoder.encode(snapshot) + encoder.finish()).write(to: file)
    let before = try Data(contentsOf: journal(0))
    let error = #expect(throws: JournalError.self) { try open(Scrambling(key: 9), onDamage: .recover) }
    #expect(error?.description.hasSuffix("cannot be read: the key is another one.") == true)
    #expect(try Data(contentsOf: journal(0)) == before)
  }

  @Test func `a torn end is cut, and the next commits at its place are encoded anew`() throws {
    let store = try open()
    for number in 0..<3 { try store.table(Todo.self).create { $0.name = "\(number)" } }
    try store.journal?.flush()
    let bytes = try Data(contentsOf: journal(0))
    try store.journal?.close()
    // As after a loss of power in the last commit.
    try bytes.dropLast(10).write(to: journal(0))
    let again = try open()
    #expect(again.table(Todo.self).count == 2 && again.journal?.recovery.cutOff != nil)
    try again.table(Todo.self).create { $0.name = "other" }
    try again.journal?.close()
    #expect(try open().table(Todo.self).pluck(\.name) == ["0", "1", "other"])
  }

  @Test func `a commit that cannot be encoded is refused, and the next ones go on`() throws {
    let refuses = Counter()
    let store = try open(Scrambling(refuses: { $0 > 8_000 && refuses.value == 0 }))
    try store.table(Todo.self).create { $0.name = "one" }
    let long = String(repeating: "x", count: 9_000)
    // It is the first commit that mentions its model.
    let error = #expect(throws: StoreError.self) { try store.table(Project.self).create { $0.name = long } }
    #expect(error?.description.contains("the commit cannot be encoded with scrambling: no.") == true)
    #expect(store.table(Project.self).count == 0)
    try store.table(Project.self).create { $0.name = "House" }
    try store.table(Todo.self).create { $0.name = "two" }
    // A snapshot that cannot be encoded leaves the files as they were.
    for _ in 0..<25 { try store.table(Todo.self).insert(contentsOf: (0..<40).map { Todo("many \($0)") }) }
    #expect(throws: JournalError.self) { try store.journal?.compact() }
    refuses.add()
    try store.journal?.compact()
    try store.journal?.close()
    let again = try open()
    #expect(again.table(Todo.self).count == 1_002 && again.table(Project.self).pluck(\.name) == ["House"])
  }

  @Test func `a file that was saved with a coding is opened with it`() throws {
    let saved = Store(notificationCenter: nil)
    try saved.table(Todo.self).insert(contentsOf: [Todo("one"), Todo("two")])
    try saved.save(to: file, coding: Scrambling())
    let store = try open()
    try store.table(Todo.self).create { $0.name = "three" }
    try store.journal?.close()
    #expect(try open().table(Todo.self).pluck(\.name) == ["one", "two", "three"])
    // The file alone lacks a commit until the store is compacted.
    let other = Store(notificationCenter: nil)
    let models: [any Model.Type] = [Todo.self, Project.self, AllTypes.self]
    #expect(throws: FileError.incomplete(file: "shop.motionmodel")) {
      try other.load(from: file, models: models, coding: Scrambling())
    }
    let again = try open()
    try again.journal?.compact()
    try other.load(from: file, models: models, coding: Scrambling())
    #expect(other.table(Todo.self).count == 3)
  }

  @Test func `followers, history, backups and kept snapshots are decoded, too`() throws {
    let store = try Store(
      file: file, models: [Todo.self], history: .everything, notificationCenter: nil, coding: Scrambling())
    for number in 0..<3 { try store.table(Todo.self).create { $0.name = "a secret \(number)" } }
    let follower = try Store(following: file, models: [Todo.self], notificationCenter: nil, coding: Scrambling())
    #expect(follower.table(Todo.self).count == 3)
    try store.journal?.compact()
    try store.table(Todo.self).create { $0.name = "a secret 3" }
    #expect(try follower.follower?.refresh() == 1)
    #expect(follower.table(Todo.self).count == 4)
    #expect(try store.journal?.history.store(at: 2).table(Todo.self).count == 2)
    let history = try JournalHistory(of: file, models: [Todo.self], coding: Scrambling())
    #expect(try history.commits == 0...4 && history.store(at: 1).table(Todo.self).count == 1)
    let backup = file.deletingLastPathComponent().appending(path: "backup.motionmodel")
    try store.journal?.backup(to: backup)
    #expect(try !isPlain("a secret"))
    let copy = try Store(file: backup, models: [Todo.self], notificationCenter: nil, coding: Scrambling())
    #expect(copy.table(Todo.self).count == 4)
    for coding in [Scrambling(key: 3), nil] {
      #expect(throws: FileError.self) { try JournalHistory(of: file, models: [Todo.self], coding: coding) }
      #expect(throws: FileError.self) {
        try Store(following: file, models: [Todo.self], notificationCenter: nil, coding: coding)
      }
    }
  }
}
