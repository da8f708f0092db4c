import MotionModel
import MotionModelLive
import MotionModelSearch
import MotionModelTestSupport
import Testing

/// Facets: how many of the records that a search finds have each value of a column.
@Suite struct SearchFacetTests {
  private let store: Store
  private let notes: ModelTable<Note>

  init() throws {
    store = try .ofNotes([
      Note("Walk the dog", tags: ["home"]), Note("Feed the dog", "and the cat"), Note("Paint the door"),
      Note("Dogma", tags: ["home"]), Note("Hot dog", tags: ["food"]),
    ])
    notes = store.table(Note.self)
    for (id, shelf) in [(1, 7), (2, 7), (3, 7), (4, 8), (5, 9)] {
      try notes.where(\.id == id).updateAll { $0.shelf = shelf }
    }
  }

  @Test func `values of a column are counted among what was found`() throws {
    #expect(notes.search("dog").group(by: \.shelf).count() == [7: 2, 8: 1, 9: 1])
    #expect(try notes.search(SearchQuery("dog NOT cat")).group(by: \.shelf).count() == [7: 1, 9: 1])
    #expect(notes.search("nothing").group(by: \.shelf).count() == [:])
    #expect(notes.where { $0.search("paint") || $0.search("food") }.group(by: \.shelf).count() == [7: 1, 9: 1])
  }

  @Test func `other conditions, ranks and limits of the finder count`() {
    let found = notes.search("dog")
    #expect(found.where(\.id > 1).group(by: \.shelf).count() == [7: 1, 8: 1, 9: 1])
    #expect(found.order(by: .rank).group(by: \.shelf).count() == [7: 2, 8: 1, 9: 1])
    #expect(found.order(by: .rank).limit(2).ids == [5, 1])
    #expect(found.order(by: .rank).limit(2).group(by: \.shelf).count() == [7: 1, 9: 1])
    #expect(found.order(by: \.id).offset(1).limit(2).group(by: \.shelf).count() == [7: 1, 8: 1])
  }

  @Test func `several columns, elements of arrays and closures are facets`() {
    let found = notes.search("dog")
    #expect(
      found.group(by: \.shelf, \.tags).count() == [
        GroupKey(7, ["home"]): 1, GroupKey(7, []): 1, GroupKey(8, ["home"]): 1, GroupKey(9, ["food"]): 1,
      ])
    #expect(found.group { $0.title.hasPrefix("Dog") }.count() == [true: 1, false: 3])
    #expect(found.group(by: \.shelf).having(.count) { $0 > 1 }.count() == [7: 2])
  }

  private func counts(_ finder: Finder<Note>) -> [Int: Int] {
    Dictionary(grouping: finder.all, by: \.shelf).mapValues(\.count)
  }

  @Test func `live facets follow each commit`() throws {
    let counts = notes.search("dog").group(by: \.shelf).live(.count)
    #expect(counts.value == [7: 2, 8: 1, 9: 1])
    try notes.create { ($0.title, $0.shelf) = ("dogs", 9) }
    #expect(counts.value == [7: 2, 8: 1, 9: 2])
    try notes.where(\.id == 4).updateAll { $0.title = "Cat" }
    #expect(counts.value == [7: 2, 9: 2])
    try notes.where(\.id == 2).updateAll { $0.shelf = 8 }
    #expect(counts.value == [7: 1, 8: 1, 9: 2])
  }

  @Test(arguments: 0..<2) func `random facets are those of the records found`(part: Int) throws {
    var random = TestSeed.generator(3_200 + part)
    let stores = [try Store.ofNotes(), try Store.ofNotes(blockSize: nil)]
    for _ in 0..<4 {
      try WordIndexTests.change(stores[0], stores[1], &random)
      for _ in 0..<4 {
        let query = try SearchQuery(Note.query(&random))
        for store in stores {
          let found = try store.table(Note.self).search(query)
          for finder in [found, found.order(by: .rank).limit(7), found.where(\.id > 20).order(by: \.title).limit(9)] {
            #expect(finder.group(by: \.shelf).count() == counts(finder), "\(finder), seed \(TestSeed.current)")
          }
        }
      }
    }
  }
}
