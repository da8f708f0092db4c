import Foundation
@testable import MotionModelSearch
import MotionModelTestSupport
import Testing

struct SearchSyntaxErrorTests {
  @Test(arguments: [
    ("AND", 0, "a word, a phrase or \"(\"", "AND"),
    ("NOT a", 0, "a word, a phrase or \"(\"", "NOT"),
    ("a AND", 5, "a word, a phrase or \"(\" after AND", "the end"),
    ("a AND AND b", 6, "a word, a phrase or \"(\" after AND", "AND"),
    ("a OR OR b", 5, "a word, a phrase or \"(\" after OR", "OR"),
    ("a AND (OR b)", 7, "a word, a phrase or \"(\"", "OR"),
    ("(a NOT) b", 6, "a word, a phrase or \"(\" after NOT", "\")\""),
    ("NEAR a", 0, "a word, a phrase or \"(\"", "NEAR"),
    ("a NEAR NEAR b", 7, "a word, a phrase or \"(\" after NEAR", "NEAR"),
    ("a NEAR", 6, "a word, a phrase or \"(\" after NEAR", "the end"),
    ("(a b) NEAR c", 6, "a word or a phrase before NEAR", "a query in parentheses"),
    ("(a NEAR b) NEAR c", 11, "a word or a phrase before NEAR", "a query in parentheses"),
    ("a NEAR (b OR c)", 7, "a word or a phrase after NEAR", "a query in parentheses"),
    ("a NEAR/ b", 7, "a number of words after NEAR/", "\" \""),
    ("a NEAR/x b", 7, "a number of words after NEAR/", "\"x\""),
    ("a NEAR/-1 b", 7, "a number of words after NEAR/", "\"-\""),
    ("(a", 0, "\")\" for this \"(\"", "none"),
    ("a ((b) OR c", 2, "\")\" for this \"(\"", "none"),
    ("a)", 1, "\"(\" before \")\"", "none"),
    (")", 0, "\"(\" before \")\"", "none"),
    ("a \"b", 4, "a quotation mark that ends the phrase", "the end"),
    ("\"", 1, "a quotation mark that ends the phrase", "the end"),
    ("title:", 6, "a word or a phrase after the column", "the end"),
    ("title: (a b)", 7, "a word or a phrase after the column", "\"(\""),
    ("^title:a", 1, "the column before ^, as in title:^word", "\"t\""),
    ("é \"ü\" AND", 11, "a word, a phrase or \"(\" after AND", "the end"),
  ]) func `A malformed query has an error with its place`(
    text: String, offset: Int, expected: String, found: String
  ) {
    let error = #expect(throws: SearchQuery.SyntaxError.self) { try SearchQuery(text) }
    #expect(error?.text == text)
    #expect(error?.offset == offset)
    #expect(error?.expected == expected)
    #expect(error?.found == found)
  }

  @Test func `An error says in one sentence what is wrong, and shows where`() throws {
    let error = try #require(throws: SearchQuery.SyntaxError.self) { try SearchQuery("日本 AND OR storm") }
    #expect(
      error.reason
        == "The search query cannot be read at character 8: expected a word, a phrase or \"(\" after AND, found OR.")
    #expect(error.description == "\(error.reason)\n  日本 AND OR storm\n           ^")
    #expect(error.localizedDescription == error.reason)
  }

  @Test func `A long query is shown around the mistake`() throws {
    let words = String(repeating: "dog ", count: 50)
    let error = try #require(throws: SearchQuery.SyntaxError.self) { try SearchQuery(words + "AND AND " + words) }
    let lines = error.description.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("  …") && lines[1].hasSuffix("…") && lines[1].count < 130)
    #expect(lines[2].count == 2 + 1 + 60 + 1)
  }

  @Test func `A column that is not there is an error when the query is used, with the place where it was read`() throws
  {
    let query = try SearchQuery("dog OR (cat headline:mouse)")
    let error = try #require(throws: SearchQuery.SyntaxError.self) {
      try query.bound(to: ["title", "body"], by: .simple)
    }
    #expect(
      error
        == SearchQuery.SyntaxError(
          text: "dog OR (cat headline:mouse)", offset: 12, expected: "a column of the index: title, body",
          found: "\"headline\""))
  }

  @Test func `The place is that in the text that was read, after queries were combined`() throws {
    let query = try SearchQuery("dog") && SearchQuery("  nowhere:cat").excluding(.phrase("mouse"))
    let error = try #require(throws: SearchQuery.SyntaxError.self) { try query.bound(to: ["title"], by: .simple) }
    #expect(
      error
        == SearchQuery.SyntaxError(
          text: "  nowhere:cat", offset: 2, expected: "the column title", found: "\"nowhere\""))
  }

  @Test func `A column that was not read has its place in the phrase`() throws {
    let query = SearchQuery.phrase("dog cat", in: "nowhere")
    let error = try #require(throws: SearchQuery.SyntaxError.self) { try query.bound(to: ["title"], by: .simple) }
    #expect((error.text, error.offset) == ("nowhere:\"dog cat\"", 0))
  }

  @Test func `Any text is a query, or has an error with a place in it`() {
    for part in 0..<5000 {
      var random = TestSeed.generator(part)
      let text = random.chance(50) ? random.queryText() : .nasty(using: &random) + .nasty(using: &random)
      do throws(SearchQuery.SyntaxError) {
        _ = try SearchQuery(text)
      } catch {
        #expect(error.text == text, "part \(part)")
        #expect((0...text.utf8.count).contains(error.offset), "part \(part): \(text.debugDescription)")
        #expect(error.description.hasPrefix(error.reason), "part \(part)")
      }
    }
  }
}
