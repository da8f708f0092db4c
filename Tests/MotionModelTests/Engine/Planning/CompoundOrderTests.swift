import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Indexes in the order of several columns: what they serve, and that they change no result.
@Suite struct CompoundOrderTests {
  private let indexed = Store(notificationCenter: nil)
  private let plain = Store(notificationCenter: nil)

  private var parcels: ModelTable<Parcel> { indexed.table(Parcel.self) }

  /// Inserts 2,000 parcels, 20 on each of 100 shelves, with every fifth without a rank.
  private func insertMany() throws {
    try parcels.insert(
      contentsOf: (0..<2_000).map { number in
        var parcel = Parcel()
        (parcel.shelf, parcel.rank) = (number % 100, number % 5 == 0 ? nil : number * 7 % 31)
        (parcel.isSold, parcel.name) = (number % 3 == 0, "parcel \(number)")
        return parcel
      })
  }

  // MARK: - What they serve

  @Test func `an index in the order of several columns serves the first of them`() throws {
    try insertMany()
    try indexed.addIndex(Index<Parcel>(orderedBy: \.shelf, \.rank))
    let plan = "index shelf+rank ordered"
    #expect("\(parcels.where(\.shelf == 7).plan)" == "\(plan) (20 rows of 2000)")
    #expect("\(parcels.where(\.shelf == 7 && \.rank > 20).plan)".hasPrefix("\(plan) ("))
    #expect(parcels.where(\.shelf == 7 && \.rank > 20).plan.tests.isEmpty)
    #expect("\(parcels.where(\.shelf == 5 && \.rank == nil).plan)" == "\(plan) (20 rows of 2000)")
    #expect(parcels.where(\.shelf == 5 && \.rank != nil).count == 0)
    #expect("\(parcels.where(\.shelf < 2).plan)" == "\(plan) (40 rows of 2000)")
    #expect(
      parcels.where(\.shelf < 3 && \.rank == 14).plan.tests == ["rank == 14"], "behind a range, columns are tested")
    #expect(parcels.where(\.rank == 14).plan.access == .scan, "the first column is needed")
  }

  @Test func `equality with an order and a limit reads as many records as the limit, and sorts nothing`() throws {
    try insertMany()
    try indexed.addIndex(Index<Parcel>(orderedBy: \.shelf, \.rank))
    let finder = parcels.where(\.shelf == 7).order(by: \.rank)
    #expect("\(finder.limit(5).plan)" == "index shelf+rank ordered (5 rows of 2000), in its order")
    #expect("\(finder.plan)" == "index shelf+rank ordered (20 rows of 2000), in its order")
    #expect(finder.order(by: \.name).limit(5).plan.indexes.contains { $0.name == "shelf+rank ordered" })
    let all = parcels.all.filter { $0.shelf == 7 }.sorted { ($0.rank ?? .max) < ($1.rank ?? .max) }
    #expect(finder.limit(5).ids == all.prefix(5).map(\.id) && finder.ids == all.map(\.id))
  }

  @Test func `an order by all columns in one direction is read from the index`() throws {
    try insertMany()
    try indexed.addIndex(Index<Parcel>(orderedBy: \.shelf, \.rank))
    func visits(_ finder: Finder<Parcel>) -> Int {
      let visited = Counter()
      _ =
        finder.find { _ in
          visited.add()
          return true
        }.limit(30).all
      return visited.value
    }
    #expect(visits(parcels.order(by: \.shelf).order(by: \.rank)) == 30)
    // Records with equal values come in the order of insertion, against which the index is read, up to the end of a run.
    #expect(visits(parcels.order(by: \.shelf, .descending).order(by: \.rank, .descending, nils: .first)) <= 40)
    #expect(visits(parcels.order(by: \.shelf).order(by: \.rank).reversed()) == 30)
    #expect(visits(parcels.order(by: \.shelf).order(by: \.rank, .descending)) == 40, "two shelves are read and sorted")
  }

  @Test func `such an index is suggested where it reads the fewest records`() throws {
    try insertMany()
    let log = indexed.logFinders(slowerThan: nil, repeatedMoreThan: nil)
    _ = parcels.where(\.isSold == true).order(by: \.rank).limit(10).all
    #expect(indexed.indexAdvice(from: log).map(\.index) == ["isSold+rank ordered"])
    #expect(indexed.indexAdvice(from: log).map(\.columns) == [["isSold", "rank"]])
  }

  @Test func `an ordered index finds strings by their beginning, composed or not`() throws {
    let names = [
      "", "e", "é", "e\u{301}", "e\u{301}2", "é2", "ez", "f", "étude", "e\u{301}tude", "abcdefgh", "abcdefghi",
      "abcdefgz",
      "ABCDEFGHI", "👍", "👍🏽", "日本語の本", "z\u{308}\u{323}x", "z\u{323}\u{308}", "\u{1100}\u{1161}x", "가", "각",
    ]
    for store in [indexed, plain] {
      try store.table(Parcel.self).insert(
        contentsOf: (0..<400).map { number in
          var parcel = Parcel()
          parcel.name = names[number % names.count]
          parcel.note = number % 7 == 0 ? nil : names[number * 5 % names.count]
          return parcel
        })
    }
    try indexed.addIndex(Index<Parcel>(orderedBy: \.name))
    try indexed.addIndex(Index<Parcel>(orderedBy: \.shelf, \.note))
    for beginning in names + ["abcdefg", "abcdefghij", "z", "z\u{308}"] {
      let escaped = beginning + "%"
      for predicate in [
        ColumnTerm<Parcel, String>(\.name).startsWith(beginning),
        ColumnTerm<Parcel, String>(\.name).like(escaped),
        \.shelf == 0 && ColumnTerm<Parcel, String?>(\.note).startsWith(beginning),
      ] {
        let finder = parcels.where(predicate)
        #expect(finder.ids == plain.table(Parcel.self).where(predicate).ids, "\(predicate)")
      }
    }
    #expect("\(parcels.where(\.name).startsWith("étu").plan)".hasPrefix("index name ordered ("))
  }

  // MARK: - What is found

  private static let indexes: [@Sendable () -> Index<Parcel>] = [
    { Index(orderedBy: \.shelf, \.rank) }, { Index(orderedBy: \.rank, \.shelf) },
    { Index(orderedBy: \.shelf, \.rank, \.name) },
    { Index(orderedBy: \.weight, \.rank) }, { Index(orderedBy: \.isSold, \.weight) },
    { Index(orderedBy: \.note, \.shelf, where: \.isSold == false) }, { Index(orderedBy: \.initial, \.rank) },
  ]

  private static func parcel(_ random: inout SplitMix64) -> Parcel {
    var parcel = Parcel.random(&random)
    parcel.shelf = random.number(0...3)
    parcel.rank = random.chance(30) ? nil : random.number(0...3)
    return parcel
  }

  /// Returns a random finder of a table, with an order.
  private static func finder(_ random: inout SplitMix64) -> @Sendable (ModelTable<Parcel>) -> Finder<Parcel> {
    let (shelf, rank, weight, name) = (
      random.number(0...3), random.number(0...3), random.pick([0, .nan, 1.5]), random.pick(Parcel.names)
    )
    var conditions: [RecordPredicate<Parcel>] = []
    for _ in 0..<random.number(0...3) {
      switch random.number(0...9) {
      case 0, 1: conditions.append(\.shelf == shelf)
      case 2: conditions.append(\.rank == rank)
      case 3: conditions.append(\.rank == nil)
      case 4: conditions.append(\.rank != nil)
      case 5: conditions.append(\.isSold == false)
      case 6: conditions.append(\.weight >= weight)
      case 7: conditions.append(\.rank > rank)
      case 8: conditions.append(ColumnTerm(\.note).startsWith(name))
      default: conditions.append(\.shelf <= shelf)
      }
    }
    let terms = (0..<random.number(1...3)).map { _ in
      (random.number(0...6), random.pick(OrderDirection.allCases), random.pick(NilOrder.allCases))
    }
    let isReversed = random.chance(40)
    return { [conditions] table in
      var finder = conditions.reduce(table.records) { $0.where($1) }
      for (column, direction, nils) in terms {
        switch column {
        case 0, 1: finder = finder.order(by: \.shelf, direction)
        case 2, 3: finder = finder.order(by: \.rank, direction, nils: nils)
        case 4: finder = finder.order(by: \.weight, direction)
        case 5: finder = finder.order(by: \.note, direction, nils: nils)
        default: finder = finder.order(by: \.isSold, direction)
        }
      }
      return isReversed ? finder.reversed() : finder
    }
  }

  @Test(arguments: 0..<shortened(8)) func `results and pages are those without an index`(part: Int) throws {
    var random = TestSeed.generator(760 + part)
    var walks = 0
    // Few finders walk along the indexes that are there by chance in some rounds.
    for round in 0..<80 where round < 8 || walks <= 20 {
      let index = random.pick(Self.indexes)()
      if try !indexed.addIndex(index) { try indexed.removeIndex(index.name, of: Parcel.self) }
      try change(&random)
      let violation = indexed.violation()
      try #require(violation == nil, "seed \(TestSeed.current)")
      for _ in 0..<40 {
        let finder = Self.finder(&random)
        if case .index = check(finder, &random) { walks += 1 }
      }
    }
    #expect(walks > 20, "seed \(TestSeed.current)")
  }

  private func change(_ random: inout SplitMix64) throws {
    let added = (0..<random.number(10...60)).map { _ in Self.parcel(&random) }
    let (gone, moved) = (random.number(0...3), random.number(0...3))
    for store in [indexed, plain] {
      let table = store.table(Parcel.self)
      try table.insert(contentsOf: added)
      try table.where(\.shelf == gone).limit(15).deleteAll()
      try table.where(\.rank == moved).limit(10).updateAll { ($0.rank, $0.shelf) = (nil, 3 - $0.shelf) }
    }
  }

  /// Compares the answers to a finder.
  private func check(
    _ finder: (ModelTable<Parcel>) -> Finder<Parcel>, _ random: inout SplitMix64
  ) -> FinderPlan.Ordering {
    let (own, other) = (finder(parcels), finder(plain.table(Parcel.self)))
    let (offset, limit, size) = (random.number(0...9), random.number(0...30), random.number(1...25))
    let window = own.offset(offset).limit(limit)
    let comment = Comment(rawValue: "\(window), \(window.plan), seed \(TestSeed.current)")
    #expect(own.ids == other.ids && window.ids == other.offset(offset).limit(limit).ids, comment)
    #expect(own.first?.id == other.first?.id && own.last?.id == other.last?.id, comment)
    let (page, otherPage) = (own.page(size: size), other.page(size: size))
    #expect(page.records.map(\.id) == otherPage.records.map(\.id), comment)
    if let next = page.next, let otherNext = otherPage.next {
      let (second, otherSecond) = (own.page(after: next, size: size), other.page(after: otherNext, size: size))
      #expect(second.records.map(\.id) == otherSecond.records.map(\.id), comment)
      #expect((second.next == nil) == (otherSecond.next == nil), comment)
    } else {
      #expect(page.next == nil && otherPage.next == nil, comment)
    }
    return window.plan.ordering
  }
}
