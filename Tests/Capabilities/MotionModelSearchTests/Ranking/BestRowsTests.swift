import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import Testing

/// The first rows of tables of several chunks, beside the scores of all rows without an index: equal to the last bit,
/// and ties in the order of insertion.
@Suite struct BestRowsTests {
  #if DEBUG
    static let (queries, count) = (2, 300)
  #else
    static let (queries, count) = (60, 700)
  #endif

  /// A record that its schema does not declare to be searched.
  struct Page: Model {
    var id = 0
    var title = ""
    var body = ""

    static let schema = Schema<Page> {
      Column(\.title)
      Column(\.body)
    }
  }

  /// Texts of which many are repeated, so that ranks are equal, some are long, and some have a word hundreds of times.
  private static func pages(_ count: Int, _ random: inout SplitMix64) -> [Page] {
    let texts = (0..<count / 4).map { _ in Note.text(random.number(1...12), &random) }
    return (0..<count).map { _ in
      var page = Page()
      (page.title, page.body) = (random.pick(texts), random.pick(texts))
      if random.chance(1) {
        page.body = Array(repeating: "\(random.pick(Note.words)) x", count: 300).joined(separator: " ")
      }
      return page
    }
  }

  /// Returns a query of two to six parts.
  private static func query(_ random: inout SplitMix64) -> String {
    func part() -> String {
      switch random.number(0...6) {
      case 0: "\(random.pick(Note.words).prefix(1))*"
      case 1: "\"\(random.pick(Note.words)) \(random.pick(Note.words))\""
      case 2: "(\(random.pick(Note.words)) \(random.pick(Note.words)))"
      default: "\"\(random.pick(Note.words))\""
      }
    }
    let parts = (0..<random.number(2...6)).map { _ in part() }
    let query = parts.joined(separator: random.pick([" OR ", " OR ", " "]))
    return random.chance(20) ? "(\(query)) NOT \"\(random.pick(Note.words))\"" : query
  }

  private static func expectSame(_ first: Finder<Page>, _ second: Finder<Page>, _ rank: SearchRank) {
    let comment = Comment(rawValue: "\(first), seed \(TestSeed.current)")
    let (all, scores) = (second.ids, second.scores(by: rank))
    #expect(first.ids == all, comment)
    #expect(first.scores(by: rank) == scores, comment)
    for limit in [1, 7, 20, 5_000] { #expect(first.limit(limit).ids == Array(all.prefix(limit)), comment) }
    let page = first.page(after: first.page(size: 3).next, size: 5)
    #expect(all.count < 4 || page.records.map(\.id) == Array(all.dropFirst(3).prefix(5)), comment)
  }

  /// Changes a third of the pages.
  private static func change(_ stores: [Store], _ random: inout SplitMix64) throws {
    for var page in pages(count, &random) where random.chance(40) {
      page.id = random.number(1...count)
      let isDeletion = random.chance(30)
      if stores[0].table(Page.self).find(page.id) == nil { continue }
      for store in stores {
        var page = page
        if isDeletion { _ = try store.table(Page.self).delete(page.id) } else { try store.table(Page.self).save(&page) }
      }
    }
  }

  @Test(
    arguments: [2, 128, 255],
    [
      Searchable<Page>(\.body), Searchable<Page>(\.title, \.body, weights: [3, 1]),
      Searchable<Page>(\.title, \.body, weights: [0, 1]),
    ])
  func `the first rows are those with the greatest scores`(blockSize: Int, _ searchable: Searchable<Page>) throws {
    var random = TestSeed.generator(2_600 + blockSize)
    let (indexed, plain) = (Store(notificationCenter: nil), Store(notificationCenter: nil))
    try indexed.addIndex(searchable.index(blockSize: blockSize))
    try plain.addIndex(searchable)
    let pages = Self.pages(Self.count, &random)
    for store in [indexed, plain] { try store.table(Page.self).insert(contentsOf: pages) }
    let asked = (0..<Self.queries).map { index in
      (query: Self.query(&random), rank: index % 2 == 0 ? SearchRank.rank : .fts5)
    }
    let finders = try asked.map { asked in
      try [indexed, plain].map { try $0.table(Page.self).search(SearchQuery(asked.query)).order(by: asked.rank) }
    }
    try plain.removeIndex(searchable.index.name, of: Page.self)
    for round in 0..<2 {
      if round > 0 { try Self.change([indexed, plain], &random) }
      for (finders, asked) in zip(finders, asked) { Self.expectSame(finders[0], finders[1], asked.rank) }
    }
    #expect(indexed.violation() == nil)
    // A few queries may find next to nothing by chance.
    if Self.queries > 50 { #expect(finders.reduce(0) { $0 + $1[1].count } > 100) }
  }
}
