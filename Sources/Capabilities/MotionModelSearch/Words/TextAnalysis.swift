/// How the texts of an index, and the queries on it, are divided into words.
///
/// ```swift
/// TextAnalysis().tokens(in: "Crème brûlée, 3.50").map(\.word)          // ["creme", "brulee", "3", "50"]
/// TextAnalysis.english.tokens(in: "Running dogs").map(\.word)          // ["run", "dog"]
/// TextAnalysis(foldsAccents: false).tokens(in: "Señor").map(\.word)    // ["sen\u{303}or"], which is equal to "señor"
/// ```
///
/// A word is a run of letters, marks and numbers of any script; spaces, punctuation and symbols divide, also inside of
/// what is written as one word: `don't` is `don` and `t`, `example.com` is `example` and `com`. The same happens in a
/// query, where such words are a phrase, so what is typed as it is written is found. Chinese, Japanese, Korean, Thai,
/// Lao, Khmer and Burmese are divided into pairs of letters, so that any part is found. Each emoji is a word, whatever
/// its skin colour.
///
/// The case of letters is always folded (`STRASSE` and `Straße` are equal), and so are forms that Unicode has twice.
/// Dividing a text takes time in proportion to its length, and no memory.
///
/// ## Topics
///
/// ### Choosing
///
/// - ``init(foldsAccents:stemming:stopWords:)``
/// - ``init(tokenizer:)``
/// - ``english``
/// - ``simple``
///
/// ### Looking at words
///
/// - ``tokens(in:)``
public struct TextAnalysis: Sendable {
  /// Which endings are removed from words.
  public enum Stemming: Hashable, Sendable {
    /// None: words match as they are written.
    case none
    /// Those of English, by Martin Porter's second algorithm: `running`, `runs` and `run` become `run`. Words with
    /// other letters than `a` to `z` are left as they are.
    case english
  }

  enum Division: Sendable {
    case words(foldsAccents: Bool, stemming: Stemming, stopWords: WordSet)
    case simple
    case custom(any SearchTokenizer)
  }

  let division: Division

  /// Creates an analysis by words. As it comes, accents are folded, endings stay, and there are no stop words.
  ///
  /// - Parameters:
  ///   - foldsAccents: Whether letters with accents are equal to those without: `é` to `e`, also `ø` to `o`, `ł` to
  ///     `l`, `æ` to `ae`, and the points of Hebrew and Arabic to none. Letters that need their marks, as in Hindi or
  ///     Japanese, keep them.
  ///   - stemming: Which endings are removed.
  ///   - stopWords: Words that are not indexed and that queries ignore, folded like all others. ``englishStopWords`` is
  ///     a list.
  public init(foldsAccents: Bool = true, stemming: Stemming = .none, stopWords: Set<String> = []) {
    var folded: [String] = []
    for text in stopWords {
      text.withBytes { bytes in
        WordDivider.divide(bytes, foldingAccents: foldsAccents) { word, _, _ in folded.append(word.string) }
      }
    }
    division = .words(foldsAccents: foldsAccents, stemming: stemming, stopWords: WordSet(folded))
  }

  /// Creates an analysis by a program's own tokenizer.
  public init(tokenizer: some SearchTokenizer) { division = .custom(tokenizer) }

  private init(_ division: Division) { self.division = division }

  /// English texts: accents are folded and English endings removed; there are no stop words.
  public static var english: TextAnalysis { TextAnalysis(stemming: .english) }

  /// As SQLite's tokenizer `simple`, for comparison: of the case of ASCII letters only, and with all other characters
  /// as parts of words.
  public static var simple: TextAnalysis { TextAnalysis(.simple) }

  /// How many bytes of UTF-8 a word can have in an index. Longer ones are equal when they begin alike.
  package static var longestWord: Int { WordBuffer.limit }
}
