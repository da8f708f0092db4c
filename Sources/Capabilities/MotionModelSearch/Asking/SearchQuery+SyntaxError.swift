public import MotionModel

extension SearchQuery {
  /// A search query that cannot be read, or that names a column which the index does not have.
  ///
  /// ```swift
  /// do {
  ///   _ = try SearchQuery("tweet AND OR storm")
  /// } catch {
  ///   error.offset     // 10
  ///   print(error)
  /// }
  /// // The search query cannot be read at character 11: expected a word, a phrase or "(" after AND, found OR.
  /// //   tweet AND OR storm
  /// //             ^
  /// ```
  public struct SyntaxError: DescribedError, Hashable {
    /// The query.
    public let text: String

    /// Where the mistake is: an offset in the UTF-8 of the query, at most its length.
    public let offset: Int

    /// What was expected there: `a word, a phrase or "("`.
    public let expected: String

    /// What is there: `OR`, `the end`.
    public let found: String
  }
}

extension SearchQuery.SyntaxError {
  /// What is wrong, where, and what was expected, in one sentence.
  public var reason: String {
    let character = text[..<index].count + 1
    return "The search query cannot be read at character \(character): expected \(expected), found \(found)."
  }

  private var index: String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
}

extension SearchQuery.SyntaxError {
  /// The reason, and below it the query with a caret at the mistake.
  public var description: String { "\(reason)\n\(Excerpt(of: text, at: index))" }

  /// The reason, which `localizedDescription` returns too.
  public var errorDescription: String? { reason }
}
