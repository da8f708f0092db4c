extension TextAnalysis {
  /// Returns the words of a text as they are indexed, with their places.
  public func tokens(in text: String) -> [Token] {
    var tokens: [Token] = []
    forEachToken(in: text) { word, range in
      tokens.append(Token(word: String(decoding: word, as: UTF8.self), range: range))
    }
    return tokens
  }

  /// Calls `body` with each word of a text in order, and where it stands in the UTF-8 of the text. The bytes of the
  /// word are valid during the call.
  ///
  /// A stop word is passed too, as an empty word, so that the numbers of words are those of the text.
  package func forEachToken(in text: String, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
    switch division {
    case .words(let foldsAccents, let stemming, let stopWords):
      text.withBytes { bytes in
        WordDivider.divide(bytes, foldingAccents: foldsAccents) { word, range, _ in
          Self.finish(&word, stemming, stopWords)
          body(word.bytes, range)
        }
      }
    case .simple: text.withBytes { bytes in SimpleDivider.divide(bytes) { word, range in body(word.bytes, range) } }
    case .custom(let tokenizer):
      let bounds = 0..<text.utf8.count
      for token in tokenizer.tokens(in: text) { token.word.cut.withBytes { body($0, token.range.clamped(to: bounds)) } }
    }
  }

  /// From a folded word to the one that is indexed.
  fileprivate static func finish(_ word: inout WordBuffer, _ stemming: Stemming, _ stopWords: WordSet) {
    if stopWords.contains(word.bytes) { return word.clear() }
    if stemming == .english, word.isASCII { word.withBytes { EnglishStemmer.stem($0) } }
  }
}

extension TextAnalysis {
  /// Returns the words of a query in the form in which the index has them. Several ones form a phrase.
  ///
  /// With `isPrefix`, the last one is a prefix: it is folded, and neither stemmed nor a stop word. A single letter of a
  /// script without spaces is always a prefix, of the pairs that begin with it.
  package func queryTokens(in text: String, isPrefix: Bool) -> [QueryToken] {
    switch division {
    case .words(let foldsAccents, let stemming, let stopWords):
      var query = QueryWords()
      text.withBytes { bytes in
        WordDivider.divide(bytes, foldingAccents: foldsAccents) { word, _, kind in
          query.add(&word, kind) { Self.finish(&$0, stemming, stopWords) }
        }
      }
      return query.tokens(isPrefix: isPrefix)
    case .simple, .custom:
      var tokens = tokens(in: text).map { QueryToken(word: $0.word, isPrefix: false) }
      if isPrefix, let last = tokens.popLast() {
        tokens.append(QueryToken(word: last.word, isPrefix: !last.word.isEmpty))
      }
      return tokens
    }
  }
}

/// The words of a query while they are read: which is the last one shows only at the end.
private struct QueryWords {
  private var finished: [QueryToken] = []
  /// The last word as it was before it was stemmed, or found to be a stop word.
  private var last = ""
  private var kind = WordDivider.Kind.word

  mutating func add(_ word: inout WordBuffer, _ kind: WordDivider.Kind, _ finish: (inout WordBuffer) -> Void) {
    (last, self.kind) = (word.string, kind)
    finish(&word)
    finished.append(QueryToken(word: word.string, isPrefix: false))
  }

  func tokens(isPrefix: Bool) -> [QueryToken] {
    guard !finished.isEmpty else { return [] }
    var tokens = finished
    tokens.removeLast()
    switch kind {
    // The pair before it has the letter already, and in the text another letter may follow.
    case .closing: break
    case .single: tokens.append(QueryToken(word: last, isPrefix: true))
    case .word, .pair: tokens.append(isPrefix ? QueryToken(word: last, isPrefix: true) : finished[finished.count - 1])
    }
    return tokens
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the string, without a copy where it is stored as UTF-8.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }

  /// The string, or as much of its beginning as fits an indexed word.
  fileprivate var cut: String {
    guard utf8.count > WordBuffer.limit else { return self }
    var count = 0
    return String(
      String.UnicodeScalarView(
        unicodeScalars.prefix { scalar in
          count += UTF8.width(scalar)
          return count <= WordBuffer.limit
        }))
  }
}
