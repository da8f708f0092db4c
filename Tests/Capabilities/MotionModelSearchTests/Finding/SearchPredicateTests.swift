import MotionModel
import MotionModelLive
import MotionModelSearch
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct SearchPredicateTests {
  init() throws {
    try Note.table.insert(contentsOf: [
      Note("Walk the dog", "In the park"), Note("Feed the cat", "Dog food is not for cats", tags: ["home", "hot dog"]),
      Note("Paint the door"), Note("Dogma"),
    ])
  }

  @Test func `a search is combined with other conditions in a closure`() throws {
    #expect(Note.where { $0.search("dog") }.ids == [1, 2, 4])
    #expect(Note.where { $0.search("cat") || $0.title == "Dogma" }.ids == [2, 4])
    #expect(Note.where { $0.search("dog") && !$0.search("cat") && $0.id < 4 }.ids == [1])
    #expect(Note.where { !($0.search("dog") || $0.search("paint")) }.ids == [])
    #expect(Note.where { $0.search("painr the", fuzziness: SearchFuzziness()) || $0.id == 4 }.ids == [3, 4])
    #expect(Note.where { $0.search("") || $0.id == 3 }.ids == [3])
  }

  @Test func `a predicate is kept, printed, tested on a record and asked of several stores`() throws {
    let dogs: RecordPredicate<Note> = .search("dog") && \.id > 1
    #expect(Note.where(dogs || .search("walk")).ids == [1, 2, 4])
    #expect(Note.where(.search("painr", fuzziness: SearchFuzziness())).ids == [3])
    #expect("\(dogs)" == "search \"dog OR dog*\" && id > 1")
    #expect(!dogs.matches(Note("A dog")) && RecordPredicate<Note>.search("dog").matches(Note("A dog")))
    let other = try Store.ofNotes([Note("dog"), Note("dogged")])
    #expect(other.table(Note.self).where(dogs).ids == [2])
  }

  @Test func `a predicate of a query throws when it cannot be read`() throws {
    let query = try RecordPredicate<Note>.search(SearchQuery("title:dog OR tags:dog"))
    #expect(Note.where(query && !.search("walk")).ids == [2])
    #expect(Note.where(try .search(.phrase("the dog"))).ids == [1])
    #expect(throws: SearchQuery.SyntaxError.self) { try RecordPredicate<Note>.search(SearchQuery("dog AND")) }
    #expect(throws: SearchQuery.SyntaxError.self) { try RecordPredicate<Note>.search(SearchQuery("heading:dog")) }
    #expect(throws: SearchQuery.SyntaxError.self) { try RecordPredicate<Note>.search(.phrase("dog", in: "heading")) }
  }

  @Test func `the plan uses the index for both sides of an alternative`() throws {
    try Note.table.insert(contentsOf: (0..<200).map { Note("other \($0)") })
    let plan = Note.where { $0.search("walk") || $0.search("paint") && $0.shelf == 0 }.plan
    #expect(plan.indexes.contains { $0.name == "title+body+tags words" })
    #expect(plan.estimatedRows <= 4)
  }

  @Test func `ranks count the searches of alternatives, and not the negated ones`() {
    let found = Note.where { ($0.search("dog") || $0.search("paint")) && !$0.search("food") }
    #expect(Set(found.order(by: .rank).ids) == [1, 3, 4])
    let (dogs, paints) = (Note.search("dog").scores(), Note.search("paint").scores())
    #expect(found.scores() == [dogs[0], paints[0], dogs[2]])
    #expect(Note.where(!.search("cat")).scores() == [0, 0, 0])
  }

  @Test func `a search is the condition of a partial index`() throws {
    let index = Index<Note>(\.title, where: .search("dog"), name: "titles with dogs")
    try Store.current.addIndex(index)
    let found = Note.search("dog").where(\.shelf == 0)
    #expect(found.ids == [1, 2, 4])
    #expect(Store.current.indexes(of: Note.self).first { $0.name == index.name }?.entryCount == 3)
    try Note.where(\.id == 3).updateAll { $0.body = "with a dog" }
    try Note.where(\.id == 1).updateAll { $0.title = "Walk" }
    #expect(Store.current.indexes(of: Note.self).first { $0.name == index.name }?.entryCount == 3)
    #expect(found.ids == [2, 3, 4])
    #expect(Store.current.violation() == nil)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a model without searched columns traps`() async {
      await #expect(processExitsWith: .failure) { _ = RecordPredicate<Todo>.search("dog") }
    }
  #endif

  // MARK: - Random

  /// A condition, and the same for a record alone.
  private struct Condition {
    var predicate: RecordPredicate<Note>
    var test: (Note) -> Bool

    init(_ random: inout SplitMix64, depth: Int = 3) throws {
      if depth == 0 || random.chance(30) {
        if random.chance(25) {
          let shelf = random.number(0...9)
          (predicate, test) = (\.shelf < shelf, { $0.shelf < shelf })
          return
        }
        let query = try SearchQuery(Note.query(&random, depth: 1))
        let bound = try query.bound(to: ["title", "body", "tags"], by: TextAnalysis())
        predicate = try .search(query)
        test = { note in
          let texts = [[note.title], note.body.map { [$0] } ?? [], note.tags]
          return bound.matches(RecordWords(columns: texts, TextAnalysis()))
        }
        return
      }
      let (first, second) = (
        try Condition(&random, depth: depth - 1), try Condition(&random, depth: depth - 1)
      )
      switch random.number(0...2) {
      case 0: (predicate, test) = (first.predicate && second.predicate, { first.test($0) && second.test($0) })
      case 1: (predicate, test) = (first.predicate || second.predicate, { first.test($0) || second.test($0) })
      default: (predicate, test) = (!first.predicate, { !first.test($0) })
      }
    }
  }

  @Test(arguments: 0..<3) func `random conditions find what their parts find in each record`(part: Int) throws {
    var random = TestSeed.generator(3_100 + part)
    let notes = (0..<25).map { _ in Note.random(&random) }
    let conditions = try (0..<16).map { _ in try Condition(&random) }
    let stores = [try Store.ofNotes(notes), try Store.ofNotes(notes, blockSize: nil)]
    for store in stores { try store.addIndex(Index<Note>(\.shelf, where: conditions[0].predicate, name: "partial")) }
    let live = conditions.prefix(5).map { condition in
      stores.map { $0.table(Note.self).where(condition.predicate).live() }
    }
    for round in 0..<3 {
      let stored = stores[0].table(Note.self).all
      for condition in conditions {
        let expected = stored.filter(condition.test).map(\.id)
        for store in stores {
          let found = store.table(Note.self).where(condition.predicate)
          #expect(found.ids == expected, "\(condition.predicate), round \(round), seed \(TestSeed.current)")
          #expect(found.count == expected.count, "\(condition.predicate)")
        }
      }
      for (condition, results) in zip(conditions, live) {
        for result in results { #expect(Array(result) == stored.filter(condition.test), "\(condition.predicate)") }
      }
      for store in stores { #expect(store.violation() == nil) }
      try WordIndexTests.change(stores[0], stores[1], &random)
    }
  }
}
