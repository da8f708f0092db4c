import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite struct SearchableTests {
  /// A model that is searched in a computed text.
  struct Person: Model {
    var id = 0
    var first = ""
    var last: String?
    var shelf = 0

    var name: String { "\(first) \(last ?? "") \(Self.suffix.value)" }

    /// A number that a computed text may not depend on.
    static let suffix = Counter()

    static let schema = Schema<Person> {
      Column(\.first)
      Column(\.last)
      Column(\.shelf)
      Searchable(\.name)
    }

    init() {}

    init(_ first: String, _ last: String? = nil) { (self.first, self.last) = (first, last) }
  }

  @Test func `a computed text is searched, and the index is rebuilt when it changed by itself`() throws {
    let store = Store(notificationCenter: nil)
    let people = store.table(Person.self)
    try people.insert(contentsOf: [Person("Ada", "Lovelace"), Person("Grace"), Person("Ada")])
    #expect(people.search("ada").ids == [1, 3])
    #expect(people.search("lovelace").plan.usesIndex(on: \Person.name))
    Person.suffix.add()
    try people.delete(1)
    #expect(store.violation() == nil)
    #expect(people.search("ada").ids == [3])
    #expect(people.search("\(Person.suffix.value) ").count == 2)
  }

  @Test func `optional texts and arrays are searched, and no phrase reaches from one text into the next`() throws {
    let store = try Store.ofNotes([Note("a", nil, tags: ["hot dog", "stand"]), Note("b", "dog stand"), Note("c", nil)])
    let notes = store.table(Note.self)
    #expect(try notes.search(SearchQuery("\"dog stand\"")).ids == [2])
    #expect(try notes.search(SearchQuery("dog NEAR/5 stand")).ids == [2])
    #expect(try notes.search(SearchQuery("dog stand")).ids == [1, 2])
    #expect(try notes.search(SearchQuery("tags:dog")).ids == [1])
    #expect(try notes.search(SearchQuery("tags:^stand")).ids == [])
  }

  @Test func `words come and go with their records`() throws {
    let store = try Store.ofNotes([Note("dog"), Note("dog cat")])
    func words() -> [Int] { store.indexes(of: Note.self).filter { $0.kind == .words }.map(\.entryCount) }
    #expect(words() == [2])
    try store.table(Note.self).delete(2)
    #expect(words() == [1])
    var note = try store.table(Note.self).require(1)
    note.title = "house cat"
    try store.table(Note.self).save(&note)
    #expect(words() == [2])
    try store.table(Note.self).deleteAll()
    #expect(words() == [0])
    #expect(store.violation() == nil)
  }

  @Test func `a bulk update of a branch is found there alone`() throws {
    let store = try Store.ofNotes([Note("dog"), Note("cat")])
    let branch = store.branch()
    try branch.table(Note.self).where(\.title == "dog").updateAll { $0.title = "horse" }
    #expect(branch.table(Note.self).search("horse").ids == [1] && store.table(Note.self).search("horse").isEmpty)
    #expect(store.violation() == nil)
  }

  @Test func `advice names a search index that is missing`() throws {
    var random = TestSeed.generator(1_990)
    let store = try Store.ofNotes((0..<200).map { _ in Note.random(&random) } + [Note("seldom")], blockSize: nil)
    let log = store.logFinders(slowerThan: nil, repeatedMoreThan: nil)
    _ = store.table(Note.self).search("seldom").ids
    let advice = store.indexAdvice(from: log).filter { $0.kind == .missing }
    #expect(advice.map(\.index) == ["title+body+tags words"])
    #expect(store.table(Note.self).search("seldom").plan(assuming: Note.searchable.index).estimatedRows <= 2)
  }

  @Test func `a search of related records, and one joined with others`() throws {
    try Store.with(Store(notificationCenter: nil)) {
      try Store.current.addIndex(Searchable<Todo>(\.name, \.tags))
      for name in ["Walk the dog", "Feed the dog", "Paint the door"] {
        try Todo.create { ($0.name, $0.projectID) = (name, name.hasPrefix("Feed") ? 2 : 1) }
      }
      #expect(Todo.where(\.projectID == 1).search("dog").order(by: .rank).limit(3).pluck(\.name) == ["Walk the dog"])
      #expect(Todo.search("the").group(by: \.projectID).count() == [1: 2, 2: 1])
      #expect(try Todo.search("dog").updateAll { $0.done = true } == 2)
    }
  }

  #if os(macOS) || os(Linux)
    @Test func `weights that do not fit the columns trap`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Searchable<Note>(\.title, \.body, weights: [1])
      }
      expectSentence("has 2 columns and 1 weights: give one for each", result)
    }

    @Test func `a column that is named twice traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Searchable<Note>(\.title, \.body, \.title)
      }
      expectSentence("A search of Note has the column title twice: name each once.", result)
    }

    @Test func `a negative weight traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Searchable<Note>(\.title, weights: [-1])
      }
      expectSentence(
        "A search of Note has a weight that is negative, too great or no number: give 0 to 1e+100.", result)
    }

    @Test func `a weight that is no number traps`() async {
      await #expect(processExitsWith: .failure) { _ = Searchable<Note>(\.title, \.body, weights: [1, .nan]) }
    }

    @Test func `a weight that makes infinite sums traps`() async {
      await #expect(processExitsWith: .failure) { _ = Searchable<Note>(\.title, weights: [1e101]) }
    }

    @Test func `a search of no columns traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Searchable<Note>()
      }
      expectSentence("A search of Note cannot have 0 columns: declare 1 to 16.", result)
    }
  #endif
}
