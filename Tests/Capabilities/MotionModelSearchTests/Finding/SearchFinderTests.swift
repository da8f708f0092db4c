import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct SearchFinderTests {
  init() throws {
    try Note.table.insert(contentsOf: [
      Note("Walk the dog", "In the park"), Note("Feed the cat", "Dog food is not for cats", tags: ["home", "hot dog"]),
      Note("Paint the door"), Note("Dogma"),
    ])
  }

  @Test func `typed text finds all its words, and the last as a prefix`() throws {
    #expect(Note.search("dog").ids == [1, 2, 4])
    #expect(Note.search("the dog").ids == [1, 2])
    #expect(Note.search("dog ").ids == [1, 2])
    #expect(Note.search("\"( AND").ids == [])
    #expect(Note.search("").ids == [])
  }

  @Test func `a query names columns, and throws when it cannot be read`() throws {
    #expect(try Note.search(SearchQuery("title:dog OR tags:dog")).ids == [1, 2])
    #expect(try Note.search(SearchQuery("dog NOT cat")).ids == [1])
    #expect(throws: SearchQuery.SyntaxError.self) { try Note.search(SearchQuery("dog AND")) }
    #expect(throws: SearchQuery.SyntaxError.self) { try Note.search(SearchQuery("heading:dog")) }
  }

  @Test func `a search is part of a finder like any other condition`() throws {
    let found = Note.search("dog")
    #expect(found.count == 3)
    #expect(found.where(\.title).startsWith("Feed").ids == [2])
    #expect(found.order(by: \.title).first?.title == "Dogma")
    #expect(found.not().ids == [3])
    #expect(Note.where(\.title == "Paint the door").or(Note.search("cat")).ids == [2, 3])
    #expect(Note.search("dog").search("the").ids == [1, 2])
    #expect(found.sum(\.id) == 7)
    #expect(found.matches(Note("A dog")))
    #expect(!found.matches(Note("A door")))
  }

  @Test func `the plan uses the index`() throws {
    let plan = Note.search("dog").plan
    #expect(plan.indexes.contains { $0.name == "title+body+tags words" })
    #expect(plan.tests == [])
    #expect(Note.search("dog").order(by: .rank).limit(2).plan.ordering != .sort)
  }

  @Test func `a negated search is answered by the index`() throws {
    try Note.table.insert(contentsOf: (0..<200).map { Note("other \($0)", $0 % 2 == 0 ? "dog" : nil) })
    try Note.table.delete(4)
    try Note.table.delete(120)
    for finder in [
      Note.search("dog").not(), Note.search("other").where { !$0.search("dog") },
      Note.where { !$0.search("dog") && !$0.search("other") }, Note.search("paint").where { !$0.search("other") },
      Note.where { !$0.search("dog") || $0.search("hot") }, Note.where { !$0.search("") },
    ] {
      #expect(finder.plan.indexes.contains { $0.name == "title+body+tags words" }, "\(finder.plan)")
      let expected = Note.all.filter { finder.matches($0) }.map(\.id)
      #expect(finder.ids == expected && finder.count == expected.count, "\(finder.plan)")
    }
    #expect(Note.search("dog").not().plan.tests == [])
    #expect(Note.search("dog").not().count == 100)
  }

  @Test func `few records are tested alone, and not looked up among many that are excluded`() throws {
    try Note.table.insert(contentsOf: (0..<6_000).map { _ in Note("dog") })
    let found = Note.search("paint").where { !$0.search("dog") }
    #expect(found.plan.tests.count == 1, "\(found.plan)")
    #expect(found.ids == [3])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a model without searched columns traps`() async {
      await #expect(processExitsWith: .failure) { _ = Todo.search("dog") }
    }
  #endif

  @Test func `an index that is added later is searched`() throws {
    try Store.current.addIndex(Searchable<Todo>(\.name, \.assignedTo))
    try Todo.create { $0.name = "Walk the dog" }
    #expect(Todo.search("walk").count == 1)
    #expect(Todo.search("walk").plan.usesIndex(on: \Todo.name))
  }
}
