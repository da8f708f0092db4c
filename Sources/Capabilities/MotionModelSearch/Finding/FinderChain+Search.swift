public import MotionModel

extension FinderChain {
  /// Returns the records whose searched texts have what a person typed: all words, and the last one may be the
  /// beginning of a word. Any text can be searched for; see ``SearchQuery/init(typed:)``.
  ///
  /// ```swift
  /// Todo.search("walk the do").order(by: .rank).limit(20).all
  /// project.todos.search("dog").where(\.done == false).count
  /// Article.search("lasange", fuzziness: SearchFuzziness()).order(by: .rank).all      // has lasagne
  /// ```
  ///
  /// With a fuzziness, a word that no record has becomes the words closest to it: words with one edit, or if there are
  /// none, words with two. A word that some record has stays, so an edit never ranks before the typed word. Phrases
  /// stay, and words after a minus sign. At most 32 different words of a text are replaced. The words are chosen now,
  /// from the index. The finder keeps them when records change, also in a live result. Without an index, nothing is
  /// replaced.
  ///
  /// Traps if the model is not searched: its schema has to declare ``Searchable``, or its store to have such an index.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - fuzziness: Which edits are forgiven; nil for none.
  /// - Complexity: A small part of the words of the index is read for each word that is replaced.
  public func search(_ text: String, fuzziness: SearchFuzziness? = nil) -> Finder<Record> {
    and(searchTest(typed: text, fuzziness: fuzziness))
  }

  /// Returns the records that match a query.
  ///
  /// ```swift
  /// try Todo.search(SearchQuery(#"title:dog AND (walk OR "take out") NOT cat*"#)).all
  /// ```
  ///
  /// - Throws: ``SearchQuery/SyntaxError`` for a column that is not searched.
  /// - Complexity: The query is prepared now, in time proportional to its length. The index finds records in time
  ///   proportional to the number of those that have its words, and without an index every record is read.
  public func search(_ query: SearchQuery) throws(SearchQuery.SyntaxError) -> Finder<Record> {
    and(try SearchTest(query, in: searchFields))
  }

  /// What is searched: what the schema declares first, or else the first index for searches that the store has.
  package var searchFields: SearchFields {
    if let fields = declaredFields { return fields }
    fatalError(
      """
      \(Record.self) cannot be searched, because nothing says in which columns: declare Searchable(\\.…) in its schema, or add \
      the index to the store with addIndex(Searchable<\(Record.self)>(\\.…)).
      """)
  }

  /// What is searched; nil when neither the schema nor an index of the store says so.
  var declaredFields: SearchFields? { indexOwners.lazy.compactMap { $0 as? SearchFields }.first }

  /// Orders the records by how well they match the searches of the finder. The best come first, and of equal ones those
  /// that were inserted first.
  ///
  /// ```swift
  /// Todo.search("dog").order(by: .rank).limit(20).all
  /// Todo.search("dog").order(by: .fts5).order(by: \.dueDate).all
  /// ```
  ///
  /// All searches of the finder count, except negated ones; without a search, all records are equal.
  ///
  /// - Complexity: With an index, the first records of a few words are found without looking at all others. For orders
  ///   that begin with a column, for reversed ones, and without a limit, every record that matches is scored.
  public func order(by rank: SearchRank) -> Finder<Record> { order(byRank: rank) }
}

extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Returns how well each record matches the searches of the finder, in the finder's order: the greater, the better.
  ///
  /// ```swift
  /// let best = Todo.search("dog").order(by: .rank).limit(20)
  /// for (todo, score) in zip(best.all, best.scores()) { … }
  /// ```
  ///
  /// Scores are comparable within one state of the store, and with those of the same search only. By
  /// ``SearchRank/fts5``, they are the negatives of what SQLite's `bm25()` returns.
  public func scores(by rank: SearchRank = .rank) -> [Double] { scores(byRank: rank) }
}

extension Model {
  /// Returns the records whose searched texts have what a person typed; see ``FinderChain/search(_:fuzziness:)``.
  public static func search(_ text: String, fuzziness: SearchFuzziness? = nil) -> Finder<Self> {
    records.search(text, fuzziness: fuzziness)
  }

  /// Returns the records that match a query; see ``FinderChain/search(_:)``.
  public static func search(_ query: SearchQuery) throws(SearchQuery.SyntaxError) -> Finder<Self> {
    try records.search(query)
  }
}

extension FinderChain {
  /// Calls `body` with the index of what is searched, as it is now; nil when the store has none.
  package func withSearchIndex<Result>(_ body: (WordIndex?) -> Result) -> Result {
    guard let fields = declaredFields else { return body(nil) }
    return withForeignIndexes { indexes in
      body(indexes.lazy.compactMap { $0 as? WordIndex }.first { $0.fields.isSame(as: fields) })
    }
  }
}
