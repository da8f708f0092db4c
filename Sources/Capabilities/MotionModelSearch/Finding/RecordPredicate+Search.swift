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

  /// Creates the condition that a record matches a query.
  ///
  /// - Throws: ``SearchQuery/SyntaxError`` for a column that is not searched.
  public static func search(_ query: SearchQuery) throws(SearchQuery.SyntaxError) -> RecordPredicate {
    RecordPredicate(try SearchTest(query, in: Record.records.searchFields))
  }
}

/// A search in the closure of `where`. A query that can fail is made before, by `try
/// RecordPredicate.search(SearchQuery(…))`.
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
