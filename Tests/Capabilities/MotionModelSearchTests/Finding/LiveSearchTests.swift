import MotionModel
import MotionModelLive
import MotionModelSearch
import MotionModelTestSupport
import Testing

/// Live results of searches beside finders that run again.
@Suite struct LiveSearchTests {
  @Test(arguments: 0..<4) func `live results of searches and ranks are what their finders find`(part: Int) throws {
    var random = TestSeed.generator(1_800 + part)
    let (store, twin) = (try Store.ofNotes((0..<80).map { _ in Note.random(&random) }), try Store.ofNotes())
    let notes = store.table(Note.self)
    let finders = try (0..<12).map { number in
      let finder = try notes.search(SearchQuery(Note.query(&random)))
      switch number % 4 {
      case 0: return finder.order(by: .rank)
      case 1: return finder.order(by: .rank).limit(5)
      case 2: return finder.order(by: \.title).limit(7)
      default: return finder
      }
    }
    let results = finders.map { $0.live() }
    for _ in 0..<20 {
      try WordIndexTests.change(store, twin, &random)
      // From a hundred records on, or when there were as many, ranks may be a bit older.
      let isExact = notes.count < 99
      for (number, (finder, result)) in zip(finders, results).enumerated() where isExact || number % 4 != 1 {
        let isSorted = !isExact && number % 4 == 0
        let (shown, found) = (result.map(\.id), finder.ids)
        #expect(
          isSorted ? shown.sorted() == found.sorted() : shown == found, "\(finder), seed \(TestSeed.current)")
      }
    }
  }

  @Test func `a rank follows changes of its table alone`() throws {
    let store = try Store.ofNotes([Note("dog"), Note("dog cat")])
    let live = store.table(Note.self).search("dog").order(by: .rank).live()
    let told = Counter()
    let observation = live.onChange { _ in told.add() }
    try store.table(Todo.self).create { $0.name = "dog" }
    #expect(told.value == 0)
    try store.table(Note.self).create { $0.title = "dog" }
    #expect(told.value == 1)
    #expect(live.map(\.id) == [1, 3, 2])
    withExtendedLifetime(observation) {}
  }

  /// Two notes, of which the first by rank depends on how many titles and texts there are.
  @Test func `ranks stay after commits without words of the search, until a hundredth of the records was written`()
    throws
  {
    let store = try Store.ofNotes([Note("dog"), Note("", "dog")] + (0..<2_000).map { _ in Note("", "other") })
    let notes = store.table(Note.self)
    let finder = notes.search("dog ").order(by: .rank)
    let live = finder.live()
    let told = Counter()
    let observation = live.onChange { _ in told.add() }
    #expect(live.map(\.id) == [2, 1])

    try notes.insert(contentsOf: (0..<17).map { _ in Note("other") })
    #expect(finder.ids == [1, 2])
    #expect(live.map(\.id) == [2, 1])
    #expect(told.value == 0)
    try notes.where(\.id < 2_000).where(\.id > 1_996).updateAll { $0.shelf = 3 }
    #expect(live.map(\.id) == [2, 1])
    try notes.insert(contentsOf: (0..<4).map { _ in Note("other") })
    #expect(live.map(\.id) == [1, 2])
    #expect(told.value == 1)

    // A word of the search is there, comes or goes, or a record that is shown changes.
    try notes.where(\.id == 1).updateAll { $0.shelf = 3 }
    #expect(live.map(\.shelf) == [3, 0])
    try notes.where(\.id == 500).updateAll { $0.title = "dog" }
    #expect(live.map(\.id) == finder.ids && live.count == 3)
    try notes.where(\.id == 500).updateAll { $0.title = "" }
    #expect(live.map(\.id) == finder.ids && live.count == 2)
    try notes.delete(2)
    #expect(live.map(\.id) == [1])
    #expect(told.value == 5)
    withExtendedLifetime(observation) {}
  }

  @Test func `a record that meets an alternative of a search is shown at once`() throws {
    let store = try Store.ofNotes([Note("dog")] + (0..<400).map { _ in Note("other") })
    let notes = store.table(Note.self)
    let live = notes.where { $0.search("dog") || $0.shelf == 7 }.order(by: .rank).live()
    #expect(live.map(\.id) == [1])
    try notes.where(\.id == 9).updateAll { $0.shelf = 7 }
    #expect(live.map(\.id) == [1, 9])
    try notes.where(\.id == 9).updateAll { $0.shelf = 8 }
    #expect(live.map(\.id) == [1])
  }
}
