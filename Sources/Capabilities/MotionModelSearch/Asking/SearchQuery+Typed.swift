extension SearchQuery {
  /// Reads what a person types into the field above a list. Every text is a query.
  ///
  /// ```swift
  /// SearchQuery(typed: "walk the do")       // walk the (do OR do*)
  /// SearchQuery(typed: "\"take out\" -dog")   // "take out" NOT dog
  /// SearchQuery(typed: "it's 5 o'clock )")  // the words
  /// ```
  ///
  /// | typed | is |
  /// |:--|:--|
  /// | words | all of them, in any columns |
  /// | the last word | the word, or the beginning of a word, while it is being typed |
  /// | `"take out"` | a phrase |
  /// | `yap*` | a prefix, in phrases too |
  /// | `-dog`, `-"take out"`, `-(dog cat)` | what is not to be found |
  /// | `dog OR cat` | either one; it binds less than the space between words |
  /// | `AND` | nothing more than the space between two words, if it is in capitals and between them |
  /// | `NOT`, `NEAR`, `NEAR/2` | words: who writes in capitals writes `DO NOT DISTURB` |
  /// | `( )` | a group, where they are in pairs; others are punctuation, and so are those inside of 64 groups |
  /// | `title:dog` | the words `title` and `dog`, one after the other: a person does not know the names of columns |
  ///
  /// Signs in a word, such as `.`, `-`, `'`, `@`, `:` or `^`, are left to the ``TextAnalysis`` of the index:
  /// `full-text` is a phrase there. The last word may be a beginning only at the end of the text, and if it is not
  /// excluded.
  ///
  /// All quotation marks count that keyboards make of `"`: `“ ” „ ‟ « »`. One begins a phrase where a word can begin,
  /// so the inches of `27"` do not. Without a second one, the phrase goes to the end of the text.
  ///
  /// The minus has to follow a space or a parenthesis, with the word directly behind it. Where there is nothing else to
  /// find, it is punctuation. `OR` has to be in capitals and between two words, or it is a word.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text. Neither depth nor length of a text takes stack.
  public init(typed text: String) {
    var reader = TypedReader(text)
    self = reader.query()
  }
}

/// Makes a query of what a person typed, with a list of open parentheses instead of recursion.
private struct TypedReader {
  private let tokens: [TypedLexer.Token]
  private var levels = [TypedLevel()]

  init(_ text: String) { tokens = TypedLexer.tokens(of: text) }

  mutating func query() -> SearchQuery {
    for (index, token) in tokens.enumerated() {
      switch token {
      case .words(let words, let isUnfinished): add(words, isUnfinished: isUnfinished)
      case .minus: levels[levels.count - 1].isExcluding = true
      case .or: isBetweenOperands(index) ? levels[levels.count - 1].or() : add("OR")
      case .and: if !isBetweenOperands(index) { add("AND") }
      case .open: levels.append(TypedLevel())
      case .close: close()
      }
    }
    return levels[0].finish()
  }

  private mutating func add(_ words: String, isUnfinished: Bool = false) {
    let phrase = SearchQuery.Phrase(words)
    let query = SearchQuery(phrase)
    guard isUnfinished, let last = phrase.words.last, !last.isPrefix, !levels.contains(where: \.isExcluding) else {
      return levels[levels.count - 1].add(query)
    }
    // The whole word besides, because an index of stems has no words that begin as it does.
    var beginning = phrase
    beginning.words[beginning.words.count - 1].isPrefix = true
    levels[levels.count - 1].add(.or([query, SearchQuery(beginning)]))
  }

  private mutating func close() {
    var level = levels.removeLast()
    levels[levels.count - 1].add(level.finish())
  }

  /// Whether the operator at an index is between what it can combine.
  private func isBetweenOperands(_ index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count else { return false }
    let isBehind =
      switch tokens[index - 1] {
      case .words, .close: true
      default: false
      }
    let isBefore =
      switch tokens[index + 1] {
      case .words, .open, .minus: true
      default: false
      }
    return isBehind && isBefore
  }
}

/// What is between two parentheses.
private struct TypedLevel {
  private var alternatives: [SearchQuery] = []
  private var wanted: [SearchQuery] = []
  private var excluded: [SearchQuery] = []

  /// Whether a minus is before the next operand.
  var isExcluding = false

  mutating func add(_ query: SearchQuery) {
    if isExcluding { excluded.append(query) } else { wanted.append(query) }
    isExcluding = false
  }

  mutating func or() {
    let base = SearchQuery.and(wanted)
    // Where there is nothing to exclude from, what is excluded is all that was typed.
    alternatives.append(base.isNothing ? .and(excluded) : .not(base, .or(excluded)))
    (wanted, excluded) = ([], [])
  }

  mutating func finish() -> SearchQuery {
    or()
    return .or(alternatives)
  }
}
