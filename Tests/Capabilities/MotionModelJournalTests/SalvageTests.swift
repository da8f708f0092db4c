import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelJournal

/// What is opened behind damage of a journal, with `onDamage: .salvage`.
@Suite(.temporaryFolder) struct SalvageTests {
  private struct Tag: Model {
    var id = 0
    var name = ""
    static let schema = Schema<Tag> { Column(\.name, .unique) }
  }

  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")

  private func open(_ damage: DamagePolicy = .salvage, _ coding: (any ByteCoding)? = nil) throws -> Store {
    try Store(
      file: file, models: [Todo.self, Tag.self], durability: .manual, onDamage: damage, notificationCenter: nil,
      coding: coding)
  }

  private func path(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private func journal(_ number: Int) -> URL { path("shop.motionmodel.journal-\(number)") }

  /// Makes commits, and damages the journal where some of them are.
  private func makeStore(
    damaging damaged: Set<Int>, coding: (any ByteCoding)? = nil, _ commits: [(Store) throws -> Void]
  ) throws {
    let store = try open(.refuse, coding)
    var starts: [Int] = []
    for commit in commits {
      starts.append(try Data(contentsOf: journal(0)).count)
      try commit(store)
    }
    try store.journal?.close()
    try damage(journal(0), damaged.map { starts[$0] + 40 })
  }

  private func damage(_ url: URL, _ places: [Int]) throws {
    var bytes = try Data(contentsOf: url)
    for place in places { bytes[place] ^= 1 }
    try bytes.write(to: url)
  }

  private static func create(_ name: String) -> (Store) throws -> Void {
    { store in try store.table(Todo.self).create { $0.name = name } }
  }

  private static func rename(_ id: Int, _ name: String) -> (Store) throws -> Void {
    { store in
      var todo = try #require(store.table(Todo.self).find(id))
      todo.name = name
      try store.table(Todo.self).save(&todo)
    }
  }

  private func names(_ store: Store) -> [String] { store.table(Todo.self).pluck(\.name) }

  @Test func `what follows damage is there, but for what rests on lost commits`() throws {
    try makeStore(
      damaging: [1],
      [
        Self.create("one"), Self.create("two"), Self.create("three"), Self.rename(2, "second"), Self.rename(1, "first"),
        { try $0.table(Todo.self).deleteAll() }, Self.create("four"),
      ])
    let bytes = try Data(contentsOf: journal(0))
    let store = try open()
    // The rename of the lost record, and the deletion of it with others, are left out.
    #expect(names(store) == ["first", "three", "four"])
    #expect(store.table(Todo.self).pluck(\.id) == [1, 3, 4])
    let recovery = try #require(store.journal?.recovery)
    #expect(recovery.commits == 4 && recovery.leftOut == 2 && recovery.damage?.isDamage == true)
    #expect(try Data(contentsOf: path("shop.motionmodel.journal-0.damaged")) == bytes)
    try Self.create("five")(store)
    try store.journal?.close()
    #expect(try names(open(.refuse)) == ["first", "three", "four", "five"])
  }

  @Test func `without damage it is as usual`() throws {
    try makeStore(damaging: [], [Self.create("one"), Self.create("two")])
    let store = try open()
    #expect(names(store) == ["one", "two"] && store.journal?.recovery == Recovery(commits: 2))
  }

  @Test func `several damaged places are read past`() throws {
    try makeStore(damaging: [1, 3], (0..<6).map { Self.create("\($0)") })
    #expect(try names(open()) == ["0", "2", "4", "5"])
  }

  @Test func `later journals are read, too`() throws {
    let store = try open(.refuse)
    try Self.create("one")(store)
    let snapshot = try Data(contentsOf: file)
    let first = try Data(contentsOf: journal(0))
    try Self.create("two")(store)
    let both = try Data(contentsOf: journal(0))
    try store.journal?.compact()
    try Self.create("three")(store)
    try store.journal?.close()
    // As a process leaves it that ends while it compacts: the file is the old one, and both journals are there.
    try snapshot.write(to: file)
    try both.write(to: journal(0))
    try damage(journal(0), [first.count + 40])
    let salvaged = try open()
    #expect(names(salvaged) == ["one", "three"])
    #expect(salvaged.journal?.recovery.commits == 2)
  }

  @Test func `a commit that takes a unique value which a lost one had freed is left out whole`() throws {
    try makeStore(
      damaging: [1],
      [
        { try $0.table(Tag.self).create { $0.name = "red" } },
        { try $0.table(Tag.self).delete(#require($0.table(Tag.self).first)) },
        { store in
          try store.transaction {
            try store.table(Tag.self).create { $0.name = "blue" }
            try store.table(Tag.self).create { $0.name = "red" }
          }
        },
        { try $0.table(Tag.self).create { $0.name = "green" } },
      ])
    let store = try open()
    #expect(store.table(Tag.self).pluck(\.name) == ["red", "green"])
    #expect(store.journal?.recovery.leftOut == 1)
  }

  @Test func `commits of a model that only a lost one may have mentioned are left out`() throws {
    try makeStore(
      damaging: [1],
      [
        Self.create("one"), { try $0.table(Tag.self).create { $0.name = "lost" } },
        { try $0.table(Tag.self).create { $0.name = "of an unknown model" } }, Self.create("two"),
      ])
    let store = try open()
    #expect(names(store) == ["one", "two"] && store.table(Tag.self).isEmpty)
    #expect(store.journal?.recovery.leftOut == 1)
  }

  /// A commit that mentions a model behind a lost mention would be given the lost model's number.
  @Test func `no record is read as one of another model`() throws {
    try makeStore(
      damaging: [0],
      [
        Self.create("lost"), { try $0.table(Tag.self).create { $0.name = "red" } }, Self.create("two"),
        { try $0.table(Tag.self).create { $0.name = "blue" } },
      ])
    let store = try open()
    #expect(store.table(Todo.self).isEmpty && store.table(Tag.self).isEmpty)
    #expect(store.journal?.recovery.leftOut == 3)
  }

  @Test func `a journal whose beginning is damaged is left, and nothing else`() throws {
    try makeStore(damaging: [], [Self.create("one")])
    try damage(journal(0), [20])
    let store = try open()
    #expect(names(store).isEmpty && store.journal?.recovery.damage?.isDamage == true)
    #expect(try Data(contentsOf: path("shop.motionmodel.journal-0.damaged")).count > 64)
  }

  @Test(arguments: [0, 1]) func `a journal that somebody removed is missed, and gone without when asked`(
    generation: Int
  ) throws {
    let store = try open(.refuse)
    try Self.create("one")(store)
    for _ in 0..<generation { try store.journal?.compact() }
    try Self.create("two")(store)
    try store.journal?.close()
    let bytes = try Data(contentsOf: journal(generation))
    try FileManager.default.removeItem(at: journal(generation))
    let missing = JournalError.missing(
      file: "shop.motionmodel", journal: "shop.motionmodel.journal-\(generation)")
    #expect(throws: missing) { try open(.refuse) }
    #expect(throws: missing) { try StoreDocument(ofStore: file) }
    // It is put back.
    try bytes.write(to: journal(generation))
    do {
      let store = try open(.refuse)
      #expect(names(store) == ["one", "two"])
      try store.journal?.close()
    }
    try FileManager.default.removeItem(at: journal(generation))
    for policy in [DamagePolicy.recover, .salvage] {
      let store = try open(policy)
      #expect(names(store) == (generation == 0 ? [] : ["one"]))
      #expect(store.journal?.recovery == Recovery(damage: missing))
      try store.journal?.close()
      try FileManager.default.removeItem(at: journal(generation))
    }
  }

  @Test func `behind a missing journal, later ones are salvaged`() throws {
    let store = try open(.refuse)
    let snapshot = try Data(contentsOf: file)
    var journals: [Data] = []
    for number in 0..<3 {
      try Self.create("\(number)")(store)
      journals.append(try Data(contentsOf: journal(number)))
      if number < 2 { try store.journal?.compact() }
    }
    try store.journal?.close()
    // As if the file had not been replaced.
    try snapshot.write(to: file)
    for (number, bytes) in journals.enumerated() where number != 1 { try bytes.write(to: journal(number)) }
    let missing = JournalError.missing(file: "shop.motionmodel", journal: "shop.motionmodel.journal-1")
    #expect(throws: missing) { try open(.refuse) }
    let salvaged = try open()
    #expect(names(salvaged) == ["0", "2"])
    #expect(salvaged.journal?.recovery == Recovery(commits: 2, damage: missing))
  }

  @Test func `backups, and copies of a document, have no journal that could be missing`() throws {
    let store = try open(.refuse)
    try Self.create("one")(store)
    try store.journal?.compact()
    try store.journal?.backup(to: path("backup.motionmodel"))
    try StoreDocument(ofStore: file).write(to: path("copy.motionmodel"))
    try store.journal?.close()
    try StoreDocument(contentsOf: file).write(to: path("document.motionmodel"))
    for name in ["backup", "copy", "document"] {
      let copy = try Store(
        file: path("\(name).motionmodel"), models: [Todo.self, Tag.self], durability: .manual, notificationCenter: nil)
      #expect(names(copy) == ["one"])
      try copy.journal?.close()
    }
  }

  @Test func `encoded journals are read past damage, and another key is still refused`() throws {
    try makeStore(damaging: [1], coding: Scrambling(), (0..<4).map { Self.create("\($0)") })
    #expect(throws: FileError.self) { try open(.salvage, Scrambling(key: 9)) }
    #expect(try names(open(.salvage, Scrambling())) == ["0", "2", "3"])
  }

  /// The oracle applies the same commits to an array, without those that are damaged and those that change what is lost.
  @Test func `random commits with random damage are salvaged as an oracle says`() throws {
    var random = TestSeed.generator(3_310)
    for _ in 0..<10 {
      let comment = Comment(rawValue: "seed \(TestSeed.current)")
      try? FileManager.default.removeItem(at: TemporaryFolder.current)
      try FileManager.default.createDirectory(at: TemporaryFolder.current, withIntermediateDirectories: true)
      var (live, known, next) = ([Int: String](), [Int: String](), 1)
      var (commits, effects): ([(Store) throws -> Void], [(id: Int, name: String?)]) = ([], [])
      for number in 0..<random.number(1...30) {
        let chosen = live.keys.sorted().randomElement(using: &random)
        switch (chosen, random.number(0...3)) {
        case (let id?, 0):
          commits.append { store in try store.table(Todo.self).delete(#require(store.table(Todo.self).find(id))) }
          effects.append((id, nil))
          live[id] = nil
        case (let id?, 1):
          commits.append(Self.rename(id, "changed \(number)"))
          effects.append((id, "changed \(number)"))
          live[id] = "changed \(number)"
        default:
          commits.append(Self.create("new \(number)"))
          effects.append((next, "new \(number)"))
          live[next] = "new \(number)"
          next += 1
        }
      }
      // The first commit mentions the model.
      let damaged = Set(commits.indices.dropFirst().filter { _ in random.chance(20) })
      var (created, leftOut) = (Set<Int>(), 0)
      for (index, effect) in effects.enumerated() {
        let isNew = created.insert(effect.id).inserted
        if damaged.contains(index) { continue }
        if !isNew && known[effect.id] == nil { leftOut += 1 } else { known[effect.id] = effect.name }
      }
      try makeStore(damaging: damaged, commits)
      let store = try open()
      let found = Dictionary(uniqueKeysWithValues: store.table(Todo.self).all.map { ($0.id, $0.name) })
      #expect(found == known, comment)
      #expect(store.journal?.recovery.leftOut == leftOut, comment)
      try store.journal?.close()
    }
  }
}
