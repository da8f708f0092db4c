extension SearchQuery {
  /// Words that have to stand one after the other in one column: the part of a ``SearchQuery`` that is not made of
  /// others.
  ///
  /// ```swift
  /// SearchQuery.Phrase("walk the dog")                  // "walk the dog"
  /// SearchQuery.Phrase("li* ya*", in: "title")          // title:"li* ya*": words that begin so
  /// SearchQuery.Phrase("walk", atStart: true)           // ^walk: the first word of a column
  /// ```
  ///
  /// The words are read as between quotation marks: white space divides them, an asterisk makes a prefix of the word
  /// before it, and nothing else has a meaning. A phrase of one word is that word.
  public struct Phrase: Hashable, Sendable {
    /// One word, before its text is analysed.
    package struct Word: Hashable, Sendable {
      /// What is written: neither empty nor with white space or asterisks.
      package var text: String
      /// Whether all words are meant that begin so.
      package var isPrefix: Bool
    }

    /// The words. None: the phrase is empty, and is left out of a query.
    package var words: [Word]

    package var field: SearchField?

    /// Whether the phrase has to be at the beginning of the column.
    public var isAtStart: Bool

    /// Creates a phrase.
    ///
    /// - Parameters:
    ///   - words: The words, as between quotation marks.
    ///   - isAtStart: Whether the first word has to be the first of the column.
    ///   - column: The name of the only column in which to search; nil for every column.
    public init(_ words: String, atStart isAtStart: Bool = false, in column: String? = nil) {
      self.words = Self.words(of: words)
      self.isAtStart = isAtStart
      field = column.map { SearchField(name: $0) }
    }

    /// The name of the only column in which to search; nil for every column. Case does not matter.
    public var column: String? {
      get { field?.name }
      set { field = newValue.map { SearchField(name: $0) } }
    }

    init(words: [Word], field: SearchField? = nil, isAtStart: Bool = false) {
      (self.words, self.field, self.isAtStart) = (words, field, isAtStart)
    }

    private static func words(of text: String) -> [Word] {
      var words: [Word] = []
      var current = String.UnicodeScalarView()
      func finish(isPrefix: Bool) {
        if !current.isEmpty { words.append(Word(text: String(current), isPrefix: isPrefix)) }
        current = String.UnicodeScalarView()
      }
      for scalar in text.unicodeScalars {
        if scalar == "*" {
          finish(isPrefix: true)
        } else if scalar.properties.isWhitespace {
          finish(isPrefix: false)
        } else {
          current.append(scalar)
        }
      }
      finish(isPrefix: false)
      return words
    }
  }
}

extension SearchQuery.Phrase: ExpressibleByStringLiteral {
  /// Creates a phrase that may be in any column, and anywhere in it.
  public init(stringLiteral words: String) { self.init(words) }
}

/// The name of a column in a query.
package struct SearchField: Sendable {
  package var name: String

  /// The query in which the name was read, and where in its UTF-8; nil if it was not read.
  package var origin: (text: String, offset: Int)?
}

extension SearchField: Hashable {
  /// Whether two names are the same, wherever they were read.
  package static func == (first: SearchField, second: SearchField) -> Bool { first.name == second.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
