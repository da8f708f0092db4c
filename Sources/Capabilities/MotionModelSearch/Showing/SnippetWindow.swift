/// A run of words of a text: the one that shows most of a query.
///
/// As in FTS5, a word or phrase of the query counts 1,000 once and 1 whenever it is repeated, and a window that begins
/// with a sentence 100 more, or 120 with the text. A window that does not begin with a sentence has what was found in
/// its middle.
struct SnippetWindow: Hashable, Sendable {
  /// How many words a window can have at most.
  static let longest = 1 << 20

  /// How many words it can have.
  let size: Int
  private(set) var words: Range<Int>
  private(set) var score: Int

  /// Chooses the window of a text. If nothing was found in it, that is its beginning.
  ///
  /// This takes time in proportion to the words of the text.
  init(of found: FoundText, size: Int) {
    self.size = min(max(size, 1), Self.longest)
    words = 0..<min(self.size, found.places.count)
    score = 0
    guard !found.hits.isEmpty else { return }
    let sentences = SentenceStarts(of: found)
    var counter = WindowCounter(found.hits)
    for start in sentences.before {
      guard let start else { continue }
      let total = counter.move(to: start..<start + self.size).score + (start == 0 ? 120 : 100)
      choose(start, total, found.places.count)
    }
    counter = WindowCounter(found.hits)
    for hit in found.hits {
      let start = hit.words.lowerBound
      let count = counter.move(to: start..<start + self.size)
      choose(start - (self.size - (count.end - start)) / 2, count.score, found.places.count)
    }
  }

  /// Takes a window if it is better than the one so far.
  private mutating func choose(_ start: Int, _ score: Int, _ count: Int) {
    guard score > self.score else { return }
    let start = max(0, min(start, count - size))
    words = start..<min(start + size, count)
    self.score = score
  }
}

/// Counts what is found in a window that moves forward.
private struct WindowCounter {
  private let hits: [FoundText.Hit]
  /// The hits whose first word is in the window.
  private var shown = 0..<0
  /// For each operand, how many of them are its.
  private var counts: [Int: Int] = [:]

  init(_ hits: [FoundText.Hit]) { self.hits = hits }

  /// Moves the window forward, and returns its score, and where the last of what it shows ends.
  mutating func move(to window: Range<Int>) -> (score: Int, end: Int) {
    var (first, last) = (shown.lowerBound, shown.upperBound)
    while last < hits.count, hits[last].words.lowerBound < window.upperBound {
      counts[hits[last].operand, default: 0] += 1
      last += 1
    }
    while first < last, hits[first].words.lowerBound < window.lowerBound {
      let operand = hits[first].operand
      let count = counts[operand, default: 1] - 1
      counts[operand] = count == 0 ? nil : count
      first += 1
    }
    shown = first..<last
    let repeats = min(shown.count - counts.count, 99)
    let end = shown.isEmpty ? window.lowerBound : min(window.upperBound, hits[last - 1].words.upperBound)
    return (counts.count * 1000 + repeats, end)
  }
}
