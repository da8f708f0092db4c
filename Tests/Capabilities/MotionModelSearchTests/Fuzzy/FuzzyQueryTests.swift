import Testing

@testable import MotionModelSearch

/// Queries whose words are replaced by those of an index.
struct FuzzyQueryTests {
  private let words = WordList(["paint", "print", "print", "poni", "ponies", "runner"])

  private func fuzzy(_ text: String, _ analysis: TextAnalysis = TextAnalysis()) throws -> String {
    var query = FuzzyQuery(words: words, analysis: analysis, fuzziness: SearchFuzziness())
    return query.fuzzy(try SearchQuery(text)).description
  }

  @Test(arguments: [
    ("paint", "paint"), ("prinx", "print"), ("piant AND prinx", "paint print"), ("title:prinx", "title:print"),
    ("prinx OR prinx*", "prinx OR print"), ("paint NOT prinx", "paint NOT prinx"), ("^prinx", "^prinx"),
    ("\"prinx paint\"", "\"prinx paint\""), ("prinx NEAR paint", "prinx NEAR paint"), ("pxint", "print OR paint"),
    ("pr*", "pr*"), ("xyzzy", "xyzzy"), ("runnex*", "runner"),
  ])
  func `missing words are replaced by the closest ones`(text: String, expected: String) throws {
    #expect(try SearchQuery(try fuzzy(text)) == SearchQuery(expected))
  }

  @Test func `a word of the index that would become another one is left out`() throws {
    // "ponies" is not a stem, so it would be searched as "poni".
    #expect(try fuzzy("poniesx", .english) == "poniesx")
    #expect(try fuzzy("runnerx", .english) == "runner")
  }
}
