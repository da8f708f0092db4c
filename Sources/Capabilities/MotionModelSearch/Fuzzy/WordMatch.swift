/// A word of an index that a word of a query may mean.
package struct WordMatch: Hashable, Sendable {
  /// How a word is like another; the closest first.
  package enum Tier: Int, Hashable, Sendable, Comparable {
    /// It is the same word.
    case word
    /// It begins with the other.
    case prefix
    /// One edit apart.
    case oneEdit
    /// Two edits apart.
    case twoEdits

    package static func < (one: Tier, other: Tier) -> Bool { one.rawValue < other.rawValue }
  }

  package let word: String
  package let tier: Tier
  /// How many records have it.
  package let records: Int
}

/// The words of one tier: the most frequent ones, by their number of records, are kept.
struct WordMatches {
  private let tier: WordMatch.Tier
  private let limit: Int
  private var words: [WordMatch] = []
  /// What a word needs to be kept, since some were left out.
  private var least = 0

  init(_ tier: WordMatch.Tier, limit: Int) { (self.tier, self.limit) = (tier, max(limit, 0)) }

  mutating func add(_ word: UnsafeBufferPointer<UInt8>, _ records: Int) {
    guard limit > 0, records >= least else { return }
    words.append(WordMatch(word: String(decoding: word, as: UTF8.self), tier: tier, records: records))
    if words.count / 2 >= limit { cut() }
  }

  /// The words that are kept: those of most records first, and among equals in the order of their UTF-8.
  var sorted: [WordMatch] {
    var copy = self
    copy.cut()
    return copy.words
  }

  private mutating func cut() {
    words.sort { one, other in
      one.records == other.records
        ? one.word.utf8.lexicographicallyPrecedes(other.word.utf8) : one.records > other.records
    }
    guard words.count > limit else { return }
    words.removeLast(words.count - limit)
    least = words.last?.records ?? 0
  }
}
