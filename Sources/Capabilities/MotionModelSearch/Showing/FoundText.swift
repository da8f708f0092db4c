/// A text with its words, and which of them were searched for.
struct FoundText: Sendable {
  /// A place of a word or phrase of a query.
  struct Hit: Hashable, Sendable {
    /// Which word or phrase of the query it is.
    var operand: Int
    /// The numbers of its words in the text.
    var words: Range<Int>
  }

  let text: String
  let column: String?

  /// Where each word stands: offsets in the UTF-8 of the text.
  let places: [Range<Int>]

  /// In the order of their first words.
  let hits: [Hit]

  /// Creates a text of words. Places outside of it, which a program's own tokenizer can give, become empty.
  init(_ text: String, column: String? = nil, places: [Range<Int>], hits: [Hit]) {
    var text = text
    // Offsets are looked up by counting otherwise.
    text.makeContiguousUTF8()
    let bounds = 0..<text.utf8.count
    (self.text, self.column) = (text, column)
    self.places = places.map { $0.clamped(to: bounds) }
    self.hits = hits
  }

  /// The whole text.
  var highlight: SearchExcerpt { excerpt(0..<text.utf8.count, hits[...]) }

  /// The part of the text that shows most of the query.
  func snippet(_ window: SnippetWindow) -> SearchExcerpt {
    let words = window.words
    let first = hits.firstIndex { $0.words.lowerBound >= words.lowerBound } ?? hits.endIndex
    let shown = hits[first...].prefix { $0.words.lowerBound < words.upperBound }
    return excerpt(range(of: window), shown)
  }

  private func excerpt(_ range: Range<Int>, _ hits: ArraySlice<Hit>) -> SearchExcerpt {
    let shown = text.index(utf8: range.lowerBound)..<text.index(utf8: range.upperBound)
    var marks: [Range<String.Index>] = []
    for place in merged(hits) {
      let mark = place.clamped(to: range)
      guard !mark.isEmpty else { continue }
      // Places inside of one character are one mark.
      let end = text.index(utf8: mark.upperBound)
      if let last = marks.last, end <= last.upperBound { continue }
      let characters = text.characters(around: text.index(utf8: mark.lowerBound)..<end).clamped(to: shown)
      if let last = marks.last, characters.lowerBound <= last.upperBound {
        marks[marks.count - 1] = last.lowerBound..<characters.upperBound
      } else {
        marks.append(characters)
      }
    }
    return SearchExcerpt(text: text, column: column, range: shown, marks: marks)
  }

  /// Returns the places of hits, in order. Places that overlap or touch become one.
  private func merged(_ hits: ArraySlice<Hit>) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for place in hits.map(place).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, place.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        merged.append(place)
      }
    }
    return merged
  }

  /// Returns where a hit stands, from its first word to its last.
  private func place(of hit: Hit) -> Range<Int> {
    let (first, last) = (places[hit.words.lowerBound], places[hit.words.upperBound - 1])
    return min(first.lowerBound, last.lowerBound)..<max(first.upperBound, last.upperBound)
  }
}

// MARK: - The part that is shown

extension FoundText {
  /// How many bytes a snippet has for each of its words, at most: texts can have words of a megabyte, or as much
  /// between two.
  private static let bytesPerWord = 64

  private func range(of window: SnippetWindow) -> Range<Int> {
    let words = window.words
    let start = words.lowerBound == 0 ? 0 : places[words.lowerBound].lowerBound
    let end = words.upperBound == places.count ? text.utf8.count : max(start, places[words.upperBound - 1].upperBound)
    let trimmed = text.trimmed(start..<end)
    guard !trimmed.isEmpty else { return trimmed }
    let characters = text.characters(of: trimmed)
    let limit = window.size * Self.bytesPerWord
    guard characters.count > limit else { return characters }
    // The first hit is shown, and a little of what comes before it.
    let first =
      hits.first { $0.words.lowerBound >= words.lowerBound }.map { place(of: $0).lowerBound } ?? trimmed.lowerBound
    let lower = max(characters.lowerBound, min(first - limit / 4, characters.upperBound - limit))
    return text.scalarStart(lower)..<text.scalarStart(lower + limit)
  }
}

extension String {
  fileprivate func index(utf8 offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }

  /// Returns an offset in the UTF-8 rounded down to where a scalar begins.
  fileprivate func scalarStart(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < utf8.count, UTF8.isContinuation(utf8[index(utf8: offset)]) { offset -= 1 }
    return offset
  }

  /// Returns a range of the UTF-8 without white space of ASCII at its ends.
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    let bytes = utf8[index(utf8: range.lowerBound)..<index(utf8: range.upperBound)]
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return range.lowerBound..<range.lowerBound }
    let lower = utf8.distance(from: startIndex, to: first)
    return lower..<utf8.distance(from: startIndex, to: last) + 1
  }

  /// Returns the characters of which a range of the UTF-8 has a part. The range must not be empty.
  fileprivate func characters(of range: Range<Int>) -> Range<Int> {
    let characters = characters(around: index(utf8: range.lowerBound)..<index(utf8: range.upperBound))
    let lower = utf8.distance(from: startIndex, to: characters.lowerBound)
    return lower..<utf8.distance(from: startIndex, to: characters.upperBound)
  }

  /// Returns the characters of which a range has a part. The range must not be empty.
  fileprivate func characters(around range: Range<Index>) -> Range<Index> {
    // NB: Strings round an index inside of a character down to where that begins.
    let lower = index(before: index(after: range.lowerBound))
    return lower..<index(after: utf8.index(before: range.upperBound))
  }
}
