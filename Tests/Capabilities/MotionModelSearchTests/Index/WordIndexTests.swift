import MotionModel
import MotionModelSearch
import MotionModelTransactions
import MotionModelTestSupport
import Testing

/// The index beside the scan: one store has an index with blocks of two rows, another has none. Both must find the
/// same.
@Suite struct WordIndexTests {
  @Test(arguments: 0..<shortened(6)) func `records are the same with and without the index`(part: Int) throws {
    var random = TestSeed.generator(1_600 + part)
    let (indexed, plain) = (try Store.ofNotes(), try Store.ofNotes(blockSize: nil))
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    var found = 0
    // There are few records in some rounds.
    for round in 0..<120 where round < 12 || found <= 200 {
      try Self.change(indexed, plain, &random)
      #expect(indexed.violation() == nil, comment)
      for _ in 0..<30 {
        let (query, shelf) = (Note.query(&random), random.number(0...9))
        let isRestricted = random.chance(30)
        func finder(_ store: Store) throws -> Finder<Note> {
          let finder = try store.table(Note.self).search(SearchQuery(query))
          return isRestricted ? finder.where(\.shelf == shelf) : finder
        }
        let (first, second) = (try finder(indexed), try finder(plain))
        let text = Comment(rawValue: "\(first), \(first.plan), seed \(TestSeed.current)")
        #expect(first.ids == second.ids, text)
        #expect(first.count == second.count, text)
        found += first.count
      }
    }
    #expect(found > 200, comment)
  }

  @Test func `a snapshot and a branch keep what they have`() throws {
    var random = TestSeed.generator(1_650)
    let store = try Store.ofNotes((0..<200).map { _ in Note.random(&random) })
    let snapshot = store.snapshot()
    let queries = (0..<40).map { _ in Note.query(&random) }
    let before = try queries.map { try snapshot.table(Note.self).search(SearchQuery($0)).ids }
    for note in store.table(Note.self) {
      var changed = Note.random(&random)
      changed.id = note.id
      try store.table(Note.self).save(&changed)
    }
    try store.table(Note.self).where(\.shelf < 3).deleteAll()
    #expect(try queries.map { try snapshot.table(Note.self).search(SearchQuery($0)).ids } == before)
    #expect(store.violation() == nil && snapshot.violation() == nil)
  }

  @Test func `an undone change leaves nothing`() throws {
    var random = TestSeed.generator(1_660)
    let store = try Store.ofNotes((0..<50).map { _ in Note.random(&random) })
    let words = store.indexes(of: Note.self).map(\.entryCount)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.table(Note.self).create { $0.title = "unheard words" }
        try store.table(Note.self).where(\.shelf < 5).deleteAll()
        throw Stop()
      }
    }
    #expect(store.indexes(of: Note.self).map(\.entryCount) == words)
    #expect(store.violation() == nil)
  }

  /// Makes the same change in two stores.
  static func change(_ first: Store, _ second: Store, _ random: inout SplitMix64) throws {
    let (seed, kind) = (random.next(), random.number(0...5))
    for store in [first, second] {
      var random = SplitMix64(seed: seed)
      let table = store.table(Note.self)
      switch kind {
      case 0, 1, 2: try table.insert(contentsOf: (0..<random.number(1...60)).map { _ in Note.random(&random) })
      case 3: try table.records.where(\.shelf == random.number(0...9)).updateAll { $0.title += " dog" }
      case 4: try table.records.where(\.shelf == random.number(0...9)).limit(40).deleteAll()
      default:
        for id in table.records.ids.prefix(40) {
          var note = Note.random(&random)
          note.id = id
          try table.save(&note)
        }
      }
    }
  }
}
