import Foundation
import MotionModel
import MotionModelSearch
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Large and hostile input, through the index and without it.
@Suite struct SearchLimitsTests {
  #if DEBUG
    /// Without optimisation, a tenth of the input takes the time of all of it with optimisation, or more.
    private static let scale = 1
  #else
    private static let scale = 10
  #endif

  private static let isLarge = ProcessInfo.processInfo.environment["MOTIONMODEL_LARGE"] != nil

  /// Runs a test with the index and without it.
  private func both(_ notes: [Note], _ body: (Store, ModelTable<Note>) throws -> Void) throws {
    for store in [try Store.ofNotes(notes), try Store.ofNotes(notes, blockSize: nil)] {
      try body(store, store.table(Note.self))
      #expect(store.violation() == nil)
    }
  }

  private func syntaxError(_ query: String, _ notes: ModelTable<Note>) -> SearchQuery.SyntaxError? {
    do throws(SearchQuery.SyntaxError) { _ = try notes.search(SearchQuery(query)) } catch { return error }
    return nil
  }

  // MARK: - Size

  /// Half a megabyte; with optimisation ten times as much, and ten megabytes with MOTIONMODEL_LARGE.
  @Test func `a long text is found, changed and deleted`() throws {
    let text = String(repeating: "one two. ", count: Self.isLarge ? 1_160_000 : 58_000 * Self.scale) + "last word"
    try both([Note("dog", text), Note("cat")]) { store, notes in
      #expect(notes.search("last ").ids == [1])
      #expect(try notes.search(SearchQuery("\"two last word\" AND \"two one\"")).ids == [1])
      #expect(try notes.search(SearchQuery("body:^one NOT cat")).count == 1)
      try notes.where(\.id == 1).updateAll { $0.body = $0.body.map { $0 + " more" } }
      #expect(try notes.search(SearchQuery("\"word more\"")).ids == [1])
      try notes.delete(1)
      #expect(notes.search("one").isEmpty && notes.search("cat").ids == [2])
    }
  }

  /// A hundred thousand with optimisation, and a million with MOTIONMODEL_LARGE.
  @Test func `very many different words are found and completed`() throws {
    let count = Self.isLarge ? 1_000_000 : 10_000 * Self.scale
    let notes = stride(from: 0, to: count, by: 100).map { first in
      Note((first..<first + 100).map { "w\($0)x" }.joined(separator: " "))
    }
    let store = try Store.ofNotes(notes)
    let table = store.table(Note.self)
    #expect(store.indexes(of: Note.self).filter { $0.kind == .words }.map(\.entryCount) == [count])
    #expect(table.search("w\(count - 1)x ").ids == [count / 100])
    #expect(table.search("w123").ids.contains(2))
    #expect(table.records.completions(of: "w12", limit: 3).count == 3)
    #expect(table.search("w\(count - 1)xx", fuzziness: SearchFuzziness()).count <= 150)
  }

  /// Without optimisation, the queries that are answered have a tenth of the operators.
  @Test func `a query of a hundred thousand operators is answered, or is an error with its place`() throws {
    let many = 100_000
    try both([Note("a"), Note("b")]) { _, notes throws in
      #expect(try notes.search(SearchQuery("a" + String(repeating: " OR a", count: many / 10 * Self.scale))).ids == [1])
      #expect(syntaxError(String(repeating: "AND ", count: many), notes)?.offset == 0)
      let error = syntaxError(String(repeating: "(", count: many) + "a" + String(repeating: ")", count: many), notes)
      #expect(error?.offset == 256)
      #expect(error.map { $0.description.utf8.count < 1_000 } == true)
      #expect(notes.search(String(repeating: "(", count: many / 10) + "a").ids == [1])
      #expect(notes.search(String(repeating: "-", count: many)).ids == [])
      #expect(notes.search(String(repeating: "OR NOT \" ", count: many / 10)).ids == [])
    }
  }

  /// All positions from 2²⁸ − 1 on are one. To get there takes more than two million texts.
  @Test(.enabled(if: isLarge, "MOTIONMODEL_LARGE is not set"))
  func `words behind the highest position are found, and phrases of them are not`() throws {
    let empty = [String](repeating: "", count: (1 << 28) / 100)
    try both([Note("a", tags: ["early bird"] + empty + ["late bird", "late worm"])]) { store, notes in
      #expect(notes.search("worm late ").ids == [1])
      #expect(try notes.search(SearchQuery("\"early bird\" worm")).ids == [1])
      #expect(try notes.search(SearchQuery("\"late worm\"")).ids == [])
      #expect(notes.search("worm").order(by: .rank).limit(1).ids == [1])
      try notes.where(\.id == 1).updateAll { $0.tags.removeLast() }
      #expect(notes.search("worm").isEmpty && notes.search("late ").ids == [1])
    }
  }

  // MARK: - Letters

