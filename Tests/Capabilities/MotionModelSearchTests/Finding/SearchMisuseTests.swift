import Dispatch
import Foundation
import MotionModel
import MotionModelJournal
import MotionModelLive
import MotionModelSearch
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// What a program may do to searches that nobody would advise: extreme figures, indexes that come and go, tokenizers
/// that are wrong.
@Suite struct SearchMisuseTests {
  /// A model whose schema does not say that it is searched.
  struct Card: Model, Equatable {
    var id = 0
    var title = ""
    var text = ""

    static let schema = Schema<Card> {
      Column(\.title, was: "heading")
      Column(\.text)
    }

    static let searchable = Searchable<Card>(\.title, \.text)

    init() {}

    init(_ title: String, _ text: String = "") { (self.title, self.text) = (title, text) }
  }

  private func store(_ cards: Card..., searched searchable: Searchable<Card>? = Card.searchable) throws -> Store {
    let store = Store(notificationCenter: nil)
    if let searchable { try store.addIndex(searchable) }
    try store.table(Card.self).insert(contentsOf: cards)
    return store
  }

  // MARK: - Figures

  private static let extremes = [Int.min, -1, 0, 1, Int.max / 2 + 1, Int.max]

  @Test(arguments: extremes) func `completions have any limit`(limit: Int) throws {
    let cards = try store(Card("dog door do"), Card("cat")).table(Card.self).records
    let completions = cards.completions(of: "do", limit: limit)
    #expect(completions == Array(["do", "dog", "door"].prefix(max(limit, 0))))
  }

  @Test(arguments: extremes) func `a search may forgive any number of edits and words`(figure: Int) throws {
    let cards = try store(Card("doorway staircase")).table(Card.self)
    let figures: [WritableKeyPath<SearchFuzziness, Int>] = [
      \.lettersForOneEdit, \.lettersForTwoEdits, \.prefixWords, \.oneEditWords, \.twoEditWords,
    ]
    for path in figures {
      var fuzziness = SearchFuzziness()
      fuzziness[keyPath: path] = figure
      #expect(cards.search("doorway stair", fuzziness: fuzziness).ids == [1])
      let suggestion = cards.records.suggestion(for: "dorway", fuzziness)
      #expect(suggestion == nil || suggestion == "doorway")
    }
  }

  @Test(arguments: extremes.filter { $0 >= 0 }) func `NEAR has any distance`(distance: Int) throws {
    let query = SearchQuery.near("", "a", "", "b", "", within: distance)
    #expect(try SearchQuery(query.description) == query)
    let cards = try store(Card("a x y b"), Card("b a"), Card("a", "b")).table(Card.self)
    #expect(try cards.search(query).ids == (distance > 0 ? [1, 2] : [2]))
  }

  @Test(arguments: extremes) func `a snippet has any number of words`(words: Int) throws {
    let found = try store(Card("dog")).table(Card.self).search("dog")
    let excerpt = try #require(found.snippet(of: Card("a dog and more"), words: words))
    #expect(excerpt.marked() == (words > 1 ? "a [dog] and more" : "…[dog]…"))
    #expect(try SearchQuery("dog").snippet(of: "", words: words).marked() == "")
  }

  @Test(arguments: [0, 1e-300, 1e100]) func `weights may be extreme`(weight: Double) throws {
    let searchable = Searchable<Card>(\.title, \.text, weights: [weight, weight])
    let cards = try store(searched: searchable).table(Card.self)
    try cards.insert(contentsOf: (0..<300).map { Card($0 % 7 == 0 ? "dog dog" : "cat", $0 % 30 == 0 ? "dog x" : "y") })
    for rank in [SearchRank.rank, .fts5] {
      let found = cards.search("dog ").order(by: rank)
      #expect(found.limit(4).ids == Array(found.ids.prefix(4)))
      #expect(found.scores(by: rank).allSatisfy { $0.isFinite && $0 >= 0 })
    }
  }

  /// Each word is looked for once, however often it is in the query.
  @Test func `a query that repeats a word is as quick as one that has it once`() throws {
    let query = try SearchQuery("dog" + String(repeating: " OR dog", count: 50_000))
    let bound = try query.bound(to: ["title"], by: TextAnalysis())
    #expect(bound.root == .operand(0))
    let typed = SearchQuery(typed: String(repeating: "dog ", count: 50_000))
    #expect(try typed.bound(to: ["title"], by: TextAnalysis()).root == .operand(0))
  }

  @Test(arguments: ["", " ", "\u{0}", "\u{301}", "\u{301}*", "\"", "()", "-", "*", "OR"])
  func `a search without words finds nothing`(text: String) throws {
    let cards = try store(Card("dog"), Card("\u{0}"), Card("\u{301}")).table(Card.self)
    #expect(cards.search(text).order(by: .rank).ids == [])
    #expect(cards.search(text).snippet(of: Card("dog"))?.marked() == "dog")
    #expect(cards.records.completions(of: text) == [] && cards.records.suggestion(for: text) == nil)
    #expect(try SearchQuery.phrase(text).highlight("dog").marks == [])
  }

