import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Searches of records that an adapter keeps: they are tested one by one.
@Suite struct AdapterSearchTests {
  struct Memo: Model {
    typealias Adapter = BytesAdapter

    var id = 0
    var text = ""

    static let schema = Schema<Memo> {
      Column(\.text)
      Searchable(\.text)
    }
  }

  @Test func `records of an adapter are searched and ranked as those in memory`() throws {
    var random = TestSeed.generator(1_995)
    let texts = (0..<60).map { _ in Note.text(random.number(0...9), &random) }
    let store = Store(notificationCenter: nil, adapters: [BytesAdapter()])
    for text in texts { try store.table(Memo.self).create { $0.text = text } }
    let twin = Store(notificationCenter: nil)
    try twin.addIndex(Searchable<Todo>(\.name))
    for text in texts { try twin.table(Todo.self).create { $0.name = text } }
    for _ in 0..<25 {
      let query = Note.query(&random).replacing(/(title|body|tags):/, with: "")
      let found = try store.table(Memo.self).search(SearchQuery(query))
      let expected = try twin.table(Todo.self).search(SearchQuery(query))
      #expect(try found.ids == expected.ids, "\(query), seed \(TestSeed.current)")
      #expect(try found.count == expected.count, "\(query), seed \(TestSeed.current)")
      #expect(
        try found.order(by: .rank).limit(5).ids == expected.order(by: .rank).limit(5).ids,
        "\(query), seed \(TestSeed.current)")
    }
  }

  @Test func `a transaction sees its own records`() throws {
    let store = Store(notificationCenter: nil, adapters: [BytesAdapter()])
    let memos = store.table(Memo.self)
    try memos.create { $0.text = "dog and cat" }
    try store.transaction {
      try memos.create { $0.text = "dog" }
      #expect(try memos.search("dog").order(by: .rank).ids == [2, 1])
    }
    #expect(try memos.search("dog").ids == [1, 2])
  }
}
