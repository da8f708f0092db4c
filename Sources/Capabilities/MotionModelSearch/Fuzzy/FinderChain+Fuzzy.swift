public import MotionModel

extension FinderChain {
  func searchTest(typed text: String, fuzziness: SearchFuzziness?) -> SearchTest {
    let (fields, typed) = (searchFields, SearchQuery(typed: text))
    guard let fuzziness else { return SearchTest(typed: typed, in: fields) }
    let query = withSearchIndex { words in
      guard let words else { return typed }
      var query = FuzzyQuery(words: words, analysis: fields.analysis, fuzziness: fuzziness)
      return query.fuzzy(typed)
    }
    return SearchTest(typed: query, in: fields)
  }

  /// Returns what a typed text could mean, if it has words that no record has: the text with the most likely words of
  /// records in their place.
  ///
  /// ```swift
  /// Article.where(\.isPublished).suggestion(for: "lasange with spinahc")     // "lasagne with spinach"
  /// ```
  ///
  /// Words are likely that are few edits away and that many records have, whatever the conditions of the finder. They
  /// are as the index has them: in lower case, without accents if these are folded, and without endings if these are
  /// removed.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - fuzziness: How many edits a word may have.
  /// - Returns: nil if every word is in some record, if nothing is like a missing word, or if there is no index.
  public func suggestion(for text: String, _ fuzziness: SearchFuzziness = SearchFuzziness()) -> String? {
    withSearchIndex { words in words.flatMap { $0.suggestion(for: text, by: $0.fields.analysis, fuzziness) } }
  }

  /// Returns the words of records that begin with the last word of a typed text: those that most records have first.
  ///
  /// ```swift
  /// Article.records.completions(of: "fresh las")     // ["lasagne", "lasagna"]
  /// ```
  ///
  /// Words are as the index has them, and counted whatever the conditions of the finder.
  ///
  /// - Parameters:
  ///   - text: Any text. Without a word at its end, there are no completions.
  ///   - limit: How many words are returned at most.
  /// - Complexity: O(*n*) for *n* words of the index that begin so.
  public func completions(of text: String, limit: Int = 10) -> [String] {
    withSearchIndex { words in
      let last = words?.fields.analysis.queryTokens(in: text, isPrefix: true).last
      guard let words, let last, last.isPrefix else { return [] }
      return words.completions(of: last.word, limit: limit).map(\.word)
    }
  }
}

extension WordIndex: SortedWords {
  package func forEachWord(from start: [UInt8], _ body: (UnsafeBufferPointer<UInt8>, Int) -> Bool) {
    start.withUnsafeBufferPointer { start in forEachWord(from: start) { body($0, $1) } }
  }
}
