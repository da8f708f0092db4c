import MotionModel
import MotionModelSearch
import MotionModelTesting
import Testing

private struct Recipe: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Recipe> {
    Column(\.name)
    Searchable(\.name)
  }
}

/// Suggestions and completions from the words of an index.
@Suite(.store) struct FinderFuzzyTests {
  @Test func `suggestions and completions are words that records have now`() throws {
    for name in ["Lasagne with spinach", "Lasagne", "Lasagna", "Crème brûlée"] { try Recipe.create { $0.name = name } }
    #expect(Recipe.records.suggestion(for: "lasange & spinahc") == "lasagne & spinach")
    #expect(Recipe.records.suggestion(for: "lasagne") == nil)
    #expect(Recipe.records.completions(of: "fresh LAS") == ["lasagne", "lasagna"])
    #expect(Recipe.records.completions(of: "cr") == ["creme"])
    #expect(Recipe.records.completions(of: "") == [])
    #expect(Recipe.records.completions(of: "…") == [])
    #expect(Recipe.records.completions(of: "l", limit: 1) == ["lasagne"])
    try Recipe.search("lasagne").deleteAll()
    #expect(Recipe.records.completions(of: "las") == ["lasagna"])
    #expect(Recipe.records.suggestion(for: "spinahc") == nil)
  }

  // MARK: - Searching

  private func found(_ text: String, _ fuzziness: SearchFuzziness? = SearchFuzziness()) -> [String] {
    Recipe.search(text, fuzziness: fuzziness).map(\.name)
  }

  @Test func `a word that no record has becomes the closest ones`() throws {
    for name in ["Lasagne with spinach", "Lasagna", "Spinach soup", "Lasso"] { try Recipe.create { $0.name = name } }
    #expect(found("lasange ") == ["Lasagne with spinach"])
    #expect(found("lasanga ") == ["Lasagna"])
    #expect(found("lasagnes ") == ["Lasagne with spinach"])
    #expect(found("spinahc lasagn ") == ["Lasagne with spinach"])
    #expect(found("lasagn ") == ["Lasagne with spinach", "Lasagna"])
    #expect(found("zpinach ") == [])
    #expect(found("aubergine ") == [])
    #expect(found("", .init()) == [])
    #expect(found("lasange ", nil) == [])
  }

  @Test func `words that are there stay, and so do phrases and what is excluded`() throws {
    for name in ["Paint", "Print", "Point"] { try Recipe.create { $0.name = name } }
    #expect(found("paint ") == ["Paint"])
    #expect(found("paint -prinx ") == ["Paint"])
    #expect(found("\"paint prinx\"") == [])
    #expect(found("prinx OR paint ") == ["Paint", "Print"])
  }

  @Test func `the last word may be the beginning of one, with edits`() throws {
    for name in ["Lasagne", "Lesson", "Spaghetti"] { try Recipe.create { $0.name = name } }
    #expect(found("lasag") == ["Lasagne"])
    #expect(found("lasang") == ["Lasagne"])
    #expect(found("spagehtt") == ["Spaghetti"])
    #expect(found("les") == ["Lesson"])
  }

  @Test func `records that come later are found by the words that were chosen`() throws {
    try Recipe.create { $0.name = "Lasagne" }
    let finder = Recipe.search("lasange ", fuzziness: SearchFuzziness())
    try Recipe.create { $0.name = "Lasagne verde" }
    #expect(finder.map(\.name) == ["Lasagne", "Lasagne verde"])
  }

  @Test func `a text of very many words is searched in bounded time`() throws {
    try Recipe.create { $0.name = "Lasagne" }
    let text = (0..<2000).map { "lasagn\($0)x" }.joined(separator: " ")
    #expect(found(text) == [])
  }
}
