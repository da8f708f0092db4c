import MotionModelTestSupport
import Testing

@testable import MotionModel

private struct Entry: Model, Equatable {
  var id = 0
  var text = ""

  static let schema = Schema<Entry> {
    Column(\.text)
  }

  init() {}

  init(id: Int = 0, _ text: String = "") { (self.id, self.text) = (id, text) }
}

/// Finding records by ids that follow each other, and by others: whatever was written, undone or forked, a store finds what a
/// dictionary has.
@Suite struct FindingByIDTests {
  private struct Stop: Error {}

  /// A store and what it has to have.
  private struct Pair {
    var store = Store(notificationCenter: nil)
    var expected: [Int: Entry] = [:]

    var entries: ModelTable<Entry> { store.table(Entry.self) }

    /// The ids of which the store finds something else than the dictionary.
    func wrong(besides others: [Int]) -> [Int] {
      let found = (Array(expected.keys) + others).filter { entries.find($0) != expected[$0] }
      let stored = Store.with(store) { others.filter { Entry.find($0) != expected[$0] } }
      return found + stored
    }

    mutating func add(_ entries: [Entry]) throws {
      let new = entries.filter { $0.id == 0 || expected[$0.id] == nil }
      for entry in try self.entries.insert(contentsOf: new) { expected[entry.id] = entry }
    }

    mutating func delete(_ ids: [Int]) throws {
      try entries.records.where(\.id).in(ids).deleteAll()
      for id in ids { expected[id] = nil }
    }
  }

  /// Makes a random write.
  private func write(_ pair: inout Pair, _ random: inout SplitMix64) throws {
    let some = pair.expected.keys.sorted().shuffled(using: &random)
    switch random.number(0...6) {
    case 0, 1: try pair.add((0..<random.pick([1, 2, 3, 200])).map { Entry("new \($0)") })
    case 2:
      let first = random.pick([-500, 1, 40, 1_000, 100_000, 1 << 40])
      try pair.add((0..<random.pick([1, 5, 150])).map { Entry(id: first + $0, "given") }.filter { $0.id != 0 })
    case 3: try pair.add((0..<30).map { _ in Entry(id: random.number(1...5_000), "given") }.uniqued())
    case 4: try pair.delete(Array(some.prefix(random.pick([1, 10, 100]))))
    case 5:
      guard let id = some.first, var entry = pair.expected[id] else { return }
      entry.text += "!"
      try pair.entries.save(&entry)
      pair.expected[id] = entry
    default: if random.chance(20) { try pair.delete(some) }
    }
  }

  @Test(arguments: 0..<shortened(12)) func `random writes, with rollbacks, snapshots and branches`(part: Int) throws {
    var random = TestSeed.generator(22_500 + part)
    var pair = Pair()
    var kept: [Pair] = []
    for step in 0..<60 {
      switch random.number(0...9) {
      case 0: kept.append(Pair(store: pair.store.snapshot(), expected: pair.expected))
      case 1:
        var branch = Pair(store: pair.store.fork(), expected: pair.expected)
        try write(&branch, &random)
        kept.append(branch)
      case 2, 3:
        let before = pair.expected
        #expect(throws: Stop.self) {
          try pair.store.inTransaction {
            for _ in 0..<random.number(1...3) { try write(&pair, &random) }
            #expect(pair.wrong(besides: Array(before.keys)) == [])
            throw Stop()
          }
        }
        pair.expected = before
      case 4: try pair.store.inTransaction { for _ in 0..<3 { try write(&pair, &random) } }
      default: try write(&pair, &random)
      }
      let others = [Int.min, -1, 0, 1, 127, 128, 1 << 40, .max] + (0..<40).map { _ in random.number(1...6_000) }
      for one in [pair] + kept.suffix(3) {
        try #require(one.wrong(besides: others) == [], "step \(step), part \(part), seed \(TestSeed.current)")
        try #require(one.store.violation() == nil, "step \(step), part \(part), seed \(TestSeed.current)")
      }
    }
  }

  @Test func `deleted records that are put back at their positions are found`() throws {
    let store = Store(notificationCenter: nil)
    let entries = store.table(Entry.self)
    try entries.insert(contentsOf: (0..<400).map { Entry("entry \($0)") })
    let all = entries.records.all
    let commits = Collector<Changeset>()
    let observation = store.observeCommits { commits.add($0) }
    try entries.records.where(\.id > 100).deleteAll()
    observation.cancel()
    #expect(entries.find(101) == nil && entries.find(100) == all[99])
    try store.apply(try #require(commits.values.first).inverted)
    #expect((1...400).map { entries.find($0) } == all && store.violation() == nil)
  }

  @Test func `a table with far ids and a million others finds all, and gives its memory back`() throws {
    let count = Allocations.areOptimised ? 1_000_000 : 50_000
    let growth = try Allocations.growth {
      let store = Store(notificationCenter: nil)
      let entries = store.table(Entry.self)
      for id in [1, 1_000_000_000, -5] { try entries.insert(contentsOf: [Entry(id: id, "far")]) }
      let full = try Allocations.growth { try entries.insert(contentsOf: (0..<count).map { _ in Entry() }) }
      #expect(entries.find(1)?.text == "far" && entries.find(-5)?.text == "far")
      #expect((1...count).allSatisfy { entries.find(1_000_000_000 + $0)?.text == "" })
      #expect(entries.find(1_000_000_001 + count) == nil && entries.find(2) == nil)
      let emptied = try Allocations.growth { try entries.deleteAll() }
      #expect(entries.count == 0 && entries.find(1_000_000_001) == nil)
      #expect(store.version(Entry.schema.layout).runs.distances.count == 0)
      // What is left are the ids of deleted records that the store remembers.
      if Allocations.areCounted { #expect(full + emptied < 2_500_000) }
      try entries.insert(contentsOf: (0..<300).map { _ in Entry("new") })
      #expect(entries.records.ids.allSatisfy { entries.find($0)?.text == "new" })
    }
    if Allocations.areCounted { #expect(growth < 100_000) }
  }
}

extension [Entry] {
  /// The entries without those whose id occurs before.
  fileprivate func uniqued() -> [Entry] {
    var seen: Set<Int> = []
    return filter { seen.insert($0.id).inserted }
  }
}
