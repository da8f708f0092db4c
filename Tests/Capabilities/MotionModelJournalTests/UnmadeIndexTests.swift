import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// A record with indexes of all kinds.
private struct Crate: Model, Equatable {
  var id = 0
  var code = ""
  var shelf = 0
  var name = ""
  var note: String?
  var tags: [String] = []
  var isSold = false

  static let schema = Schema<Crate> {
    Column(\.code, .unique)
    Column(\.shelf, .indexed)
    Column(\.name, .ordered)
    Column(\.note, .ordered)
    Index(orderedBy: \.shelf, \.name)
    Index(\.shelf, \.isSold)
    Index(elementsOf: \.tags)
    Index(substringsOf: \.name)
    Index(orderedBy: \.shelf, where: \.isSold == false)
  }

  static func random(_ random: inout SplitMix64, code: Int) -> Crate {
    var crate = Crate()
    (crate.code, crate.shelf, crate.isSold) = ("crate \(code)", random.number(0...9), random.chance(50))
    crate.name = "a long beginning " + random.pick(Parcel.names) + random.pick(["", "a", "b", "long end of a name"])
    crate.note = random.chance(30) ? nil : random.pick(Parcel.names)
    crate.tags = (0..<random.number(0...3)).map { _ in random.pick(Parcel.allTags) }
    return crate
  }
}

/// A store that is opened makes indexes when finders ask for them.
@Suite(.temporaryFolder) struct UnmadeIndexTests {
  private let file = TemporaryFolder.current.appending(path: "crates.motionmodel")

  private func open() throws -> Store {
    try Store(file: file, models: [Crate.self], durability: .manual, notificationCenter: nil)
  }

  /// Returns a description of a wrong answer to a random question; nil if the answer is right.
  private static func difference(in store: Store, _ random: inout SplitMix64) -> String? {
    let (records, shelf, name) = (store.table(Crate.self).records, random.number(0...9), random.pick(Parcel.names))
    let tag = random.pick(Parcel.allTags)
    let questions: [(Finder<Crate>, (Crate) -> Bool)] = [
      (records.where(\.shelf == shelf), { $0.shelf == shelf }),
      (records.where(\.shelf == shelf && \.isSold == true), { $0.shelf == shelf && $0.isSold }),
      (records.where(\.isSold == false && \.shelf >= shelf), { !$0.isSold && $0.shelf >= shelf }),
      (records.where(\.note == name), { $0.note == name }),
      (records.where(\.name > "a long beginning " + name), { $0.name > "a long beginning " + name }),
      (records.where(ColumnTerm(\.tags).contains(tag)), { $0.tags.contains(tag) }),
      (records.where(ColumnTerm(\.name).contains("abc")), { $0.name.contains("abc") }),
    ]
    let (finder, isWanted) = random.pick(questions)
    let wanted = records.all.filter(isWanted)
    if finder.count != wanted.count || finder.ids != wanted.map(\.id) { return "\(finder)" }
    let ordered = finder.order(by: \.name)
    // Swift's sort keeps the order of equal elements.
    return ordered.ids == wanted.sorted { $0.name < $1.name }.map(\.id) ? nil : "\(ordered)"
  }

  private static func change(_ store: Store, _ random: inout SplitMix64, code: inout Int) throws {
    let (table, shelf) = (store.table(Crate.self), random.number(0...9))
    switch random.number(0...3) {
    case 0:
      let count = random.number(2...300)
      let crates = (0..<count).map { Crate.random(&random, code: code + $0) }
      try table.insert(contentsOf: crates)
      code += count
    case 1:
      try table.records.where(\.shelf == shelf)
        .updateAll { ($0.shelf, $0.name) = (($0.shelf + 1) % 10, $0.name + "x") }
    case 2: try table.records.where(\.shelf == shelf).limit(20).deleteAll()
    default:
      if var crate = table.records.all.randomElement(using: &random) {
        crate.shelf = shelf
        try table.save(&crate)
      }
    }
  }

  @Test func `answers are right whether an index was asked for before changes, after them, or never`() throws {
    var (random, code) = (TestSeed.generator(733), 0)
    for round in 0..<shortened(12) {
      let store = try open()
      for step in 0..<8 {
        let comment: Comment = "round \(round), step \(step), seed \(TestSeed.current)"
        if random.chance(50) { try Self.change(store, &random, code: &code) }
        let snapshot = store.snapshot()
        if random.chance(30) { try Self.change(store, &random, code: &code) }
        if random.chance(60) { try #require(Self.difference(in: snapshot, &random) == nil, comment) }
        if random.chance(60) { try #require(Self.difference(in: store, &random) == nil, comment) }
        if random.chance(30) {
          try store.transaction {
            try Self.change(store, &random, code: &code)
            try #require(Self.difference(in: store, &random) == nil, comment)
          }
        }
        try #require(store.violation() == nil && snapshot.violation() == nil, comment)
      }
      if random.chance(50) { try store.journal?.compact() }
      try store.journal?.close()
    }
  }

  @Test func `threads may ask for the same index at once, while another one writes`() throws {
    var random = TestSeed.generator(734)
    do {
      let store = try open()
      try store.table(Crate.self).insert(contentsOf: (0..<2_000).map { Crate.random(&random, code: $0) })
      try store.journal?.close()
    }
    let (store, wrong) = (try open(), Collector<String>())
    onThreads(4) { thread in
      var (random, code) = (TestSeed.generator(740 + thread), 2_000)
      for _ in 0..<20 {
        if thread == 0 {
          _ = try? Self.change(store, &random, code: &code)
        } else if let text = Self.difference(in: store.snapshot(), &random) {
          wrong.add(text)
        }
      }
    }
    #expect(wrong.values.isEmpty && store.violation() == nil, "seed \(TestSeed.current)")
  }

  @Test func `a unique index is made at once, and others to be counted`() throws {
    do {
      let store = try open()
      try store.table(Crate.self).insert(contentsOf: [Crate(code: "a"), Crate(code: "b")])
      try store.journal?.close()
    }
    let store = try open()
    #expect(throws: StoreError.self) {
      try store.table(Crate.self).create { $0.code = "b" }
    }
    #expect(store.indexes(of: Crate.self).filter { $0.name == "shelf" }.map(\.entryCount) == [1])
  }
}
