import MotionModelSearch
import Testing

/// The words of queries: those of texts, but for the last one.
struct QueryTokensTests {
  private func query(_ text: String, prefix: Bool = false, _ analysis: TextAnalysis = TextAnalysis()) -> [String] {
    analysis.queryTokens(in: text, isPrefix: prefix).map { $0.word + ($0.isPrefix ? "*" : "") }
  }

  @Test func `the words of a query are those of a text`() {
    #expect(query("Don't") == ["don", "t"])
    #expect(query("") == [])
    #expect(query("…", prefix: true) == [])
  }

  @Test func `only the last word is a prefix`() {
    #expect(query("full-te", prefix: true) == ["full", "te*"])
  }

  @Test func `a prefix is neither stemmed nor a stop word`() {
    let analysis = TextAnalysis(stemming: .english, stopWords: ["the"])
    #expect(query("running dogs", prefix: true, analysis) == ["run", "dogs*"])
    #expect(query("the the", prefix: true, analysis) == ["", "the*"])
    #expect(query("the the", analysis) == ["", ""])
  }

  @Test func `letters of scripts without spaces are a phrase of pairs`() {
    #expect(query("日本語") == ["日本", "本語"])
    #expect(query("日本語", prefix: true) == ["日本", "本語"])
    #expect(query("日本x") == ["日本", "本", "x"])
    #expect(query("日本x", prefix: true) == ["日本", "本", "x*"])
  }

  @Test func `a single letter of such a script begins a pair`() {
    #expect(query("本") == ["本*"])
    #expect(query("x本") == ["x", "本*"])
    #expect(query("本x") == ["本", "x"])
  }

  /// A part of a text is found in it: the tokens of the part, as a phrase, are a run of the tokens of the text.
  @Test func `each part of a text without spaces is found`() {
    let text = Array("日本語の文章です")
    let tokens = TextAnalysis().tokens(in: String(text)).map(\.word)
    for start in text.indices {
      for end in start + 1...text.count {
        let part = TextAnalysis().queryTokens(in: String(text[start..<end]), isPrefix: false)
        let isFound = (0...tokens.count - part.count).contains { first in
          zip(part, tokens[first...]).allSatisfy { $0.isPrefix ? $1.hasPrefix($0.word) : $1 == $0.word }
        }
        #expect(isFound, "\(String(text[start..<end]))")
      }
    }
  }

  @Test func `simple queries have simple words`() {
    #expect(query("Don't CAFÉ", prefix: true, .simple) == ["don", "t", "cafÉ*"])
  }
}
