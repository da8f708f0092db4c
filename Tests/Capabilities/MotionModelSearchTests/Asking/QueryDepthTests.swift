import MotionModelSearch
import MotionModelTestSupport
import Testing

/// Depth is bounded, length is not, and neither takes stack: all of this runs on a thread with a small one.
struct QueryDepthTests {
  private static let many = shortened(100_000)

  #if DEBUG
    /// Without optimisation, a list of all takes seconds. One frame of the stack for each of these is too much for a
    /// small one, too.
    private static let long = 15_000
  #else
    private static let long = many
  #endif

  /// A query that nests as deep as it can, in which each step has three queries inside each other.
  private static func nested(_ depth: Int) -> String {
    String(repeating: "a OR b (c NOT (", count: depth) + "d e" + String(repeating: "))", count: depth)
  }

  @Test func `A query nests 256 deep and can be used`() throws {
    try onSmallStack { () throws in
      let text = String(repeating: "(", count: 256) + "a" + String(repeating: ")", count: 256)
      #expect(try SearchQuery(text) == .phrase("a"))
      // Each step adds three queries to the two that are inside.
      let deep = try SearchQuery(Self.nested(84))
      #expect(try SearchQuery(deep.description) == deep)
      #expect(Set([deep, try SearchQuery(deep.description)]).count == 1)
      #expect(deep.in("t") != deep)
      let bound = try deep.bound(to: ["t"], by: .simple)
      let record = RecordWords(["a b c"])
      #expect(bound.matches(record))
      #expect(!bound.occurrences(in: record).isEmpty)
    }
  }

  @Test func `Deeper queries are an error with a place`() throws {
    try onSmallStack { () throws in
      let error = try #require(throws: SearchQuery.SyntaxError.self) {
        try SearchQuery(String(repeating: "(", count: Self.many))
      }
      #expect((error.offset, error.expected) == (256, "at most 256 queries inside each other"))
      #expect(throws: SearchQuery.SyntaxError.self) { try SearchQuery(Self.nested(85)) }
      #expect(throws: SearchQuery.SyntaxError.self) { try SearchQuery(Self.nested(1000)) }
    }
  }

  #if os(macOS) || os(Linux)
    @Test func `Deeper queries cannot be built`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var query = SearchQuery.phrase("a")
        for _ in 0..<128 { query = .phrase("a") || .phrase("b") && query }
      }
      expectSentence("A search query nests more than 256 deep.", result)
    }
  #endif

  @Test func `A typed text may have any parentheses`() throws {
    try onSmallStack { () throws in
      let opened = String(repeating: "(", count: Self.many)
      let closed = String(repeating: ")", count: Self.many)
      #expect(SearchQuery(typed: opened + "a ") == .phrase("a"))
      #expect(SearchQuery(typed: "a " + closed) == .phrase("a"))
      #expect(SearchQuery(typed: opened + "a " + closed) == .phrase("a"))
      let deep = SearchQuery(typed: Self.nested(Self.many).replacing("NOT ", with: "-"))
      #expect(try SearchQuery(deep.description) == deep)
      #expect(try deep.finds(["a"], in: ["t"]))
    }
  }

  @Test(arguments: [" ", " AND ", " OR ", " NOT ", " NEAR/1 "])
  func `A list has any length`(separator: String) throws {
    try onSmallStack { () throws in
      let words = (0..<Self.long).map { "w\($0)" }
      let query = try SearchQuery(words.joined(separator: separator))
      let copy = try SearchQuery(query.description)
      #expect(query == copy)
      #expect(query.hashValue == copy.hashValue)
      let bound = try query.bound(to: ["t"], by: .simple)
      #expect(bound.operands.count == Self.long)
      let isFound = separator == " OR " || separator == " NOT "
      #expect(bound.matches(RecordWords(["w0"])) == isFound)
      #expect(bound.matches(RecordWords([words.joined(separator: " ")])) == (separator != " NOT "))
      #expect(!bound.matches(RecordWords(["other"])))
    }
  }

  @Test func `Lists of parentheses have any length`() throws {
    try onSmallStack { () throws in
      let query = try SearchQuery(String(repeating: "(a) () (b OR c) ", count: Self.many / 4))
      #expect(try query.finds(["a b"], in: ["t"]))
      #expect(throws: SearchQuery.SyntaxError.self) { try SearchQuery(String(repeating: "AND OR ", count: Self.many)) }
      #expect(throws: SearchQuery.SyntaxError.self) { try SearchQuery(String(repeating: "a) ", count: Self.many)) }
      let typed = SearchQuery(typed: String(repeating: "AND OR NOT \" - ( ", count: Self.many))
      #expect(try !typed.finds(["other"], in: ["t"]))
    }
  }

  @Test func `Lists that are built have any length`() throws {
    try onSmallStack { () throws in
      let words = (0..<Self.many).map { SearchQuery.phrase("w\($0)") }
      let all = SearchQuery.all(of: words)
      #expect(try SearchQuery(all.description) == all)
      let excluded = SearchQuery.phrase("a").excluding(.any(of: words))
      #expect(try SearchQuery(excluded.description) == excluded)
    }
  }

  @Test func `A phrase has any length`() throws {
    try onSmallStack { () throws in
      let words = (0..<Self.many).map { "w\($0 % 7)" }.joined(separator: " ")
      #expect(try SearchQuery("\"\(words)\"").finds([words], in: ["t"]))
      #expect(try !SearchQuery("\"\(words) x\"").finds([words], in: ["t"]))
    }
  }
}
