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
      let finder = try notes.search(query: Note.query(&random))
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
      for (finder, result) in zip(finders, results) {
        #expect(result.map(\.id) == finder.ids, "\(finder), seed \(TestSeed.current)")
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
}
