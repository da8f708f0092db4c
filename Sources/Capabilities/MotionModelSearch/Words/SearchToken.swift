extension TextAnalysis {
  /// One word of a text, as it is indexed.
  public struct Token: Hashable, Sendable {
    /// The word as the index has it: folded, perhaps stemmed. It is empty when the word is a stop word, which is not
    /// indexed but keeps its place between its neighbours.
    public var word: String

    /// Where the word stands in the text: offsets in its UTF-8.
    public var range: Range<Int>

    /// Creates a token.
    public init(word: String, range: Range<Int>) { (self.word, self.range) = (word, range) }
  }
}

/// A program's own way to divide texts into words.
///
/// ```swift
/// struct Tags: SearchTokenizer {
///   func tokens(in text: String) -> [TextAnalysis.Token] {
///     text.utf8.split(separator: UInt8(ascii: ",")).map { tag in
///       let start = text.utf8.distance(from: text.startIndex, to: tag.startIndex)
///       return TextAnalysis.Token(word: String(tag)?.lowercased() ?? "", range: start..<start + tag.count)
///     }
///   }
/// }
/// let analysis = TextAnalysis(tokenizer: Tags())
/// ```
///
/// Texts and queries are divided by the same tokenizer. It has to give equal tokens for equal texts at any time, and is
/// called from any thread. Its words are indexed as they are: folding case and accents is up to it.
public protocol SearchTokenizer: Sendable {
  /// Returns the words of a text in the order in which they stand there.
  ///
  /// A token whose word is empty keeps the place of a word that is not indexed. Places outside of the text are cut to
  /// it; a place inside of a character marks that character.
  func tokens(in text: String) -> [TextAnalysis.Token]
}

/// A word of a query, in the form in which the index has it.
package struct QueryToken: Hashable, Sendable {
  /// The word; empty for a stop word, in whose place any word may stand.
  package var word: String

  /// Whether all words that begin with `word` are meant.
  package var isPrefix: Bool

  package init(word: String, isPrefix: Bool) { (self.word, self.isPrefix) = (word, isPrefix) }

  package var isStopWord: Bool { word.isEmpty }
}
