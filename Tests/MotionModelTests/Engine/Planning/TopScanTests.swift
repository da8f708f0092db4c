import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// The first rows of an order must be the first of all rows in that order, with pages in each scan, without any, and by use.
@Suite struct TopScanTests {
  private typealias Ordering = @Sendable (Finder<AllTypes>, OrderDirection, NilOrder) -> Finder<AllTypes>

  private static func ordering(_ column: any KeyPath<AllTypes, some ColumnValue> & Sendable) -> Ordering {
    { $0.order(by: column, $1, nils: $2) }
  }

  private static var orderings: [Ordering] {
    [
      ordering(\.id), ordering(\.serial), ordering(\.int), ordering(\.int8), ordering(\.uint64), ordering(\.bool),
      ordering(\.double), ordering(\.float), ordering(\.date), ordering(\.level), ordering(\.string),
      ordering(\.maybeInt), ordering(\.maybeInt64), ordering(\.maybeUInt64), ordering(\.maybeInt8),
      ordering(\.maybeDouble), ordering(\.maybeDate), ordering(\.maybeBool), ordering(\.maybeLevel),
      ordering(\.decimal), ordering(\.uuid),
    ]
  }

  /// A random order of one or two columns, the same for all stores.
  private static func order(_ random: inout SplitMix64) -> Ordering {
    let terms = (0..<random.number(1...2)).map { _ in
      (orderings[random.number(0...orderings.count - 1)], random.chance(50), random.chance(50))
    }
    let isReversed = random.chance(30)
    return { finder, _, _ in
      let ordered = terms.reduce(finder) { $1.0($0, $1.1 ? .ascending : .descending, $1.2 ? .first : .last) }
      return isReversed ? ordered.reversed() : ordered
    }
  }

  private func stores() -> [Store] {
    PageRule.allCases.map { rule in
      let store = Store(notificationCenter: nil)
      store.pageRule = rule
      return store
    }
  }

  @Test(arguments: 0..<shortened(4)) func `the first rows are those of sorting all`(part: Int) throws {
    var random = TestSeed.generator(2_400 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part)")
    let stores = stores()
    var number = 0
    for _ in 0..<3 {
      let added = (0..<random.number(200...400)).map { AllTypes.random(number + $0, using: &random) }
      number += added.count
      let gone = random.number(0...number)
      for store in stores {
        try store.table(AllTypes.self).insert(contentsOf: added)
        try store.table(AllTypes.self).records.where(\.serial < gone && \.bool == true).deleteAll()
      }
      for _ in 0..<shortened(60) {
        let (order, limit, offset) = (Self.order(&random), random.number(1...30), random.number(0...9))
        let item = AllTypes.random(-1, using: &random)
        let isFiltered = random.chance(40)
        let answers = stores.map { store in
          let all = store.table(AllTypes.self).records
          let found = order(isFiltered ? all.where(\.int16 <= item.int16) : all, .ascending, .last)
          let wanted = Array(found.ids.dropFirst(offset).prefix(limit))
          #expect(found.offset(offset).limit(limit).ids == wanted, comment)
          #expect(found.offset(offset).limit(limit).all.map(\.id) == wanted, comment)
          return wanted
        }
        #expect(answers.allSatisfy { $0 == answers[0] }, comment)
      }
    }
  }

  @Test func `pages of an order are the same as the whole`() throws {
    var random = TestSeed.generator(2_450)
    for store in stores() {
      let table = store.table(AllTypes.self)
      try table.insert(contentsOf: (0..<600).map { AllTypes.random($0, using: &random) })
      for _ in 0..<10 {
        let found = Self.order(&random)(table.records, .ascending, .last)
        var (ids, cursor) = ([Int](), PageCursor<AllTypes>?.none)
        repeat {
          let page = found.page(after: cursor, size: 70)
          ids += page.records.map(\.id)
          cursor = page.next
        } while cursor != nil
        #expect(ids == found.ids, "seed \(TestSeed.current)")
      }
    }
  }

  /// A table in which a column grows with time.
  private func parcels(_ count: Int) throws -> ModelTable<Parcel> {
    let store = Store(notificationCenter: nil)
    store.pageRule = .byUse
    let table = store.table(Parcel.self)
    try table.insert(
      contentsOf: (0..<count).map { number in
        var item = Parcel()
        (item.shelf, item.rank) = (number, number % 3 == 0 ? nil : number / 5)
        return item
      })
    return table
  }

  /// The last chunk has to have as many rows as are wanted.
  @Test(.enabled(if: RowPosition.perChunk == 128)) func `the latest of a growing column are tested alone`() throws {
    let table = try parcels(6_000)
    for _ in 0..<4 {
      let tested = Counter()
      let found = table.records.find { item in
        tested.add()
        return item.shelf % 2 == 0
      }
      #expect(found.order(by: \.shelf, .descending).limit(3).pluck(\.shelf) == [5_998, 5_996, 5_994])
      #expect(tested.value <= RowPosition.perChunk)
    }
    #expect(table.records.order(by: \.shelf).limit(2).plan.packedColumns == ["shelf"])
  }

  @Test func `equal keys come in the order of insertion, and missing ones where they are wanted`() throws {
    let table = try parcels(6_000)
    for _ in 0..<4 {
      #expect(table.records.order(by: \.rank).limit(5).ids == [2, 3, 5, 6, 8])
      #expect(table.records.order(by: \.rank, nils: .first).limit(3).ids == [1, 4, 7])
      #expect(table.records.order(by: \.rank, .descending).limit(3).ids == [5_996, 5_997, 5_999])
      #expect(table.records.order(by: \.rank, .descending, nils: .first).limit(2).ids == [1, 4])
      #expect(table.records.order(by: \.rank).reversed().limit(2).ids == [5_998, 5_995])
    }
  }

  @Test func `the greatest integers are not taken for missing ones`() throws {
    for store in stores() {
      let table = store.table(AllTypes.self)
      try table.insert(
        contentsOf: (0..<600).map { number in
          var item = AllTypes()
          item.code = "\(number)"
          item.maybeInt = number % 3 == 0 ? nil : number == 100 ? .max : number
          return item
        })
      for _ in 0..<3 {
        #expect(table.records.order(by: \.maybeInt, .descending).limit(2).ids == [101, 600])
        #expect(table.records.order(by: \.maybeInt, nils: .first).reversed().limit(2).ids == [101, 600])
        #expect(table.records.order(by: \.maybeInt, .descending, nils: .first).offset(199).limit(2).ids == [598, 101])
      }
    }
  }
}
