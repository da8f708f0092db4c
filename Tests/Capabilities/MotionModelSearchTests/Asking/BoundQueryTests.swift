@testable import MotionModelSearch
import MotionModelTestSupport
import Testing

struct BoundQueryTests {
  private typealias Word = BoundQuery.BoundWord
  private let names = ["title", "Body"]

  private func bound(_ query: String, _ analysis: TextAnalysis = .simple) throws -> BoundQuery {
    try SearchQuery(query).bound(to: names, by: analysis)
  }

  private func word(_ text: String, isPrefix: Bool = false) -> Word {
    Word(text: text, isPrefix: isPrefix, isAny: false)
  }

  // MARK: - Binding

  @Test func `Words are analysed, columns looked up, and equal operands are one`() throws {
    let query = try bound("Dog OR (body:^\"Big CAT*\" NOT dog)")
    #expect(
      query.operands == [
        .init(words: [word("dog")], column: nil, start: nil),
        .init(words: [word("big"), word("cat", isPrefix: true)], column: 1, start: 0),
      ])
    #expect(query.root == .or([.operand(0), .not(.operand(1), .operand(0))]))
  }

  @Test func `A name that is that of two columns but for its case means the one as written`() throws {
    let query = try SearchQuery("B:dog").bound(to: ["b", "B"], by: .simple)
    #expect(query.operands.map(\.column) == [1])
    #expect(try SearchQuery("GRÖSSE:dog").bound(to: ["grösse"], by: .simple).operands.map(\.column) == [0])
  }

  @Test func `A word of several tokens is a phrase`() throws {
    #expect(try bound("full-Te*").operands == [.init(words: [word("full"), word("te", isPrefix: true)])])
    #expect(try bound("\"a full-text b\"").operands.map { $0.words.map(\.text) } == [["a", "full", "text", "b"]])
  }

  @Test func `What has no words is left out`() throws {
    #expect(try bound("dog .").root == .operand(0))
    #expect(try bound(". dog - cat \"!\"").root == .and([.operand(0), .operand(1)]))
    #expect(try bound(". OR dog").root == .operand(0))
    #expect(try bound("dog NOT .").root == .operand(0))
    #expect(try bound(". NOT dog").root == .nothing)
    #expect(try bound("dog NEAR/2 . NEAR/3 cat NEAR .").root == .near([0, 1], distances: [6]))
    #expect(try bound(". NEAR dog").root == .operand(0))
    #expect(try bound("").root == .nothing)
  }

  @Test func `A stop word holds its place inside of a phrase only`() throws {
    let analysis = TextAnalysis(stopWords: ["the", "a"])
    #expect(try bound("the dog", analysis).root == .operand(0))
    let gap = Word(text: "", isPrefix: false, isAny: true)
    #expect(
      try bound("\"the walk the dog a\"", analysis).operands == [.init(words: [word("walk"), gap, word("dog")])])
    #expect(try bound("^\"the a dog\"", analysis).operands == [.init(words: [word("dog")], column: nil, start: 2)])
    #expect(try bound("\"the a\"", analysis).root == .nothing)

    func finds(_ query: String, _ text: String) throws -> Bool {
      try SearchQuery(query).finds([text], in: ["title"], analysis)
    }
    #expect(try finds("\"walk the dog\"", "walk a dog"))
    #expect(try finds("\"walk the dog\"", "walk my dog"))
    #expect(try !finds("\"walk the dog\"", "walk dog"))
    #expect(try !finds("\"walk dog\"", "walk the dog"))
    #expect(try finds("^\"the dog\"", "the dog"))
    #expect(try !finds("^\"the dog\"", "dog the dog dog"))
    #expect(try finds("walk NEAR/1 dog", "walk the dog"))
    #expect(try !finds("walk NEAR/0 dog", "walk the dog"))
  }

  @Test func `Long chains of NOT are one list`() throws {
    #expect(try bound("a NOT b NOT c").root == .not(.operand(0), .or([.operand(1), .operand(2)])))
  }

  // MARK: - Occurrences

  private func occurrences(_ query: String, _ texts: String...) throws -> [String] {
    try SearchQuery(query).bound(to: Array(names.prefix(texts.count)), by: .simple)
      .occurrences(in: RecordWords(texts))
      .map { "\($0.operand) in \($0.column) at \($0.words.lowerBound)..<\($0.words.upperBound)" }
  }

  @Test func `Each place of a word or phrase is one occurrence`() throws {
    #expect(
      try occurrences("dog \"big cat\"", "dog big cat", "a dog and dog") == [
        "0 in 0 at 0..<1", "1 in 0 at 1..<3", "0 in 1 at 1..<2", "0 in 1 at 3..<4",
      ])
    #expect(try occurrences("do* dog", "dog doe") == ["0 in 0 at 0..<1", "1 in 0 at 0..<1", "0 in 0 at 1..<2"])
    #expect(try occurrences("body:dog", "dog", "dog") == ["0 in 1 at 0..<1"])
    #expect(try occurrences("^dog", "dog dog", "a dog") == ["0 in 0 at 0..<1"])
    #expect(try occurrences("\"a a\"", "a a a") == ["0 in 0 at 0..<2", "0 in 0 at 1..<3"])
  }

  @Test func `Alternatives that do not match, and what is excluded, have none`() throws {
    #expect(try occurrences("(a b) OR c", "a c") == ["2 in 0 at 1..<2"])
    #expect(try occurrences("(a c) OR c", "a c") == ["0 in 0 at 0..<1", "1 in 0 at 1..<2"])
    #expect(try occurrences("a NOT (b c)", "a b") == ["0 in 0 at 0..<1"])
    #expect(try occurrences("a b", "a") == [])
    #expect(try occurrences("a NOT b", "a b") == [])
    #expect(try occurrences("(a NOT b) OR (a NOT c)", "a b") == ["0 in 0 at 0..<1"])
    #expect(try occurrences("", "a") == [])
  }

  @Test func `With NEAR, places count that are in a whole chain`() throws {
    #expect(
      try occurrences("a NEAR/1 b", "a 1 b 2 3 b a") == [
        "0 in 0 at 0..<1", "1 in 0 at 2..<3", "1 in 0 at 5..<6", "0 in 0 at 6..<7",
      ])
    #expect(
      try occurrences("a NEAR/0 b NEAR/0 c", "a b c b a") == [
        "0 in 0 at 0..<1", "1 in 0 at 1..<2", "2 in 0 at 2..<3", "1 in 0 at 3..<4", "0 in 0 at 4..<5",
      ])
    #expect(
      try occurrences("a NEAR/0 b NEAR/0 c", "a b 1 a b c") == [
        "0 in 0 at 3..<4", "1 in 0 at 4..<5", "2 in 0 at 5..<6",
      ])
    #expect(try occurrences("a NEAR b", "a", "b") == [])
  }

  @Test func `Chains are found as by trying all places`() throws {
    for part in 0..<500 {
      var random = TestSeed.generator(part)
      let text = (0..<random.number(0...12)).map { _ in random.pick(["a", "b", "c"]) }
      let phrases = (0..<random.number(2...3)).map { _ in
        (0..<random.number(1...2)).map { _ in random.pick(["a", "b", "c"]) }
      }
      let distances = phrases.dropFirst().map { _ in random.number(0...3) }
      let query = SearchQuery.near(
        phrases.map { SearchQuery.Phrase($0.joined(separator: " ")) }, distances: distances)
      let record = RecordWords([text.joined(separator: " ")])
      let occurrences = try query.bound(to: ["t"], by: .simple).occurrences(in: record)
      let expected = chains(phrases, distances, text)
      #expect(Set(occurrences.map(\.words)) == expected, "part \(part): \(query) in \(text)")
    }
  }

  /// The places of phrases that are near each other, tried one by one.
  private func chains(_ phrases: [[String]], _ distances: [Int], _ text: [String]) -> Set<Range<Int>> {
    func extended(_ chain: [Range<Int>]) -> Set<Range<Int>> {
      guard chain.count < phrases.count else { return Set(chain) }
      let phrase = phrases[chain.count]
      return text.indices.reduce(into: []) { found, start in
        let place = start..<start + phrase.count
        guard place.upperBound <= text.count, Array(text[place]) == phrase else { return }
        if let last = chain.last {
          let (first, second) = last.upperBound < place.upperBound ? (last, place) : (place, last)
          let isNear = second.lowerBound - first.upperBound <= distances[chain.count - 1]
          guard first.upperBound != second.upperBound, isNear else { return }
        }
        found.formUnion(extended(chain + [place]))
      }
    }
    return extended([])
  }

  @Test func `A query matches where it has occurrences`() throws {
    for part in 0..<1000 {
      var random = TestSeed.generator(part)
      let query = random.query()
      guard let bound = try? query.bound(to: ["title", "body", "größe"], by: TextAnalysis()) else { continue }
      let texts = (0..<3).map { _ in random.queryText() }
      let record = RecordWords(texts, TextAnalysis())
      #expect(bound.matches(record) == !bound.occurrences(in: record).isEmpty, "part \(part): \(query) in \(texts)")
    }
  }
}

extension BoundQuery.Operand {
  /// An operand in any column.
  fileprivate init(words: [BoundQuery.BoundWord]) { self.init(words: words, column: nil, start: nil) }
}
