public import MotionModel

extension FinderChain {
  /// Returns the part of a record's texts that shows most of what the finder searches for.
  ///
  /// ```swift
  /// let found = Article.search("pasta sauce")
  /// for article in found.order(by: .rank).limit(20) {
  ///   print(found.snippet(of: article)?.marked() ?? "")   // prints …Drain the [pasta] and stir it into the [sauce]…
  /// }
  /// ```
  ///
  /// Windows with most different words of the query are preferred, then those that begin a sentence; among columns, the
  /// first of equal ones.
  ///
  /// - Parameters:
  ///   - record: A record, as it was found, or edited since.
  ///   - words: How many words are shown at most; 1 at least.
  /// - Returns: The excerpt, of which ``SearchExcerpt/column`` names the column. It is the beginning of the first text,
  ///   without marks, if nothing of the query is in the record; nil if the record has no words, or its model is not
  ///   searched.
  /// - Complexity: O(*n*) in the length of the record's texts. It does not use the index.
  public func snippet(of record: Record, words: Int = 16) -> SearchExcerpt? {
    shownFields.flatMap { found(in: record, $0).snippet(words: words) }
  }

  /// Returns a text of a record with the places of what the finder searches for.
  ///
  /// ```swift
  /// Article.search("pasta").highlights(of: article, in: \.title).map { $0.html() }     // ["Fresh <mark>Pasta</mark>"]
  /// ```
  ///
  /// - Parameters:
  ///   - record: A record, as it was found, or edited since.
  ///   - column: One of the properties that are searched.
  /// - Returns: The text; none for nil, and several for an array of texts. None if the property or the model is not
  ///   searched.
  /// - Complexity: O(*n*) in the length of the record's texts. It does not use the index.
  public func highlights<Text: SearchableValue>(
    of record: Record, in column: any KeyPath<Record, Text> & Sendable
  ) -> [SearchExcerpt] {
    let (reference, fields) = (ColumnReference(column), shownFields)
    guard let fields, let number = fields.columns.firstIndex(where: { $0.isSame(as: reference) }) else { return [] }
    return found(in: record, fields).columns[number].map(\.highlight)
  }

  /// What the first search of the finder is in, even if the store has removed that index since; without a search, what
  /// is searched.
  private var shownFields: SearchFields? {
    foreignTests.lazy.compactMap { ($0 as? SearchTest)?.fields }.first ?? declaredFields
  }

  /// Returns the texts of a record with what the searches of the finder find in them. Negated searches do not count.
  private func found(in record: Record, _ fields: SearchFields) -> FoundRecord {
    let searches = foreignTests.compactMap { $0 as? SearchTest }.filter { $0.fields.isSame(as: fields) }
    var texts: [[String]] = fields.names.map { _ in [] }
    withRow(of: record) { row in
      fields.forEachText(of: row) { text, column in texts[column].append(text) }
    }
    return FoundRecord(names: fields.names, texts: texts, queries: searches.map(\.query), analysis: fields.analysis)
  }
}
