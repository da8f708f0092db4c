import MotionModelSearch
import Testing

/// The grammar line by line, as it was measured with SQLite's FTS4, and where it is better on purpose.
struct SearchGrammarTests {
  private let names = ["authorName", "text"]

  private func finds(_ query: String, _ author: String, _ text: String) throws -> Bool {
    try SearchQuery(query).finds([author, text], in: names)
  }

  private func finds(_ query: String, _ text: String) throws -> Bool { try finds(query, "draconisNZ", text) }

  private let storm = "tweet and things about yapdatabase twitter storm"

  @Test func `A word is looked for in any column`() throws {
    #expect(try finds("yapdatabase", "I like YapDatabase!"))
    #expect(try finds("draconisNZ", "nothing"))
    #expect(try finds("@draconisNZ", "nothing"))
    #expect(try !finds("yap", "I like YapDatabase!"))
  }

  @Test func `Texts are divided at all that is neither letter nor digit`() throws {
    #expect(try finds("full", "full-text"))
    #expect(try finds("text", "full-text"))
    #expect(try finds("don t", "don't"))
    #expect(try finds("bar", "foo_bar"))
    #expect(try finds("'tweet NOT storm'", "a tweet"))
    #expect(try !finds("'tweet NOT storm'", "a tweet storm"))
  }

  @Test func `A word of several parts is a phrase, which FTS4 does not do`() throws {
    #expect(try finds("full-text", "a full text"))
    #expect(try finds("full-te*", "a full text"))
    #expect(try !finds("full-text", "a text in full"))
    #expect(try !finds("fu-text", "a full text"))
  }

  @Test func `Two words may be in different columns`() throws {
    #expect(try finds("draconisnz storm", storm))
    #expect(try finds("draconisnz AND storm", storm))
    #expect(try !finds("draconisnz rain", storm))
  }

  @Test func `The words of a phrase are one after the other in one column`() throws {
    #expect(try finds("\"things about\"", storm))
    #expect(try !finds("\"about things\"", storm))
    #expect(try !finds("\"tweet about\"", storm))
    #expect(try !finds("\"draconisnz tweet\"", storm))
    #expect(try finds("\"tweet AND things\"", storm))
  }

  @Test func `Words and words of phrases can be prefixes`() throws {
    #expect(try finds("yap*", storm))
    #expect(try finds("\"ab* ya* twitter\"", storm))
    #expect(try !finds("\"ab ya*\"", storm))
    #expect(try finds("storm*", storm))
    #expect(try !finds("storms*", storm))
  }

  @Test func `A column is named before a word, a prefix or a phrase`() throws {
    #expect(try finds("authorName:draconisNZ", storm))
    #expect(try finds("AUTHORNAME:draconisNZ", storm))
    #expect(try finds("authorName: draconisNZ", storm))
    #expect(try !finds("authorName:storm", storm))
    #expect(try finds("text:yap*", storm))
    #expect(try !finds("authorName:yap*", storm))
    #expect(try finds("\"text\":storm", storm))
    // FTS4 finds nothing.
    #expect(try finds("text:\"twitter storm\"", storm))
    #expect(try !finds("authorName:\"twitter storm\"", storm))
    #expect(try finds("text:12:30", "at 12.30"))
  }

  @Test func `A column that is not there is an error`() throws {
    #expect(throws: SearchQuery.SyntaxError.self) { try finds("author:draconisNZ", storm) }
  }

  @Test func `A caret asks for the beginning of a column`() throws {
    #expect(try finds("^tweet", storm))
    #expect(try finds("^draconisnz", storm))
    #expect(try !finds("^things", storm))
    #expect(try !finds("^twe", storm))
    #expect(try finds("^twe*", storm))
    #expect(try finds("text:^tweet", storm))
    #expect(try !finds("text:^draconisnz", storm))
    #expect(try finds("^\"tweet and\"", storm))
    #expect(try !finds("^\"and things\"", storm))
    #expect(try finds("things^tweet", storm))
    #expect(try finds("^ things", storm))
  }

  @Test func `Operators are in capitals`() throws {
    #expect(try !finds("tweet or rain", storm))
    #expect(try finds("tweet and storm", storm))
    #expect(try !finds("tweet not rain", storm))
    #expect(try !finds("tweet near storm", storm))
    #expect(try finds("and things NOT or", storm))
  }