  @Test func `words that are all stop words find nothing, and disturb nothing`() throws {
    for isIndexed in [true, false] {
      let store = Store(notificationCenter: nil)
      let index = Searchable<Todo>(\.name, analysis: TextAnalysis(stopWords: TextAnalysis.englishStopWords))
      try store.addIndex(index)
      let todos = store.table(Todo.self)
      try todos.insert(contentsOf: [Todo("To be or not to be"), Todo("the dog"), Todo("")])
      #expect(todos.search("to be or").ids == [])
      #expect(todos.search("the ").order(by: .rank).ids == [])
      #expect(todos.search("the dog ").ids == [2])
      #expect(try todos.search(SearchQuery("\"to be or not\"")).ids == [])
      #expect(try todos.search(SearchQuery("dog NOT the")).ids == [2])
      #expect(todos.records.suggestion(for: "the be") == nil && todos.records.completions(of: "the") == [])
      #expect(todos.search("dog").snippet(of: try todos.require(1)) != nil)
      if !isIndexed { try store.removeIndex(index.index.name, of: Todo.self) }
      #expect(store.violation() == nil)
    }
  }

  /// Lone combining marks, bidirectional controls, NUL, emoji sequences, noncharacters, and what is not assigned.
  private static let letters = [
    "\u{301}", "e\u{301}", "\u{0}", "a\u{0}b", "\u{202E}abc\u{202C}", "\u{200F}", "\u{FEFF}", "\u{FFFE}", "\u{FFFD}",
    "\u{E000}",
    "👩‍💻", "🇩🇰", "👍🏽", "1️⃣", "\u{10FFFF}", "ﬁ", "ß", "İ", "ı", "Σς", "ǆ", "日本", "한글", "ก็", "नमस्ते", "עִבְרִית", "١٢٣", "𝔘𝔫𝔦",
    "\u{1F1E6}", "\u{200D}", "\r\n", "\u{85}", "\u{2028}", "\"", "*", "-", "^", ":", "(", ")", "'",
  ]

  @Test(arguments: 0..<2) func `any letters are searched alike with the index and without it`(part: Int) throws {
    var random = TestSeed.generator(3_300 + part)
    func text(_ most: Int, _ random: inout SplitMix64) -> String {
      (0..<random.number(0...most)).map { _ in random.pick(Self.letters) + random.pick(["", "", " "]) }.joined()
    }
    let notes = (0..<60).map { _ in Note(text(6, &random), text(6, &random), tags: [text(3, &random)]) }
    let (indexed, plain) = (try Store.ofNotes(notes), try Store.ofNotes(notes, blockSize: nil))
    for _ in 0..<60 * Self.scale {
      let typed = text(3, &random)
      let (found, other) = (indexed.table(Note.self).search(typed), plain.table(Note.self).search(typed))
      #expect(found.ids == other.ids, "\(typed.debugDescription), seed \(TestSeed.current)")
      #expect(found.order(by: .rank).limit(3).ids == other.order(by: .rank).limit(3).ids, "\(typed.debugDescription)")
      for note in found.limit(3).all {
        let marked = found.snippet(of: note)
        #expect(marked.map { !$0.html().isEmpty } ?? true)
      }
      if let query = try? SearchQuery(typed) {
        let answers = [indexed, plain].map { store in
          // A query may name a column that is not searched.
          Result { () throws(SearchQuery.SyntaxError) in try store.table(Note.self).search(query).ids }
        }
        #expect(answers[0] == answers[1], "\(typed.debugDescription), seed \(TestSeed.current)")
      }
    }
    try indexed.table(Note.self).deleteAll()
    #expect(indexed.violation() == nil)
  }

  // MARK: - Refusals

  @Test func `a store is as before after a commit that was refused, and the index too`() throws {
    struct Refused: Error {}
    let store = try Store.ofNotes([Note("dog"), Note("cat")])
    try store.addIndex(Index<Note>(\.title, unique: true))
    let notes = store.table(Note.self)
    func state() -> [[Int]] { [notes.ids, notes.search("dog").ids, notes.search("horse").ids] }
    let before = state()
    #expect(throws: (any Error).self) { try notes.insert(contentsOf: [Note("horse"), Note("dog")]) }
    #expect(state() == before)
    #expect(throws: Refused.self) {
      try store.transaction {
        try notes.insert(contentsOf: [Note("horse"), Note("dog horse")])
        #expect(notes.search("horse").count == 2)
        try notes.where(\.id == 1).updateAll { $0.title = "mouse" }
        throw Refused()
      }
    }
    #expect(state() == before)
    #expect(throws: SearchQuery.SyntaxError.self) { try notes.search(SearchQuery("dog OR")).deleteAll() }
    #expect(state() == before)
    #expect(store.violation() == nil)
  }

  // MARK: - Growth

  /// Memory that is allocated has to be filled, so it is a measure of the work that is the same each time.
  @Test(.enabled(if: Allocations.areCounted)) func `ten times the text takes at most twelve times the work`() throws {
    func notes(_ count: Int) -> [Note] {
      var random = SplitMix64(seed: 3_400)
      return (0..<count).map { _ in Note(Note.text(3, &random), Note.text(8, &random)) }
    }
    func work(_ count: Int) throws -> (build: Int, query: Int, rank: Int) {
      let store = try Store.ofNotes(notes(count), blockSize: nil)
      let build = try Allocations.total { try store.addIndex(Note.searchable) }
      let found = store.table(Note.self).search("\"dog cat\" OR house -walk")
      return (
        build, Allocations.total { _ = found.count }, Allocations.total { _ = found.order(by: .rank).limit(5).ids }
      )
    }
    _ = try work(10)
    let (small, large) = (try work(500), try work(5_000))
    #expect(large.build <= 12 * small.build, "\(small) \(large)")
    #expect(large.query <= 12 * small.query, "\(small) \(large)")
    #expect(large.rank <= 12 * small.rank, "\(small) \(large)")
  }
}
