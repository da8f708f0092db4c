import Testing

@testable import MotionModelSearch

/// What could have been meant, and what could follow.
struct WordSuggestionsTests {
  private let words = WordList(["lasagne", "lasagne", "lasagna", "spinach", "with", "spoon", "creme", "brulee"])

  private func suggestion(_ text: String) -> String? {
    words.suggestion(for: text, by: TextAnalysis(), SearchFuzziness())
  }

  @Test func `a word that no record has is replaced by the most likely one`() {
    #expect(suggestion("Lasange with spinahc!") == "lasagne with spinach!")
    #expect(suggestion("Crème brulée and Lasagn") == "Crème brulée and lasagne")
  }

  @Test func `there is no suggestion if nothing is wrong or nothing is like it`() {
    #expect(suggestion("lasagne with spinach") == nil)
    #expect(suggestion("aubergine") == nil)
    #expect(suggestion("") == nil)
    #expect(suggestion("…") == nil)
  }

  @Test func `a prefix is completed by the words that most records have`() {
    #expect(words.completions(of: "las", limit: 5).map(\.word) == ["lasagne", "lasagna"])
    #expect(words.completions(of: "", limit: 2).map(\.word) == ["lasagne", "brulee"])
    #expect(words.completions(of: "x", limit: 5) == [])
    #expect(words.completions(of: "las", limit: 0) == [])
    #expect(words.completions(of: "las", limit: -1) == [])
  }
}