  @Test func `Operators bind in an order`() throws {
    #expect(try SearchQuery("a OR yap like") == SearchQuery("a OR (yap AND like)"))
    #expect(try SearchQuery("yap OR a NOT c") == SearchQuery("yap OR (a NOT c)"))
    #expect(try SearchQuery("a NOT b NOT c") == SearchQuery("(a NOT b) NOT c"))
    #expect(try SearchQuery("a NOT b NOT c") != SearchQuery("a NOT (b NOT c)"))
    #expect(try SearchQuery("a b NOT c") == SearchQuery("a AND (b NOT c)"))
    #expect(try SearchQuery("a NOT b c") == SearchQuery("(a NOT b) AND c"))
    #expect(try SearchQuery("a NEAR b NOT c NEAR d") == SearchQuery("(a NEAR b) NOT (c NEAR d)"))
    #expect(try SearchQuery("a AND b c OR d") == SearchQuery("(a b c) OR d"))
    #expect(try SearchQuery("((a) (((b))))") == SearchQuery("a b"))
    #expect(try SearchQuery("(a)(b)\"c\"d*e") == SearchQuery("a b c d* e"))
    #expect(try SearchQuery("a AND(b)") == SearchQuery("a b"))
  }

  @Test func `NOT is between what is found and what is not`() throws {
    #expect(try finds("tweet NOT rain", storm))
    #expect(try !finds("tweet NOT storm", storm))
    #expect(try finds("tweet NOT (storm rain)", storm))
    #expect(try !finds("tweet NOT rain NOT storm", storm))
    #expect(throws: SearchQuery.SyntaxError.self) { try SearchQuery("NOT rain") }
  }

  @Test func `NEAR counts the words between, in either order`() throws {
    #expect(try finds("tweet NEAR/5 storm", storm))
    #expect(try finds("storm NEAR/5 tweet", storm))
    #expect(try !finds("tweet NEAR/4 storm", storm))
    #expect(try finds("tweet NEAR storm", storm))
    #expect(try finds("twitter NEAR/0 storm", storm))
    #expect(try finds("storm NEAR/0 twitter", storm))
    #expect(try !finds("tweet NEAR/0 storm", storm))
    #expect(try !finds("draconisnz NEAR tweet", storm))
    #expect(try finds("a NEAR b", "a 1 2 3 4 5 6 7 8 9 10 b"))
    #expect(try !finds("a NEAR b", "a 1 2 3 4 5 6 7 8 9 10 11 b"))
    #expect(try finds("a NEAR/99999999999999999999 b", "a 1 2 b"))
  }

  @Test func `NEAR takes chains, phrases and prefixes`() throws {
    #expect(try finds("a NEAR/1 b NEAR/1 d", "a 1 b 2 d"))
    #expect(try !finds("a NEAR/1 b NEAR/1 d", "a 1 b 2 3 d"))
    #expect(try finds("a NEAR/1 b NEAR/2 d", "a 1 b 2 3 d"))
    #expect(try finds("d NEAR/1 a NEAR/1 b", "b 1 a d"))
    #expect(try finds("\"things about\" NEAR/1 twi*", storm))
    #expect(try !finds("\"things about\" NEAR/0 twi*", storm))
    #expect(try finds("text:tweet NEAR text:storm", storm))
    #expect(try !finds("authorName:tweet NEAR storm", storm))
    #expect(try finds("(tweet) NEAR (\"twitter storm\")", storm))
  }

  @Test func `NEAR takes places that overlap, but do not end together`() throws {
    #expect(try !finds("a NEAR a", "a b"))
    #expect(try finds("a NEAR a", "a b a"))
    #expect(try finds("a NEAR \"a b\"", "a b"))
    #expect(try !finds("b NEAR \"a b\"", "a b"))
    #expect(try finds("\"a b\" NEAR \"b c\"", "a b c"))
  }

  @Test func `A minus is punctuation`() throws {
    #expect(try finds("tweet -storm", storm))
    #expect(try !finds("tweet -rain", storm))
  }

  @Test(arguments: [
    "", "  \n", "()", "( ) ( )", ".", "- ' @", "*", "^", "\"\"", "\". .\"", "text:.", "() OR ()", ". NOT tweet",
  ])
  func `Without a word nothing is found`(query: String) throws {
    #expect(try !finds(query, storm))
  }

  @Test(arguments: [
    "tweet ()", "() tweet", "tweet .", "tweet * storm", "* tweet", "tweet AND .", "tweet OR ()", "tweet NOT \"\"",
    "tweet NEAR/2 . NEAR/2 storm",
  ]) func `What has no word is left out of a query`(query: String) throws {
    #expect(try finds(query, storm))
  }

  @Test(arguments: ["NOT a", "a AND", "a AND AND b", "(a", "a)", "\"a", "a\"", "AND", "OR", "NOT", "NEAR", "a NOT"])
  func `A malformed query is an error`(query: String) {
    #expect(throws: SearchQuery.SyntaxError.self) { try SearchQuery(query) }
  }

  @Test func `Two quotation marks in a phrase are one, which divides words`() throws {
    #expect(try SearchQuery("\"a\"\"b\"") == .phrase("a\"b"))
    #expect(try finds("\"twitter\"\"storm\"", storm))
  }
}
