extension SearchQuery {
  /// Returns a text with the places of what the query finds in it. Nothing is marked in a text that the query does not
  /// find.
  ///
  /// ```swift
  /// try SearchQuery("creme OR pasta").highlight("Crème brûlée").html()      // "<mark>Crème</mark> brûlée"
  /// ```
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - column: The name by which the query may name the text: `title:creme`.
  ///   - analysis: How the text and the query are divided into words.
  /// - Throws: ``SearchQuery/SyntaxError`` if the query names another column.
  /// - Complexity: O(*n*) in the length of the text.
  public func highlight(
    _ text: String, column: String? = nil, analysis: TextAnalysis = TextAnalysis()
  ) throws(SyntaxError) -> SearchExcerpt {
    try found(in: text, column, analysis).highlight
  }

  /// Returns the part of a text that shows most of what the query finds in it: most different words first, then the
  /// beginning of a sentence.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - words: How many words are shown at most; 1 at least.
  ///   - column: The name by which the query may name the text: `title:creme`.
  ///   - analysis: How the text and the query are divided into words.
  /// - Throws: ``SearchQuery/SyntaxError`` if the query names another column.
  /// - Complexity: O(*n*) in the length of the text.
  public func snippet(
    of text: String, words: Int = 16, column: String? = nil, analysis: TextAnalysis = TextAnalysis()
  ) throws(SyntaxError) -> SearchExcerpt {
    let found = try found(in: text, column, analysis)
    return found.snippet(SnippetWindow(of: found, size: words))
  }

  private func found(
    in text: String, _ column: String?, _ analysis: TextAnalysis
  ) throws(SyntaxError) -> FoundText {
    let query = try bound(to: column.map { [$0] } ?? [], by: analysis)
    return FoundRecord(names: [column], texts: [[text]], queries: [query], analysis: analysis).columns[0][0]
  }
}
