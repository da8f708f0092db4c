import MotionModelSearch
import MotionModelTestSupport
import Testing

struct SearchQueryTests {
  @Test func `A query built in Swift is the one that is read`() throws {
    let built =
      SearchQuery.phrase("dog", in: "title")
      && (.phrase("walk") || .phrase("take out")).excluding(.phrase("cat*"))
    #expect(built.description == "title:dog (walk OR \"take out\") NOT cat*")
    #expect(try SearchQuery("title:dog (walk OR \"take out\") NOT cat*") == built)
  }

  @Test(arguments: [
    (SearchQuery.nothing, ""),
    (.phrase("dog"), "dog"),
    (.phrase("dog*"), "dog*"),
    (.phrase("  walk \n the\u{3000}dog "), "\"walk the dog\""),
    (.phrase("li* ya*"), "\"li* ya*\""),
    (.phrase("walk the", atStart: true, in: "title"), "title:^\"walk the\""),
    (.phrase("dog", in: "my column"), "\"my column\":dog"),
    (.phrase("dog", in: "a \"b\""), "\"a \"\"b\"\"\":dog"),
    (.phrase("dog", in: ""), "\"\":dog"),
    (.phrase("dog", in: "2nd"), "\"2nd\":dog"),
    (.phrase("AND"), "\"AND\""),
    (.phrase("NEAR/3"), "\"NEAR/3\""),
    (.phrase("and"), "and"),
    (.phrase("say \"ho\""), "\"say \"\"ho\"\"\""),
    (.phrase("12:30"), "\"12:30\""),
    (.phrase("don't"), "don't"),
    (.phrase("(dog)"), "\"(dog)\""),
    (.phrase("^dog"), "\"^dog\""),
    (.phrase(""), ""),
    (.phrase(" * "), ""),
    (.near("tweet", "storm"), "tweet NEAR storm"),
    (.near("tweet", "big storm*", "about", within: 2), "tweet NEAR/2 \"big storm*\" NEAR/2 about"),
    (.near("tweet", "", "storm", within: 2), "tweet NEAR/5 storm"),
    (.near("tweet", ""), "tweet"),
    (.near("a", "b", within: .max), "a NEAR/1000000 b"),
    (.phrase("a") && .phrase("b") && .phrase("c"), "a b c"),
    (.phrase("a") && (.phrase("b") && .phrase("c")), "a b c"),
    (.phrase("a") || .phrase("b") && .phrase("c"), "a OR b c"),
    ((.phrase("a") || .phrase("b")) && .phrase("c"), "(a OR b) c"),
    (.phrase("a").excluding(.phrase("b")).excluding(.phrase("c")), "a NOT b NOT c"),
    (.phrase("a").excluding(.phrase("b") || .phrase("c")), "a NOT b NOT c"),
    (.phrase("a").excluding(.phrase("b").excluding(.phrase("c"))), "a NOT (b NOT c)"),
    ((.phrase("a") && .phrase("b")).excluding(.phrase("c") && .phrase("d")), "(a b) NOT (c d)"),
    (.near("a", "b").excluding(.near("c", "d")), "a NEAR b NOT c NEAR d"),
    (.nothing && .phrase("a"), "a"),
    (.phrase("a") || .nothing, "a"),
    (.phrase("a").excluding(.nothing), "a"),
    (SearchQuery.nothing.excluding(.phrase("a")), ""),
    (.all(of: []), ""),
    (.any(of: [.phrase("a")]), "a"),
    ((.phrase("a") || .phrase("b", in: "body")).in("title"), "title:a OR body:b"),
    (SearchQuery.near("a", "b", within: 0).excluding(.phrase("c")).in("t"), "t:a NEAR/0 t:b NOT t:c"),
  ]) func `A query has a description that is read back`(query: SearchQuery, text: String) throws {
    #expect(query.description == text)
    #expect(try SearchQuery(text) == query)
  }

  @Test func `Any query is read back from its description`() throws {
    for part in 0..<2000 {
      var random = TestSeed.generator(part)
      let query = random.query()
      let text = query.description
      let read = try SearchQuery(text)
      #expect(read == query, "part \(part): \(text)")
      #expect(read.hashValue == query.hashValue, "part \(part): \(text)")
      #expect(read.description == text, "part \(part)")
    }
  }

  @Test func `Any text that is read is read back from its description`() throws {
    for part in 0..<5000 {
      var random = TestSeed.generator(part)
      let text = random.queryText()
      guard let query = try? SearchQuery(text) else { continue }
      #expect(try SearchQuery(query.description) == query, "part \(part): \(text.debugDescription)")
    }
  }

  @Test func `A phrase has a column that can be changed`() {
    var phrase: SearchQuery.Phrase = "walk the dog"
    #expect(phrase.column == nil)
    phrase.column = "title"
    phrase.isAtStart = true
    #expect(phrase == SearchQuery.Phrase("walk the dog", atStart: true, in: "title"))
    #expect(phrase.description == "title:^\"walk the dog\"")
    #expect(SearchQuery(phrase) == .phrase("walk the dog", atStart: true, in: "title"))
    phrase.column = nil
    #expect(phrase.description == "^\"walk the dog\"")
  }

  #if os(macOS) || os(Linux)
    @Test func `A negative distance is refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = SearchQuery.near("a", "b", within: -1)
      }
      expectSentence("A search query cannot have phrases within -1 words of each other.", result)
    }
  #endif
}
