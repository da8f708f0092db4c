import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelJournal

@Suite(.temporaryFolder) struct JournalTests {
  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")
  private let models: [any Model.Type] = [Todo.self, Project.self, AllTypes.self]

  private func open(_ durability: Durability = .manual, onDamage: DamagePolicy = .refuse) throws -> Store {
    try Store(
      file: file, models: models, durability: durability, onDamage: onDamage, notificationCenter: nil)
  }

  private func path(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path(percentEncoded: false)).sorted()
  }

  @Test func `records are there when the file is opened again`() throws {
    do {
      let store = try open()
      let project = try store.table(Project.self).create { $0.name = "House" }
      var todo = try store.table(Todo.self).create {
        $0.name = "Paint"; $0.projectID = project.id
      }
      todo.priority = 7
      try store.table(Todo.self).save(&todo)
      let gone = try store.table(Todo.self).create { $0.name = "Gone" }
      try store.table(Todo.self).delete(gone)
    }
    #expect(try names() == ["shop.motionmodel", "shop.motionmodel.journal-0", "shop.motionmodel.lock"])
    let store = try open()
    #expect(store.table(Todo.self).records.all.map(\.name) == ["Paint"])
    #expect(store.table(Todo.self).first?.priority == 7)
    #expect(store.table(Project.self).first?.name == "House")
    #expect(store.commitCount == 5)
    #expect(store.journal?.recovery == Recovery(commits: 5))
    #expect(try store.table(Todo.self).create().id == 3)
  }

  @Test func `times and versions with names of their own are there again`() throws {
    let bulletins: [Bulletin]
    do {
      let store = try Store(file: file, models: [Bulletin.self], durability: .manual, notificationCenter: nil)
      var bulletin = try store.table(Bulletin.self).create { $0.title = "a" }
      try store.journal?.compact()
      bulletin.title = "b"
      try store.table(Bulletin.self).save(&bulletin)
      try store.table(Bulletin.self).create { $0.title = "c" }
      bulletins = store.table(Bulletin.self).all
    }
    let store = try Store(file: file, models: [Bulletin.self], durability: .manual, notificationCenter: nil)
    #expect(store.table(Bulletin.self).all == bulletins && bulletins.map(\.version) == [1, 0])
    var bulletin = try #require(store.table(Bulletin.self).first)
    bulletin.title = "d"
    try store.table(Bulletin.self).save(&bulletin)
    #expect(bulletin.version == 2)
  }

  @Test func `a store without a journal has none`() throws {
    #expect(Store().journal == nil)
    #expect(try open().snapshot().journal == nil)
  }

  @Test func `a second store is told that the file is open`() throws {
    let store = try open()
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(throws: JournalError.inUse(file: "shop.motionmodel", process: process)) { try open() }
    try store.journal?.close()
    _ = try open()
    #expect(
      throws: StoreError.notJournaled(
        file: "shop.motionmodel", isCommitted: false,
        reason: "It was closed.")
    ) { try store.table(Todo.self).create() }
    #expect(store.table(Todo.self).count == 0)
  }

  @Test func `errors are one sentence, also with the reason of another one`() throws {
    let store = try open()
    try store.journal?.close()
    let refused = #expect(throws: StoreError.self) { try store.table(Todo.self).create() }
    #expect(
      refused?.description
        == "The commit is refused, because it cannot be written to the journal of shop.motionmodel: it was closed.")
    let folder = TemporaryFolder.current.appending(path: "none/shop.motionmodel")
    let missing = #expect(throws: JournalError.self) { try Store(file: folder, models: [Todo.self]) }
    #expect(
      missing?.description.hasPrefix("The store shop.motionmodel cannot be read or written: the file /") == true
        && missing?.description.hasSuffix(" cannot be opened, because there is no such file or folder.") == true)
    #expect(
      JournalError.damaged(journal: "shop.journal-1", place: 64, reason: "there is no valid header of an entry")
        .description == """
          The journal shop.journal-1 is damaged at byte 64, because there is no valid header of an entry: open the store with \
          onDamage: .recover to keep what precedes it, or with .salvage to keep what follows, too.
          """)
  }

  @Test func `a file that was saved is opened, and one in another format is not`() throws {
    let saved = Store(notificationCenter: nil)
    try saved.table(Todo.self).insert(contentsOf: [Todo("one"), Todo("two")])
    try saved.save(to: file)
    let store = try open()
    try store.table(Todo.self).create { $0.name = "three" }
    try store.journal?.close()
    #expect(try open().table(Todo.self).pluck(\.name) == ["one", "two", "three"])
    let json = path("shop.json")
    try saved.save(to: json)
    #expect(throws: FileError.wrongFormat(file: "shop.json", expected: .compact, found: .json)) {
      try Store(file: json, models: models, notificationCenter: nil)
    }
  }

  @Test func `transactions, bulk changes and undone changes are one commit each, or none`() throws {
    struct Undo: Error {}
    var store = try open()
    try store.transaction {
      try store.table(Todo.self).insert(contentsOf: (0..<100).map { Todo("\($0)") })
      try store.table(Todo.self).where(\.id <= 50).deleteAll()
    }
    #expect(throws: Undo.self) {
      try store.transaction {
        try store.table(Todo.self).create()
        throw Undo()
      }
    }
    try store.table(Todo.self).records.updateAll { $0.done = true }
    try store.journal?.close()
    store = try open()
    #expect(store.table(Todo.self).records.all.map(\.name) == (50..<100).map { "\($0)" })
    #expect(store.table(Todo.self).where(\.done).count == 50)
    #expect(store.journal?.recovery == Recovery(commits: 2))
  }

  // MARK: - Compacting

  @Test func `compacting writes the file anew, and begins a new journal`() throws {
    var store = try open()
    try store.table(Todo.self).insert(contentsOf: (0..<50).map { Todo("\($0)") })
    try store.table(Todo.self).where(\.id <= 10).deleteAll()
    try store.journal?.compact()
    #expect(try names() == ["shop.motionmodel", "shop.motionmodel.journal-1", "shop.motionmodel.lock"])
    try store.table(Todo.self).create { $0.name = "behind" }
    try store.journal?.close()
    store = try open()
    #expect(store.table(Todo.self).records.all.map(\.name) == (10..<50).map { "\($0)" } + ["behind"])
    #expect(store.journal?.recovery == Recovery(commits: 1))
    #expect(store.commitCount == 3)
  }

  @Test func `a store is not compacted inside a transaction`() throws {
    let store = try open()
    try store.transaction {
      #expect(throws: JournalError.inTransaction(file: "shop.motionmodel")) { try store.journal?.compact() }
    }
  }

  @Test func `threads write and compact at once, and nothing is lost`() async throws {
    var store = try open(.everyCommit)
    let table = store.table(Todo.self)
    let journal = try #require(store.journal)
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask { for number in 0..<25 { _ = try? table.create { $0.name = "\(writer) \(number)" } } }
      }
      group.addTask { for _ in 0..<5 { try? journal.compact() } }
    }
    let names = table.pluck(\.name)
    try journal.close()
    store = try open()
    #expect(names.count == 100)
    #expect(store.table(Todo.self).pluck(\.name) == names)
  }

  // MARK: - Refused

  @Test func `a commit with a value that cannot be read again is refused`() throws {
    struct Stubborn: Codable, Sendable {
      struct Secret: Error {}
      func encode(to encoder: any Encoder) throws { throw Secret() }
    }
    struct Safe: Model {
      var id = 0
      var content: Stubborn?
      static let schema = Schema<Safe> { Column(\.content) }
    }
    let store = try Store(file: file, models: [Safe.self], notificationCenter: nil)
    try store.table(Safe.self).create()
    let error = #expect(throws: StoreError.self) { try store.table(Safe.self).create { $0.content = Stubborn() } }
    #expect(
      error.map { "\($0)" } == """
        Safe 2 cannot be written to the journal, because of its column "content": expected a value of type Optional<Stubborn> \
        that can be encoded, found one that its type refuses to encode.
        """)
    #expect(store.table(Safe.self).count == 1)
    try store.table(Safe.self).create()
    try store.journal?.close()
    #expect(try Store(file: file, models: [Safe.self], notificationCenter: nil).table(Safe.self).count == 2)
  }

  @Test func `a model that is not passed is named, and nothing is changed`() throws {
    let store = try open()
    try store.table(Todo.self).create()
    try store.journal?.close()
    let error = #expect(throws: JournalError.self) {
      try Store(file: file, models: [Project.self], notificationCenter: nil)
    }
    #expect(
      error.map { "\($0)" } == """
        The commit at byte 64 of the journal shop.motionmodel.journal-0 cannot be read: it has records of Todo, a model that the store \
        does not know: pass its type in models.
        """)
    #expect(try open().table(Todo.self).count == 1)
  }

  @Test func `a commit of a model that was not passed is refused, and so are two models of one name`() throws {
    let store = try Store(file: file, models: [Todo.self, Todo.self], notificationCenter: nil)
    let error = StoreError.modelNotOpened(model: "Project")
    #expect(throws: error) { try store.table(Project.self).create() }
    #expect(throws: error) {
      try store.transaction {
        try store.table(Todo.self).create()
        try store.table(Project.self).create()
      }
    }
    #expect(store.table(Project.self).count + store.table(Todo.self).count == 0)
    #expect(
      "\(error)" == "Project cannot be written, because the store was opened without it: pass its type in models.")
    enum Other {
      struct Todo: Model {
        var id = 0
        static let schema = Schema<Todo> {}
      }
    }
    #expect(throws: FileError.sameName(file: "other.motionmodel", model: "Todo")) {
      try Store(file: path("other.motionmodel"), models: [Todo.self, Other.Todo.self], notificationCenter: nil)
    }
  }

  @Test func `a large commit is in pieces, and is whole or not there`() {
    for (count, size) in [(0, 4), (1, 4), (4, 4), (5, 4), (12, 4), (13, 4)] {
      let commit = (0..<count).map { UInt8($0) }
      let pieces = CommitPieces.of(commit, size: size)
      var joiner = CommitPieces.Joiner()
      #expect(pieces.map { joiner.add($0) }.compactMap(\.self) == [commit])
      // The last piece was cut off, and the next commit is behind the others.
      var next = CommitPieces.Joiner()
      let torn = Array(pieces.dropLast()) + CommitPieces.of([9, 9], size: size)
      #expect(torn.map { next.add($0) }.compactMap(\.self) == [[9, 9]])
    }
  }

  @Test func `metadata that could not be read again is refused`() throws {
    func nested(_ depth: Int) -> AttributeValue { (0..<depth).reduce(1) { value, _ in .array([value]) } }
    let store = try open()
    try store.transaction(metadata: Changeset.Metadata(author: "ann", values: ["deep": nested(500)])) {
      try store.table(Todo.self).create()
    }
    #expect(throws: StoreError.self) {
      try store.transaction(metadata: Changeset.Metadata(values: ["deep": nested(501)])) {
        try store.table(Todo.self).create()
      }
    }
    try store.journal?.close()
    #expect(try open().table(Todo.self).count == 1)
  }

  @Test func `files that do not belong together are refused`() throws {
    var store = try open()
    try store.table(Todo.self).create()
    try store.journal?.compact()
    try store.table(Todo.self).create()
    try store.journal?.compact()
    try store.table(Todo.self).create()
    try store.journal?.close()
    let journal = path("shop.motionmodel.journal-2")
    try FileManager.default.moveItem(at: journal, to: path("shop.motionmodel.journal-3"))
    #expect(throws: JournalError.missing(file: "shop.motionmodel", journal: "shop.motionmodel.journal-2")) {
      try open()
    }
    try FileManager.default.removeItem(at: file)
    #expect(throws: JournalError.otherStore(file: "shop.motionmodel", journal: "shop.motionmodel.journal-3")) {
      try open()
    }
    try Store(notificationCenter: nil).data(as: .compact).write(to: file)
    #expect(throws: JournalError.otherStore(file: "shop.motionmodel", journal: "shop.motionmodel.journal-3")) {
      try open()
    }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: path("shop.motionmodel.journal-3"), to: path("kept"))
    store = try open()
    try store.journal?.close()
    try FileManager.default.removeItem(at: path("shop.motionmodel.journal-0"))
    try FileManager.default.moveItem(at: path("kept"), to: path("shop.motionmodel.journal-0"))
    #expect(throws: JournalError.otherStore(file: "shop.motionmodel", journal: "shop.motionmodel.journal-0")) {
      try open()
    }
  }

  // MARK: - Torn and damaged journals

  @Test func `a torn end is cut off, kept and reported`() throws {
    var store = try open()
    try store.table(Todo.self).create { $0.name = "whole" }
    try store.journal?.flush()
    let journal = path("shop.motionmodel.journal-0")
    let whole = try Data(contentsOf: journal)
    try store.table(Todo.self).create { $0.name = "torn" }
    let both = try Data(contentsOf: journal)
    try store.journal?.close()
    try both.prefix(whole.count + 50).write(to: journal)
    store = try open()
    let copy = "shop.motionmodel.journal-0.cut-\(whole.count)"
    #expect(store.journal?.recovery == Recovery(commits: 1, cutOff: Recovery.CutOff(count: 50, copy: copy)))
    #expect(store.table(Todo.self).pluck(\.name) == ["whole"])
    #expect(try Data(contentsOf: path(copy)) == both[whole.count..<whole.count + 50])
    try store.table(Todo.self).create { $0.name = "next" }
    try store.journal?.close()
    #expect(try open().table(Todo.self).pluck(\.name) == ["whole", "next"])
  }

  @Test func `a journal with a damaged beginning is damaged at its first byte`() throws {
    var store = try open()
    try store.table(Todo.self).create()
    try store.journal?.compact()
    try store.table(Todo.self).create()
    try store.journal?.close()
    let journal = path("shop.motionmodel.journal-1")
    var bytes = try Data(contentsOf: journal)
    bytes[20] ^= 1
    try bytes.write(to: journal)
    let damage = JournalError.damaged(
      journal: "shop.motionmodel.journal-1", place: 0, reason: "it does not begin as a journal does")
    #expect(throws: damage) { try open() }
    store = try open(onDamage: .recover)
    #expect(store.journal?.recovery == Recovery(damage: damage))
    #expect(store.table(Todo.self).count == 1)
  }

  @Test func `damage is refused with its place, and what precedes it is recovered when asked`() throws {
    var store = try open()
    var ends: [Int] = []
    for name in ["one", "two", "three"] {
      try store.table(Todo.self).create { $0.name = name }
      try store.journal?.flush()
      ends.append(try Data(contentsOf: path("shop.motionmodel.journal-0")).count)
    }
    try store.journal?.close()
    let journal = path("shop.motionmodel.journal-0")
    var bytes = try Data(contentsOf: journal)
    bytes[ends[0] + 40] ^= 1
    try bytes.write(to: journal)
    let damage = JournalError.damaged(
      journal: "shop.motionmodel.journal-0", place: Int64(ends[0]),
      reason: "the payload does not have the checksum that its header says")
    #expect(throws: damage) { try open() }
    #expect(try Data(contentsOf: journal) == bytes)
    store = try open(onDamage: .recover)
    #expect(store.journal?.recovery == Recovery(commits: 1, damage: damage))
    #expect(store.table(Todo.self).pluck(\.name) == ["one"])
    try store.table(Todo.self).create { $0.name = "next" }
    try store.journal?.close()
    #expect(try open().table(Todo.self).pluck(\.name) == ["one", "next"])
    #expect(try Data(contentsOf: path("shop.motionmodel.journal-0.damaged")) == bytes)
  }

  // MARK: - Anything

  /// Everything that an edit can do is there again, in the same order, with the same next ids, and in places to which
  /// deleted records can return. The oracle is a store in memory with the same commits.
  @Test(arguments: 0..<shortened(6)) func `a store is the same when it is opened again, after any edits`(part: Int)
    throws
  {
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    var edits = Edits(TestSeed.generator(6_100 + part))
    let oracle = Store(notificationCenter: nil)
    for round in 0..<12 {
      let store = try open()
      #expect(try content(of: store) == content(of: oracle), "\(comment), round \(round)")
      #expect(store.commitCount == oracle.commitCount, "\(comment), round \(round)")
      let observer = store.observeCommits { commit in
        #expect(throws: Never.self, comment) { try oracle.apply(commit) }
      }
      try edits.run(in: store)
      observer.cancel()
      try store.journal?.close()
    }
  }

  /// The records of all models, in order.
  private func content(of store: Store) throws -> [[Substring]] {
    func lines<Record: Model>(of model: Record.Type) throws -> [Substring] {
      let copy = path("copy.jsonl")
      try store.table(Record.self).save(to: copy)
      // Two lines about the file, of which one says the next id. Ids that were rolled back may be given again.
      return try String(contentsOf: copy, encoding: .utf8).split(separator: "\n").dropFirst(2).map { $0 }
    }
    return try models.map { try lines(of: $0) }
  }
}

