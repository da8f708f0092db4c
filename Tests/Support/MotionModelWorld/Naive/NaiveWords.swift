import Foundation

/// The words of a record, by Foundation: without case and accents, divided by everything that is neither a letter nor a digit.
struct NaiveWords {
  /// The words of each text of each column.
  let columns: [[[String]]]

  init(_ texts: [[String]]) {
    columns = texts.map { texts in
      texts.map { text in
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
          .split { !$0.isLetter && !$0.isNumber }.map(String.init)
      }
    }
  }

  /// How many words there are in each column.
  var lengths: [Double] { columns.map { texts in Double(texts.reduce(0) { $0 + $1.count }) } }
}

/// What a search means, evaluated by looking at each word.
indirect enum NaiveSearch: Hashable, Sendable {
  /// Words one after the other, of which the last may be the beginning of one, in one column or any.
  case term([String], column: Int? = nil, isOpen: Bool = false)
  case all([NaiveSearch])
  case any([NaiveSearch])
  case without(NaiveSearch, NaiveSearch)

  static func word(_ word: String) -> NaiveSearch { .term([word]) }
  static func prefix(_ word: String) -> NaiveSearch { .term([word], isOpen: true) }
  static func phrase(_ words: [String], isOpen: Bool = false) -> NaiveSearch { .term(words, isOpen: isOpen) }

  func matches(_ words: NaiveWords) -> Bool {
    switch self {
    case .term: counts(in: words).contains { $0 > 0 }
    case .all(let parts): parts.allSatisfy { $0.matches(words) }
    case .any(let parts): parts.contains { $0.matches(words) }
    case .without(let part, let other): part.matches(words) && !other.matches(words)
    }
  }

  /// The terms because of which a record matches.
  func terms(in words: NaiveWords) -> Set<NaiveSearch> {
    if !matches(words) { return [] }
    return switch self {
    case .term: [self]
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.terms(in: words)) }
    case .without(let part, _): part.terms(in: words)
    }
  }

  /// How often a term stands in each column.
  func counts(in words: NaiveWords) -> [Double] {
    guard case .term(let term, let only, let isOpen) = self else { return [] }
    return words.columns.enumerated().map { column, texts in
      if only != nil && only != column { return 0 }
      return texts.reduce(0) { sum, text in
        sum + Double(text.indices.count { Self.stands(term, isOpen, at: $0, in: text) })
      }
    }
  }

  private static func stands(_ term: [String], _ isOpen: Bool, at start: Int, in text: [String]) -> Bool {
    let there = Array(text[start...].prefix(term.count))
    guard there.count == term.count, there.dropLast() == term.dropLast() else { return false }
    return isOpen ? there[there.count - 1].hasPrefix(term[term.count - 1]) : there.last == term.last
  }

  /// Returns the score of a record by BM25, among all records.
  func score(of words: NaiveWords, among all: [NaiveWords], weights: [Double]) -> Double {
    let (lengths, allLengths) = (words.lengths, all.map(\.lengths))
    var score = 0.0
    for term in terms(in: words) {
      let (counts, allCounts) = (term.counts(in: words), all.map { term.counts(in: $0) })
      for column in weights.indices where counts[column] > 0 {
        let filled = allLengths.filter { $0[column] > 0 }
        let average = filled.reduce(0) { $0 + $1[column] } / Double(filled.count)
        let (n, own) = (Double(filled.count), Double(allCounts.count { $0[column] > 0 }))
        let norm = 1.2 * (0.25 + 0.75 * lengths[column] / average)
        let weight = weights[column] * log(1 + (n - own + 0.5) / (own + 0.5))
        score += weight * counts[column] * 2.2 / (counts[column] + norm)
      }
    }
    return score
  }
}
