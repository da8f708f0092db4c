import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Indexes free their memory for deleted records.
@Suite(.enabled(if: Allocations.areCounted)) struct IndexMemoryTests {
  /// Returns how many bytes stay allocated after records with new values are inserted and deleted, half of them in one
  /// call, the others one by one.
  private func growth(with index: Index<Event>, _ count: Int) throws -> Int {
    let store = Store(notificationCenter: nil)
    let events = store.table(Event.self)
    try store.addIndex(index)
    var next = 0
    func cycle() throws {
      try events.insert(contentsOf: (0..<count).map { Event(next + $0) })
      next += count
      let half = next - count / 2
      try events.records.where(\.number < half).deleteAll()
      for id in events.records.ids { try events.delete(id) }
    }
    try cycle()
    let growth = try Allocations.steadyGrowth(cycle)
    #expect(store.indexes(of: Event.self).allSatisfy { $0.entryCount == 0 }, "\(index)")
    #expect(store.violation() == nil, "\(index)")
    return growth
  }

  /// The bytes of a page of chunks. Positions are never used twice, so a cycle may need a new page; see ``RowStorage``.
  private let pages = 10_000

  @Test func `an index of elements keeps no elements of deleted records`() throws {
    #expect(try growth(with: Index(elementsOf: \.tags), 1_000) < pages)
  }

  @Test func `an index of substrings keeps no substrings of deleted records`() throws {
    #expect(try growth(with: Index(substringsOf: \.name), 1_000) < pages)
  }

  @Test func `an index of values keeps neither values nor lists of deleted records`() throws {
    #expect(try growth(with: Index(\.name), 1_000) < pages)
    #expect(try growth(with: Index(\.pair), 1_000) < pages)
    #expect(try growth(with: Index(\.pair, \.name), 1_000) < pages)
    #expect(try growth(with: Index(\.ratio), 1_000) < pages)
  }

  @Test func `ordered and partial indexes keep nothing of deleted records`() throws {
    #expect(try growth(with: Index(orderedBy: \.name), 1_000) < pages)
    #expect(try growth(with: Index(orderedBy: \.name, where: \.computed == true), 1_000) < pages)
    #expect(try growth(with: Index(elementsOf: \.computedTags), 1_000) < pages)
  }

  @Test func `100,000 deleted records leave only the bounded list of deleted ids`() throws {
    let events = Store(notificationCenter: nil).table(Slim.self)
    func cycle() throws {
      try events.insert(contentsOf: (0..<100_000).lazy.map { _ in Slim() })
      try events.deleteAll()
    }
    // The list of deleted ids reaches its full size.
    for _ in 0..<3 { try cycle() }
    #expect(try Allocations.least(of: 3) { try Allocations.growth(cycle) } < 50_000)
    let store = Store(notificationCenter: nil)
    let held = try Allocations.growth {
      try store.table(Slim.self).insert(contentsOf: (0..<300_000).lazy.map { _ in Slim() })
      try store.table(Slim.self).deleteAll()
    }
    #expect(held < 4_000_000)
  }

  @Test func `a hash table shrinks to the size that its entries need`() {
    var random = TestSeed.generator(1_400)
    var table = HashTable()
    var numbers = Set<Int>()
    for round in 0..<20 {
      let target = round == 19 ? 0 : random.number(0...40_000)
      while numbers.count < target {
        let number = random.number(0...1_000_000)
        if numbers.insert(number).inserted { table.insert(number, hash: tableHash(number)) }
      }
      for number in numbers.shuffled(using: &random).prefix(numbers.count - target) {
        numbers.remove(number)
        let isRemoved = table.remove(number, hash: tableHash(number))
        #expect(isRemoved)
      }
      #expect(table.count == numbers.count, "seed \(TestSeed.current)")
      #expect(table.pages.count <= 1 + numbers.count / 60, "seed \(TestSeed.current)")
      #expect(
        numbers.allSatisfy { number in table.first(hash: tableHash(number)) { $0 == number } == number },
        "seed \(TestSeed.current)")
    }
  }

  @Test func `removing and adding an entry repeatedly moves no pages`() {
    var table = HashTable()
    for number in 0..<10_000 { table.insert(number, hash: tableHash(number)) }
    let pages = table.pages.count
    for number in 0..<10_000 {
      table.remove(number, hash: tableHash(number))
      table.insert(number, hash: tableHash(number))
      #expect(table.pages.count == pages)
    }
  }

  @Test func `a set of rows frees the memory of removed rows`() {
    var rows = RowSet(positions: Array(0..<1_000_000))
    for position in 0..<999_900 { rows.remove(position) }
    #expect(rows.count == 100)
    #expect(rows.elements.capacity < 20)
  }
}

private struct Event: Model {
  var id = 0
  var number = 0
  var name = ""
  var tags: [String] = []

  /// A value that two records share.
  var pair: Int { number / 2 }
  var ratio: Double { number % 2 == 0 ? .nan : Double(number) }
  var computed: Bool { number % 3 == 0 }
  var computedTags: [Int] { [number, number + 1] }

  static let schema = Schema<Event> {
    Column(\.number)
    Column(\.name)
    Column(\.tags)
  }

  init() {}

  init(_ number: Int) {
    (self.number, name) = (number, "a text of its own, no. \(number)")
    tags = ["tag \(number)", "tag \(number + 1)"]
  }
}

private struct Slim: Model {
  var id = 0
  var number = 0

  static let schema = Schema<Slim> { Column(\.number) }
}
