extension SortedWords {
  /// Returns the words that begin with a prefix and that most records have, most first.
  ///
  /// This reads all words that begin so.
  package func completions(of prefix: String, limit: Int) -> [WordMatch] {
    var best = WordMatches(.prefix, limit: limit)
    forEachWord(withPrefix: prefix) { best.add($0, $1) }
    return best.sorted
  }

  /// Returns what a text that was typed could mean: the text with each word that no record has in the place of the most
  /// likely one that some have. It is nil if all words are there, or nothing is like one that is missing.
  ///
  /// ```swift
  /// // For records with `lasagne` and `spinach`:
  /// words.suggestion(for: "Lasange with spinach", by: analysis, fuzziness)      // "lasagne with spinach"
  /// ```
  package func suggestion(for text: String, by analysis: TextAnalysis, _ fuzziness: SearchFuzziness) -> String? {
    var suggestion: [UInt8] = []
    let bytes = Array(text.utf8)
    var end = 0
    var isChanged = false
    for token in analysis.tokens(in: text) where !token.word.isEmpty && token.range.lowerBound >= end {
      guard !hasWord(token.word, isPrefix: false),
        let likely = fuzziness.words(like: token.word, isPrefix: false, in: self).first
      else { continue }
      suggestion += bytes[end..<token.range.lowerBound]
      suggestion += likely.word.utf8
      end = token.range.upperBound
      isChanged = true
    }
    guard isChanged else { return nil }
    return String(decoding: suggestion + bytes[end...], as: UTF8.self)
  }
}