/// Random edits of all kinds.
private struct Edits {
  private var random: SplitMix64
  private var todos: RandomEdits
  /// Deletions that may be undone later, also after the store was opened again.
  private var deletions: [Changeset] = []

  init(_ random: SplitMix64) {
    (self.random, todos) = (random, RandomEdits(random))
  }

  mutating func run(in store: Store) throws {
    for _ in 0..<random.number(1...40) { try edit(store) }
    if random.chance(50) { try store.journal?.compact() }
  }

  private mutating func edit(_ store: Store) throws {
    let table = store.table(AllTypes.self)
    switch random.number(0...9) {
    case 0:
      let count = random.pick([1, 3, 40])
      try table.insert(contentsOf: (0..<count).map { _ in AllTypes.random(random.number(0...99_999), using: &random) })
    case 1:
      guard let id = random.pickAny(table.records.ids) else { return }
      var record = AllTypes.random(random.number(0...99_999), using: &random)
      record.id = id
      _ = try? table.save(&record)
    case 2:
      struct Undo: Error {}
      let isUndone = random.chance(30)
      _ = try? store.transaction {
        try todos.edit(store, count: 5)
        if isUndone { throw Undo() }
      }
    case 3:
      guard let id = random.pickAny(table.records.ids) else { return }
      let before = store.snapshot()
      try table.delete(id)
      deletions.append(.difference(from: before, to: store))
    case 4:
      guard let deletion = deletions.popLast() else { return }
      _ = try? store.apply(deletion.inverted)
    default: try todos.edit(store, count: 3)
    }
  }
}