  // MARK: - Indexes that come and go

  @Test func `an index that is added twice is there once, and two may have different columns`() throws {
    let store = try store(Card("dog", "cat"), searched: nil)
    #expect(try store.addIndex(Card.searchable))
    #expect(try !store.addIndex(Card.searchable))
    #expect(try !store.addIndex(Searchable<Card>(\.text, name: Card.searchable.index.name)))
    #expect(try store.addIndex(Searchable<Card>(\.text, name: "")))
    let cards = store.table(Card.self)
    #expect(cards.search("dog").ids == [1])
    #expect(try store.removeIndex(Card.searchable.index.name, of: Card.self))
    #expect(cards.search("dog").ids == [] && cards.search("cat").ids == [1])
    #expect(store.violation() == nil)
  }

  @Test func `a finder outlives its index, with its live results, snippets and highlights`() throws {
    let store = try store(Card("dog"))
    let cards = store.table(Card.self)
    let found = cards.search("dog").order(by: .rank)
    let (live, predicate) = (found.live(), Store.with(store) { RecordPredicate<Card>.search("dog") })
    try store.removeIndex(Card.searchable.index.name, of: Card.self)
    try cards.create { $0.text = "dog" }
    #expect(found.ids == [1, 2] && live.map(\.id) == [1, 2] && cards.where(predicate).ids == [1, 2])
    #expect(found.scores().count == 2)
    #expect(found.snippet(of: Card("a dog"))?.marked() == "a [dog]")
    #expect(found.highlights(of: Card("a dog"), in: \.title).map { $0.marked() } == ["a [dog]"])
    try store.addIndex(Searchable<Card>(\.text))
    #expect(found.ids == [1, 2] && live.map(\.id) == [1, 2])
    #expect(found.highlights(of: Card("a dog"), in: \.title).map { $0.marked() } == ["a [dog]"])
  }

  @Test func `a model that is not searched has no suggestions and no snippets`() throws {
    let cards = try store(Card("dog"), searched: nil).table(Card.self)
    #expect(cards.records.completions(of: "do") == [] && cards.records.suggestion(for: "dogs") == nil)
    #expect(cards.records.snippet(of: Card("dog")) == nil)
    #expect(cards.records.highlights(of: Card("dog"), in: \.title) == [])
    #expect(cards.records.order(by: .rank).ids == [1])
  }

  @Test func `snapshots refuse indexes, and branches have their own`() throws {
    let store = try store(Card("dog"), searched: nil)
    #expect(throws: StoreError.readOnlyStore) { try store.snapshot().addIndex(Card.searchable) }
    let branch = store.branch()
    try branch.store.addIndex(Card.searchable)
    try branch.store.table(Card.self).create { $0.title = "dog and cat" }
    #expect(branch.store.table(Card.self).search("dog").ids == [1, 2])
    try branch.merge(.ours)
    #expect(store.indexes(of: Card.self).isEmpty && store.table(Card.self).count == 2)
  }

