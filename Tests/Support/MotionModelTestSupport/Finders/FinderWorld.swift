package import MotionModel

/// A table after random insertions and deletions, and a plain array that must hold the same records in the same order.
package struct FinderWorld<Indexing: AllTypesIndexing> {
  package typealias Record = AllTypesRecord<Indexing>

  package let store = Store()
  package var random: SplitMix64
  package private(set) var rows: [Record] = []
  private var deleted: [Record] = []
  private var number = 0

  package var table: ModelTable<Record> { store.table(Record.self) }
  package var records: Finder<Record> { table.records }

  /// Creates a world of several hundred records, with gaps from deletions between them.
  package init(part: Int, size: Int = 330) throws {
    random = TestSeed.generator(part)
    try insert(size * 2 / 3)
    try churn(steps: 25)
    try insert(size / 3)
    try churn(steps: 25)
  }

  // MARK: - Changes

  package mutating func insert(_ count: Int) throws {
    let records = (0..<count).map { _ in newRecord() }
    rows += try table.insert(contentsOf: records)
  }

  private mutating func newRecord() -> Record {
    number += 1
    return .random(number, using: &random)
  }

  package mutating func churn(steps: Int) throws {
    for _ in 0..<steps {
      switch random.number(0...5) {
      case 0: try insertOne()
      case 1: try deleteSome()
      case 2: try putBack()
      case 3, 4: try update()
      default: try updateSome()
      }
    }
  }

  /// Inserts, deletes or updates a record, but never updates the one with a given id. Deleted records are not restored.
  package mutating func change(besides id: Int) throws {
    switch random.number(0...2) {
    case 0: try insertOne()
    case 1:
      if let index = rows.indices.randomElement(using: &random) { try table.delete(rows.remove(at: index).id) }
    default:
      if let index = rows.indices.randomElement(using: &random), rows[index].id != id { try update(at: index) }
    }
  }

  private mutating func insertOne() throws {
    var record = newRecord()
    try table.insert(&record)
    rows.append(record)
  }

  private mutating func deleteSome() throws {
    let start = random.number(0...rows.count)
    let victims = rows[start...].prefix(random.pick([1, 1, 2, 20]))
    for record in victims { try table.delete(record.id) }
    deleted += victims
    rows.removeSubrange(start..<start + victims.count)
  }

  private mutating func putBack() throws {
    guard !deleted.isEmpty else { return }
    var record = deleted.remove(at: random.number(0...deleted.count - 1))
    try table.insert(&record)
    rows.append(record)
  }

  private mutating func update() throws {
    if let index = rows.indices.randomElement(using: &random) { try update(at: index) }
  }

  private mutating func update(at index: Int) throws {
    var record = rows[index]
    if random.chance(50) { record.randomize(using: &random) } else { record.randomizeOptionals(using: &random) }
    try table.save(&record)
    rows[index] = record
  }

  private mutating func updateSome() throws {
    let text = String.nasty(using: &random)
    let count = try records.where(\.string).eq(text).updateAll {
      $0.maybeInt = nil; $0.word = .café
    }
    var expected = 0
    for index in rows.indices where rows[index].string == text {
      // A NaN in another column is not a change.
      if rows[index].maybeInt == nil && rows[index].word == .café { continue }
      (rows[index].maybeInt, rows[index].word) = (nil, .café)
      expected += 1
    }
    precondition(count == expected, "updateAll counted \(count) instead of \(expected)")
  }
}

/// The order, distinct values, offset and limit of a finder, for a finder and for an array.
package struct FinderShape<Record: Model> {
  package var keys: [SortKey<Record>] = []
  package var isReversed = false
  package var distinct: [Distinct<Record>] = []
  package var offset = 0
  package var limit: Int?

  package init() {}

  package static func random(_ probes: [Probe<Record>], using random: inout SplitMix64) -> FinderShape {
    var shape = FinderShape()
    for _ in 0..<random.pick([0, 0, 1, 1, 2, 3]) {
      if let key = random.pick(probes).key { shape.keys.append(key(&random)) }
    }
    shape.isReversed = random.chance(25)
    if random.chance(15), let distinct = random.pick(probes).distinct { shape.distinct = [distinct] }
    if random.chance(30) { shape.offset = random.pick([-1, 0, 1, 3, 100, 1000, .max]) }
    if random.chance(40) { shape.limit = random.pick([-1, 0, 1, 2, 10, 200, 1000, .max]) }
    return shape
  }

  /// Returns a finder of this shape.
  package func apply(to finder: Finder<Record>) -> Finder<Record> {
    var finder = finder
    for key in keys { finder = key.apply(finder) }
    if isReversed { finder = finder.reversed() }
    for distinct in distinct { finder = distinct.apply(finder) }
    if offset != 0 { finder = finder.offset(offset) }
    if let limit { finder = finder.limit(limit) }
    return finder
  }

  /// Applies this shape to an array of records in the order of insertion.
  package func arrange(_ rows: [Record]) -> [Record] {
    var rows = rows
    if !keys.isEmpty { rows.sort { compare($0, $1) < 0 } }
    if isReversed { rows.reverse() }
    if let distinct = distinct.first {
      rows = rows.reduce(into: []) { kept, row in
        if !kept.contains(where: { distinct.isSame($0, row) }) { kept.append(row) }
      }
    }
    return Array(rows.dropFirst(max(0, offset)).prefix(limit.map { max(0, $0) } ?? .max))
  }

  /// It relies on Swift's sort being stable: records that are equal by all keys keep their order.
  package func compare(_ first: Record, _ second: Record) -> Int {
    for key in keys {
      let result = key.compare(first, second)
      if result != 0 { return result }
    }
    return 0
  }

  package var text: String {
    let parts = keys.map { "order by \($0.text)" } + (isReversed ? ["reversed"] : []) + distinct.map(\.text)
    return (parts + ["offset \(offset)", "limit \(limit.map(String.init) ?? "none")"]).joined(separator: ", ")
  }
}
