/// Replaces the words of a query that no record has by the words of an index that are closest to them.
///
/// Words that some record has stay, so an edit never ranks before the word of the query. Phrases and excluded words
/// stay, too.
struct FuzzyQuery<Words: SortedWords> {
  let words: Words
  let analysis: TextAnalysis
  let fuzziness: SearchFuzziness

  /// How many different words of a query are looked for, so that long texts take bounded time.
  private var left = 32
  private var known: [SearchQuery.Phrase.Word: [String]] = [:]

  init(words: Words, analysis: TextAnalysis, fuzziness: SearchFuzziness) {
    (self.words, self.analysis, self.fuzziness) = (words, analysis, fuzziness)
  }

  /// Returns the query with words replaced. It recurses as deep as queries nest.
  mutating func fuzzy(_ query: SearchQuery) -> SearchQuery {
    self.query(query.node, isExcluded: false)
  }

  private mutating func query(_ node: SearchQuery.Node, isExcluded: Bool) -> SearchQuery {
    switch node {
    case .nothing: return .nothing
    case .phrase(let phrase): return isExcluded ? SearchQuery(phrase) : replaced(phrase)
    case .near(let phrases, let distances): return .near(phrases, distances: distances)
    case .and(let nodes): return .and(queries(nodes, isExcluded))
    case .or(let nodes):
      // A word of which the beginning is another alternative is forgiven as that: `las OR las*`.
      let beginnings = Set(nodes.compactMap { if case .phrase(let phrase) = $0 { phrase } else { nil } })
      return .or(
        nodes.map { node in
          if case .phrase(let phrase) = node, beginnings.contains(phrase.beginning), phrase != phrase.beginning {
            return SearchQuery(phrase)
          }
          return query(node, isExcluded: isExcluded)
        })
    case .not(let node, let excluded):
      return .not(query(node, isExcluded: isExcluded), query(excluded, isExcluded: true))
    }
  }

  private mutating func queries(_ nodes: [SearchQuery.Node], _ isExcluded: Bool) -> [SearchQuery] {
    nodes.map { query($0, isExcluded: isExcluded) }
  }

  private mutating func replaced(_ phrase: SearchQuery.Phrase) -> SearchQuery {
    guard phrase.words.count == 1, let word = phrase.words.first, !phrase.isAtStart else { return SearchQuery(phrase) }
    let replacements = replacements(for: word)
    guard !replacements.isEmpty else { return SearchQuery(phrase) }
    return .or(
      replacements.map {
        SearchQuery(SearchQuery.Phrase(words: [.init(text: $0, isPrefix: false)], field: phrase.field))
      })
  }

  /// Returns the closest words in place of one; none if it is there, or nothing is like it.
  private mutating func replacements(for word: SearchQuery.Phrase.Word) -> [String] {
    if let known = known[word] { return known }
    let tokens = analysis.queryTokens(in: word.text, isPrefix: word.isPrefix)
    guard left > 0, tokens.count == 1, let token = tokens.first, !token.isStopWord,
      !words.hasWord(token.word, isPrefix: token.isPrefix)
    else { return [] }
    left -= 1
    let like = fuzziness.words(like: token.word, isPrefix: token.isPrefix, in: words)
    // NB: A word of the index is analysed again, and has to stay the same: not every stem is the stem of itself.
    let closest = like.prefix { $0.tier == like[0].tier }.map(\.word).filter { word in
      analysis.queryTokens(in: word, isPrefix: false) == [QueryToken(word: word, isPrefix: false)]
    }
    known[word] = closest
    return closest
  }
}

extension SearchQuery.Phrase {
  /// The phrase of which the last word is a prefix.
  fileprivate var beginning: SearchQuery.Phrase {
    var phrase = self
    if let last = words.indices.last { phrase.words[last].isPrefix = true }
    return phrase
  }
}