  #if os(macOS) || os(Linux)
    @Test func `an index is not added inside a transaction`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Store(notificationCenter: nil)
        try store.transaction { _ = try store.addIndex(Card.searchable) }
      }
      expectSentence("The indexes of Card cannot be changed inside a transaction, or a hook, of the store", result)
    }
  #endif

  @Test func `indexes come and go while others write and search`() throws {
    let store = try Store.ofNotes((0..<40).map { Note("dog \($0)", "cat") })
    let (notes, failures) = (store.table(Note.self), Counter())
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for round in 0..<30 {
        do {
          switch worker {
          case 0: try store.addIndex(Note.searchable.index(blockSize: 2))
          case 1: try store.removeIndex(Note.searchable.index.name, of: Note.self)
          case 2: try notes.where(\.id == round + 1).updateAll { $0.body = "cat dog \(round)" }
          default:
            let found = notes.search("dog").order(by: .rank)
            if found.count != 40 || found.limit(5).ids.count != 5 { failures.add() }
          }
        } catch {
          failures.add()
        }
      }
    }
    #expect(failures.value == 0)
    #expect(store.violation() == nil)
  }

  // MARK: - What changes records

  @Test func `undone and redone changes are found as they are`() throws {
    let store = try Store.ofNotes([Note("dog"), Note("cat")])
    let notes = store.table(Note.self)
    let history = UndoHistory(of: store)
    try notes.where(\.title == "dog").updateAll { $0.title = "horse" }
    try notes.delete(2)
    try history.undo()
    try history.undo()
    #expect(notes.search("dog").ids == [1] && notes.search("horse").ids == [] && notes.search("cat").ids == [2])
    try history.redo()
    #expect(notes.search("dog").ids == [] && notes.search("horse").ids == [1])
    #expect(store.violation() == nil)
  }

  @Test func `a preview is searched and ranked with its changes, and the store afterwards as before`() throws {
    let store = try Store.ofNotes([Note("dog"), Note("cat"), Note("bird and dog")])
    let notes = store.table(Note.self)
    func ranked() throws -> [Int] { try notes.search(SearchQuery("dog")).order(by: .rank).map(\.id) }
    let preview = store.preview { () -> [[Int]] in
      try notes.where(\.title == "cat").updateAll { $0.title = "dog dog" }
      try notes.delete(1)
      return [try ranked(), notes.search("cat").ids, notes.search("dog").order(by: \.title).ids]
    }
    #expect(preview.value == [[2, 3], [], [3, 2]])
    #expect(try ranked() == [1, 3])
    #expect(notes.search("cat").ids == [2])
    #expect(store.violation() == nil)
  }

  @Test func `a store that was opened again is searched, by the names that columns have now`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "notes.motionmodel")
    func open() throws -> Store {
      try Store(file: file, models: [Note.self, Card.self], durability: .everyCommit, notificationCenter: nil)
    }
    do {
      let store = try open()
      try store.table(Note.self).insert(contentsOf: [Note("dog"), Note("cat", tags: ["dog"])])
      try store.table(Note.self).where(\.id == 1).updateAll { $0.title = "horse" }
      try store.journal?.close()
    }
    let store = try open()
    #expect(store.table(Note.self).search("dog").ids == [2] && store.table(Note.self).search("horse").ids == [1])
    #expect(store.table(Note.self).search("dog").plan.usesIndex(on: \Note.title))
    try store.addIndex(Card.searchable)
    try store.table(Card.self).create { $0.title = "dog" }
    #expect(try store.table(Card.self).search(SearchQuery("title:dog")).ids == [1])
    let error = #expect(throws: SearchQuery.SyntaxError.self) {
      try store.table(Card.self).search(SearchQuery("heading:dog"))
    }
    #expect(error?.expected == "a column of the index: title, text")
    #expect(store.violation() == nil)
    try store.journal?.close()
  }

  // MARK: - Tokenizers

  /// Places anywhere, and words of anything.
  private struct Wrong: SearchTokenizer {
    func tokens(in text: String) -> [TextAnalysis.Token] {
      [-5..<2, 3..<900, 700..<900, 2..<3, Int.min..<Int.max, Int.max - 1..<Int.max].map {
        TextAnalysis.Token(word: "mistake", range: $0)
      } + [TextAnalysis.Token(word: text, range: 90..<95), TextAnalysis.Token(word: "", range: 9..<10)]
    }
  }

  @Test(arguments: ["", "x", "日本語", "a\u{301}\u{0}b", "mistakem"])
  func `a tokenizer may give places outside of the text`(text: String) throws {
    let wrong = TextAnalysis(tokenizer: Wrong())
    let cards = try store(
      Card("x"), Card("日本語"), Card("mistaken"), searched: Searchable<Card>(\.title, analysis: wrong)
    ).table(Card.self)
    #expect(wrong.tokens(in: text).allSatisfy { 0 <= $0.range.lowerBound && $0.range.upperBound <= text.utf8.count })
    let found = cards.search(text)
    for card in cards.all {
      _ = found.snippet(of: card, words: 1)?.html()
      _ = found.highlights(of: card, in: \.title).map { $0.html() }
    }
    #expect(cards.records.suggestion(for: text) == (text == "mistakem" ? "mistakemmistake" : nil))
    #expect(cards.search(text, fuzziness: SearchFuzziness()).count <= 3)
  }

  /// Other words each time, which a tokenizer must not give.
  private struct Unsteady: SearchTokenizer {
    static let calls = Counter()

    func tokens(in text: String) -> [TextAnalysis.Token] {
      Self.calls.add()
      let number = Self.calls.value
      return (0..<number % 7).map { TextAnalysis.Token(word: "w\(number % 5 + $0)", range: 0..<0) }
    }
  }

  @Test func `a tokenizer that gives other words each time spoils what is found, and nothing else`() throws {
    let searchable = Searchable<Card>(\.title, \.text, analysis: TextAnalysis(tokenizer: Unsteady()))
    let store = try store(searched: searchable)
    let cards = store.table(Card.self)
    try cards.insert(contentsOf: (1...60).map { Card("title \($0)") })
    for id in 1...60 {
      if id % 3 == 0 {
        try cards.delete(id)
      } else {
        try cards.where(\.id == id).updateAll { $0.text = "text \(id)" }
      }
      _ = cards.search("w1").order(by: .rank).limit(3).ids
    }
    #expect(cards.count == 40 && cards.all.allSatisfy { $0.title == "title \($0.id)" && $0.text == "text \($0.id)" })
    try store.removeIndex(searchable.index.name, of: Card.self)
    #expect(store.violation() == nil)
  }
}
