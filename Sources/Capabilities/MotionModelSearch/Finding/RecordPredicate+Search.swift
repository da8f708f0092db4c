public import MotionModel

/// A search as a condition that is combined with others: `Todo.where { $0.search("dog") || $0.priority > 2 }`.
///
/// What is searched is what the schema declares, or else the first index for searches that the current store has now;
/// without either, these calls trap. A predicate can be kept, and used with any store whose model has these columns.
extension RecordPredicate {
  /// Creates the condition that the searched texts have what a person typed; see
  /// ``MotionModel/FinderChain/search(_:fuzziness:)``. Edits are forgiven by the index of the current store.
  ///
  /// ```swift
  /// let urgent: RecordPredicate<Todo> = .search("dog") && \.priority > 2
  /// Todo.where(urgent || .search("cat")).order(by: .rank).all
  /// store.addIndex(Index<Todo>(\.location, where: .search("dog")))
  /// ```
  public static func search(_ text: String, fuzziness: SearchFuzziness? = nil) -> RecordPredicate {
    RecordPredicate(Record.records.searchTest(typed: text, fuzziness: fuzziness))
  }

  /// Creates the condition that a record matches a query in the grammar of searches; see ``SearchQuery/init(_:)``.
  ///
  /// - Throws: ``SearchSyntaxError``, with the place, for a query that cannot be read and for a column that is not
  ///   searched.
  public static func search(query text: String) throws(SearchSyntaxError) -> RecordPredicate {
    try search(SearchQuery(text))
  }

  /// Creates the condition that a record matches a query.
  ///
  /// - Throws: ``SearchSyntaxError`` for a column that is not searched.
  public static func search(_ query: SearchQuery) throws(SearchSyntaxError) -> RecordPredicate {
    RecordPredicate(try SearchTest(query, in: Record.records.searchFields))
  }
}

/// A search in the closure of `where`. A query that can fail is made before, by `try RecordPredicate.search(query: …)`.
extension Columns {
  /// Creates the condition that the searched texts have what a person typed.
  ///
  /// ```swift
  /// Todo.where { $0.search("dog") || $0.priority > 2 && !$0.search("cat") }.all
  /// ```
  public func search(_ text: String, fuzziness: SearchFuzziness? = nil) -> RecordPredicate<Record> {
    .search(text, fuzziness: fuzziness)
  }
}
