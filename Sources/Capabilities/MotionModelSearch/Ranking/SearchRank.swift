package import MotionModel

/// The order of records by how well they match a search: `.order(by: .rank)`.
///
/// The score is BM25 (S. Robertson and H. Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009),
/// with *k₁* = 1.2 and *b* = 0.75: a word counts more the fewer records have it, the more often it stands in a record,
/// and the shorter that record is. A phrase, a prefix and each operand of `NEAR` count as one word.
public enum SearchRank: String, Sendable, Hashable, CaseIterable {
  /// A score for each column, added by their weights. A word's weight is ln(1 + (*N* − *n* + ½) / (*n* + ½)), where *N*
  /// is the number of records that have words in the column, and *n* of those that have the word there; so it is
  /// positive for any word.
  case rank
  /// As SQLite's FTS5 computes `bm25()`: the weights of columns multiply how often a word stands there, the length is
  /// that of all columns, and a word's weight is ln((*N* − *n* + ½) / (*n* + ½)), or 0.000001 for a word that half of
  /// the records or more have, so that such words count for nothing.
  case fts5
}

extension SearchRank: CustomStringConvertible {
  /// The words of the order: `rank`, or `rank by fts5`.
  public var description: String { self == .rank ? "rank" : "rank by \(rawValue)" }
}

extension SearchRank: RowRank {
  package func isSame(as other: any RowRank) -> Bool { (other as? SearchRank) == self }

  package func scorer(of test: any RowTest, by indexes: [any RowIndex], _ rows: RankedRows) -> (any RowScorer)? {
    guard let test = test as? SearchTest else { return nil }
    let index = indexes.lazy.compactMap { $0 as? WordIndex }.first { $0.fields.isSame(as: test.fields) }
    return SearchScorer(test, self, index, rows)
  }

  package func influence(of test: any RowTest) -> (@Sendable (Row?, Row?) -> RankInfluence)? {
    guard let test = test as? SearchTest else { return nil }
    let (fields, operands) = (test.fields, test.query.operands)
    let any = BoundQuery(operands: operands, root: .or(operands.indices.map { .operand($0) }))
    return { old, new in
      if let old, let new, fields.isSame(old, new) { return .none }
      let hasPart = [old, new].contains { $0.map { any.matches(fields.words(of: $0)) } == true }
      return hasPart ? .direct : .slight
    }
  }
}
