import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import Testing

/// Searches of a store beside what SQLite answered, recorded by `Scripts/Support/search-fixtures.py`.
@Suite struct FTS5RanksTests {
  private struct Recorded: Decodable {
    struct Case: Decodable {
      let query: String
      let weights: [Double]
      /// The ordinal of a document, and its rank.
      let ranks: [[Double]]
    }

    let documents: [[String]]
    let cases: [Case]
  }

  struct Document: Model {
    var id = 0
    var title = ""
    var body = ""
    var notes = ""

    static let schema = Schema<Document> {
      Column(\.title)
      Column(\.body)
      Column(\.notes)
    }

    static func searchable(_ weights: [Double]) -> Searchable<Document> {
      Searchable(\.title, \.body, \.notes, weights: weights, analysis: .simple)
    }

    static func insert(_ documents: [[String]], in store: Store) throws {
      try store.table(Document.self).insert(
        contentsOf: documents.map { texts in
          var document = Document()
          (document.title, document.body, document.notes) = (texts[0], texts[1], texts[2])
          return document
        })
    }
  }

  @Test(arguments: Allocations.areOptimised ? [2, 128, nil] : [2, nil]) func `ranks by fts5 are those of SQLite`(
    blockSize: Int?
  ) throws {
    let recorded: Recorded = try fixture("fts5-ranks.json")
    #expect(recorded.cases.count == 100)
    for weights in Set(recorded.cases.map(\.weights)) {
      let (store, searchable) = (Store(notificationCenter: nil), Document.searchable(weights))
      try Document.insert(recorded.documents, in: store)
      try store.addIndex(searchable.index(blockSize: blockSize ?? 128))
      // Without an index a query takes a while, so in debug builds not all are asked in that way.
      let cases = recorded.cases.filter { $0.weights == weights }
      for asked in blockSize == nil ? Array(cases.prefix(shortened(cases.count))) : cases {
        let finder = try store.table(Document.self).search(SearchQuery(asked.query)).order(by: .fts5)
        if blockSize == nil { try store.removeIndex(searchable.index.name, of: Document.self) }
        let ranks = Dictionary(uniqueKeysWithValues: asked.ranks.map { (Int($0[0]) + 1, $0[1]) })
        let (ids, scores) = (finder.ids, finder.scores(by: .fts5))
        #expect(Set(ids) == Set(ranks.keys), "\(asked.query)")
        #expect(zip(ids, scores).allSatisfy { abs($1 + (ranks[$0] ?? .nan)) < 1e-9 }, "\(asked.query)")
        #expect(scores == scores.sorted(by: >), "\(asked.query)")
        #expect(finder.limit(7).ids == Array(ids.prefix(7)), "\(asked.query)")
        if blockSize == nil { try store.addIndex(searchable) }
      }
    }
  }

  @Test func `the index answers as FTS4 does`() throws {
    let answers = try SQLiteAnswers.read()
    for set in answers.sets {
      let store = Store(notificationCenter: nil)
      try Document.insert(set.documents, in: store)
      try store.addIndex(Document.searchable([]).index(blockSize: 2))
      for asked in set.cases {
        guard let finder = try? store.table(Document.self).search(SearchQuery(asked.query)) else { continue }
        #expect(finder.ids.reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) } == asked.found, "\(asked.query)")
      }
    }
  }
}
