import MotionModelSearch
import MotionModelTestSupport
import Testing

struct TypedQueryTests {
  @Test(arguments: [
    ("", ""), ("   ", ""), ("do", "do OR do*"), ("walk the do", "walk the (do OR do*)"), ("dog ", "dog"),
    ("dog. ", "dog."), ("yap* do*", "yap* do*"),
    // Quotation marks
    ("\"take out\"", "\"take out\""), ("\"take out\" do", "\"take out\" (do OR do*)"),
    ("\"take o", "\"take o\" OR \"take o*\""), ("\"take out ", "\"take out\""), ("dog \"", "dog"), ("\"", ""),
    ("“take out” „the dog“ «now»", "\"take out\" \"the dog\" now"), ("27\" screen ", "\"27\"\"\" screen"),
    ("say \"li* ya*\"", "say \"li* ya*\""), ("\"a\"\"b\"", "a b"),
    // Minus
    ("dog -cat", "dog NOT cat"), ("-cat dog ", "dog NOT cat"), ("dog -\"big cat\" walk ", "(dog walk) NOT \"big cat\""),
    ("dog -(cat mouse) ", "dog NOT (cat mouse)"), ("-dog ", "dog"), ("- milk ", "- milk"), ("e-mail ", "e-mail"),
    ("dog --cat ", "dog --cat"), ("dog -", "dog (- OR -*)"), ("dog -cat -mouse", "dog NOT cat NOT mouse"),
    ("dog OR -cat ", "dog OR cat"), ("-(a b) c ", "c NOT (a b)"), ("-(dog ", "dog"),
    // Operators
    ("dog OR cat ", "dog OR cat"), ("dog OR cat mouse ", "dog OR cat mouse"), ("rock AND roll ", "rock roll"),
    ("OR dog ", "\"OR\" dog"), ("dog OR ", "dog \"OR\""), ("dog OR", "dog \"OR\""), ("dog or cat ", "dog or cat"),
    ("AND ", "\"AND\""), ("a OR OR b ", "a \"OR\" \"OR\" b"), ("DO NOT DISTURB ", "DO \"NOT\" DISTURB"),
    ("a NEAR/2 b ", "a \"NEAR/2\" b"),
    // Parentheses
    ("(dog OR cat) food ", "(dog OR cat) food"), ("Smith (1999) ", "Smith 1999"), ("dog) food( ", "dog food"),
    (":-) dog ", "\":-\" dog"), (":-( dog ", "\":-\" dog"), ("() dog ", "dog"), ("dog ()", "dog"), ("((dog) ", "dog"),
    ("(dog", "dog OR dog*"), ("f(x)", "f x"),
    // What divides words is left to the analysis
    ("it's 12:30 @home ", "it's \"12:30\" @home"), ("title:dog ", "\"title:dog\""), ("^dog ", "\"^dog\""),
    ("example.com", "example.com OR example.com*"), ("a*b ", "\"a* b\""),
  ]) func `What a person types is a query`(text: String, query: String) throws {
    let typed = SearchQuery(typed: text)
    #expect(typed.description == query)
    #expect(try SearchQuery(query) == typed)
  }

  @Test func `Any text is a query that nests no deeper than others, and is read back`() throws {
    for part in 0..<5000 {
      var random = TestSeed.generator(part)
      let text = random.chance(50) ? random.queryText(longest: 30) : .nasty(using: &random) + .nasty(using: &random)
      let query = SearchQuery(typed: text)
      #expect(try SearchQuery(query.description) == query, "part \(part): \(text.debugDescription)")
      #expect(throws: Never.self, "part \(part)") { try query.bound(to: ["title"], by: TextAnalysis()) }
    }
  }

  @Test func `A text is found by any of its beginnings`() throws {
    let text = "Don't forget: e-mail \"Bob O'Neil\" (bob@example.com) at 12:30, re. C* & the café – 50% off!"
    for end in text.indices.dropFirst() {
      let typed = String(text[..<end])
      // NB: A phrase ends with its quotation mark, and `-` in `e-mail` does not exclude.
      #expect(try SearchQuery(typed: typed).finds([text], in: ["text"], TextAnalysis()), "\(typed)")
    }
  }

  @Test func `The last word is found whole in an index of stems`() throws {
    #expect(try SearchQuery(typed: "running").finds(["they run"], in: ["text"], .english))
    #expect(try SearchQuery(typed: "dog runn").finds(["the dog runs"], in: ["text"], .english) == false)
    #expect(try SearchQuery(typed: "dog ru").finds(["the dog runs"], in: ["text"], .english))
  }
}
