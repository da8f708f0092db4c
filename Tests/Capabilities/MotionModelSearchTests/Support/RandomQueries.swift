import MotionModelSearch
import MotionModelTestSupport

extension SplitMix64 {
  /// Returns a query of any form, built in Swift, with words that are easily misread.
  mutating func query(depth: Int = 4) -> SearchQuery {
    switch number(0...(depth > 0 ? 6 : 2)) {
    case 0, 1: SearchQuery(phrase())
    case 2: near()
    case 3: .all(of: (0..<number(0...4)).map { _ in query(depth: depth - 1) })
    case 4: .any(of: (0..<number(0...4)).map { _ in query(depth: depth - 1) })
    case 5: query(depth: depth - 1).excluding(query(depth: depth - 1))
    default: query(depth: depth - 1).in(columnName())
    }
  }

  private mutating func near() -> SearchQuery {
    let phrases = (0..<number(0...4)).map { _ in phrase() }
    return .near(phrases, distances: phrases.dropFirst().map { _ in pick([0, 1, 2, 10, 99, 1_000_000]) })
  }

  private mutating func phrase() -> SearchQuery.Phrase {
    let words = (0..<pick([0, 1, 1, 1, 2, 3])).map { _ in word() + (chance(20) ? "*" : "") }
    return SearchQuery.Phrase(
      words.joined(separator: pick([" ", "\n"])), atStart: chance(15), in: chance(25) ? columnName() : nil)
  }

  private mutating func word() -> String { chance(60) ? pick(Self.words) : .nasty(using: &self) }

  private mutating func columnName() -> String { chance(70) ? pick(["title", "body", "größe"]) : .nasty(using: &self) }

  private static let words = [
    "dog", "cat", "AND", "OR", "NOT", "NEAR", "NEAR/2", "NEAR/", "and", "near", "(", ")", "()", "^", "^dog", "\"",
    "\"\"", "a\"b",
    "title:dog", ":", "title:", "-dog", "-", "don't", "@dog", "example.com", "12:30", "\\", "'", "“dog”", "\u{3000}",
    "\u{301}",
  ]

  /// Returns tokens of the grammar in any order.
  mutating func queryText(longest: Int = 12) -> String {
    let tokens =
      Self.words + ["OR", "AND", "NOT", "NEAR", "NEAR/3", "(", ")", "\"", "*", "title:", "title:^", "-(", "„", "ho ho"]
    return (0..<number(0...longest)).map { _ in pick(tokens) + pick([" ", " ", ""]) }.joined()
  }
}
