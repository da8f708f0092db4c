import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import Testing

@Suite struct SearchRankTests {
  #if DEBUG
    /// Each takes a second without optimisation, with which all 560 cases run.
    static let rounds = 2
  #else
    static let rounds = 5
  #endif

  /// One store has an index with blocks of two rows, another has none. Records are repeated, so that ranks are equal.
  @Test(arguments: 0..<shortened(8)) func `the first by rank are those of all, with and without the index`(part: Int)
    throws
  {
    var random = TestSeed.generator(1_700 + part)
    let (indexed, plain) = (try Store.ofNotes(), try Store.ofNotes(blockSize: nil))
    for _ in 0..<Self.rounds {
      var random = SplitMix64(seed: random.next())
      let notes = (0..<30).map { _ in Note.random(&random) }
      let repeated = (0..<60).map { _ in random.pick(notes) }
      for store in [indexed, plain] { try store.table(Note.self).insert(contentsOf: repeated) }
      for _ in 0..<14 { try expectSameRanks(indexed, plain, &random) }
      try WordIndexTests.change(indexed, plain, &random)
    }
  }

  private func expectSameRanks(_ indexed: Store, _ plain: Store, _ random: inout SplitMix64) throws {
    let query = Note.query(&random)
    let (shelf, limit, offset) = (random.number(0...9), random.number(1...12), random.number(0...3))
    let rank = random.chance(50) ? SearchRank.rank : .fts5
    let (kind, isRestricted, isReversed) = (random.number(0...3), random.chance(30), random.chance(20))
    func finder(_ store: Store) throws -> Finder<Note> {
      var finder = try store.table(Note.self).search(SearchQuery(query))
      if isRestricted { finder = finder.where(\.shelf >= shelf) }
      switch kind {
      case 0: finder = finder.order(by: \.shelf).order(by: rank)
      case 1: finder = finder.order(by: rank).order(by: \.shelf)
      default: finder = finder.order(by: rank)
      }
      return isReversed ? finder.reversed() : finder
    }
    let (first, second) = (try finder(indexed), try finder(plain))
    let all = second.ids
    let comment = Comment(rawValue: "\(first), \(first.limit(limit).plan), seed \(TestSeed.current)")
    #expect(first.ids == all, comment)
    #expect(first.limit(limit).offset(offset).ids == Array(all.dropFirst(offset).prefix(limit)), comment)
    #expect(second.limit(limit).ids == Array(all.prefix(limit)), comment)
    #expect(first.last(limit).map(\.id) == all.suffix(limit), comment)
    var (page, paged) = (first.page(size: limit), [Int]())
    while true {
      paged += page.records.map(\.id)
      guard let next = page.next else { break }
      page = first.page(after: next, size: limit)
    }
    #expect(paged == all, comment)
  }

  @Test func `the first by rank of one column are those of all`() throws {
    var random = TestSeed.generator(1_750)
    let texts = (0..<25).map { _ in Note.text(random.number(1...14), &random) }
    let repeated = (0..<150).map { _ in Todo(random.pick(texts)) }
    let (indexed, plain) = (Store(notificationCenter: nil), Store(notificationCenter: nil))
    for store in [indexed, plain] {
      try store.addIndex(Searchable<Todo>(\.name).index(blockSize: 2))
      try store.table(Todo.self).insert(contentsOf: repeated)
    }
    for word in Note.words {
      for rank in [SearchRank.rank, .fts5] {
        let finders = try [indexed, plain].map {
          try $0.table(Todo.self).search(SearchQuery("\"\(word)\"")).order(by: rank)
        }
        try plain.removeIndex("name words", of: Todo.self)
        let all = finders[1].ids
        for limit in [1, 3, 20, 70] {
          #expect(finders[0].limit(limit).ids == Array(all.prefix(limit)), "\(word), seed \(TestSeed.current)")
          let page = finders[0].page(after: finders[0].page(size: 2).next, size: limit).records.map(\.id)
          #expect(all.count < 3 || page == Array(all.dropFirst(2).prefix(limit)), "\(word), seed \(TestSeed.current)")
        }
        try plain.addIndex(Searchable<Todo>(\.name))
      }
    }
  }

  @Test func `rarer words, more words and shorter texts come first`() throws {
    let store = try Store.ofNotes([
      Note("walk", "the cat and the dog"), Note("dog"), Note("cat dog"), Note("a dog", "dog dog"), Note("cat"),
      Note("x"),
    ])
    let notes = store.table(Note.self)
    #expect(notes.search("dog").order(by: .rank).ids == [2, 4, 3, 1])
    #expect(try notes.search(SearchQuery("dog OR walk")).order(by: .rank).ids == [1, 2, 4, 3])
    #expect(notes.search("do").order(by: .rank).limit(2).ids == [2, 4])
  }

  @Test func `without a search all records are equal`() throws {
    let store = try Store.ofNotes([Note("b"), Note("a")])
    #expect(store.table(Note.self).order(by: .rank).order(by: \.title).ids == [2, 1])
  }
}
