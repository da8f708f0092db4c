extension SearchQuery {
  /// Reads a query.
  ///
  /// ```swift
  /// try SearchQuery("dog cat")                    // both words, in any columns
  /// try SearchQuery("\"take out\" NOT title:c*")  // a phrase, without those with a word in c… in the column title
  /// try SearchQuery("dog OR (cat NEAR/2 mouse)")
  /// ```
  ///
  /// `AND`, `OR`, `NOT` and `NEAR` are operators in capitals only. `NEAR` binds most tightly, then `NOT`, then `AND`,
  /// which may be left out, then `OR`. <doc:SearchQueries> has the grammar as a table. For what people type, which is
  /// full of mistakes, use ``init(typed:)``.
  ///
  /// - Throws: ``SearchQuery/SyntaxError`` where an operand or a parenthesis is missing, a quotation mark is not
  ///   closed, or queries nest more than 256 deep. Whether columns exist shows only when the query is used.
  /// - Complexity: O(*n*), where *n* is the length of the text. Neither depth nor length of a query takes stack.
  public init(_ text: String) throws(SyntaxError) {
    var reader = QueryReader(text)
    self = try reader.query()
  }
}

/// Reads a query from its tokens, with a list of open parentheses instead of recursion.
private struct QueryReader {
  private var lexer: QueryLexer

  /// What is read between parentheses that are open, with where they begin. The first is the whole query.
  private var levels: [(level: QueryLevel, start: String.Index)]

  init(_ text: String) {
    lexer = QueryLexer(text)
    levels = [(QueryLevel(), lexer.start)]
  }

  private var level: QueryLevel {
    get { levels[levels.count - 1].level }
    _modify { yield &levels[levels.count - 1].level }
  }

  mutating func query() throws(SearchQuery.SyntaxError) -> SearchQuery {
    while true {
      switch try lexer.next() {
      case .phrase(let phrase): level.add(phrase)
      case .open: try open()
      case .close: try close()
      case .near(let distance): try near(distance)
      case .not: try operate(.not)
      case .and: try operate(.and)
      case .or: try operate(.or)
      case .end: return try end()
      }
    }
  }

  // MARK: - Operators

  private mutating func operate(_ operation: QueryLevel.Operator) throws(SearchQuery.SyntaxError) {
    guard level.isComplete else { throw operandMissing(found: operation.rawValue) }
    level.operate(operation)
  }

  private mutating func near(_ distance: Int) throws(SearchQuery.SyntaxError) {
    guard level.isComplete else { throw operandMissing(found: "NEAR") }
    guard level.canBeNear else {
      throw lexer.error(
        at: lexer.start, expected: "a word or a phrase before NEAR", found: "a query in parentheses")
    }
    level.near(distance)
  }

  private func operandMissing(found: String) -> SearchQuery.SyntaxError {
    let place = level.pending.map { " after \($0.rawValue)" } ?? ""
    return lexer.error(at: lexer.start, expected: "a word, a phrase or \"(\"" + place, found: found)
  }

  // MARK: - Parentheses

  private mutating func open() throws(SearchQuery.SyntaxError) {
    guard levels.count <= SearchQuery.deepest else { throw tooDeep(at: lexer.start) }
    levels.append((QueryLevel(), lexer.start))
  }

  private mutating func close() throws(SearchQuery.SyntaxError) {
    guard levels.count > 1 else {
      throw lexer.error(at: lexer.start, expected: "\"(\" before \")\"", found: "none")
    }
    let start = levels[levels.count - 1].start
    let query = try finished(found: "\")\"")
    levels.removeLast()
    guard level.add(query) else {
      throw lexer.error(at: start, expected: "a word or a phrase after NEAR", found: "a query in parentheses")
    }
  }

  private mutating func end() throws(SearchQuery.SyntaxError) -> SearchQuery {
    guard levels.count == 1 else {
      throw lexer.error(at: levels[levels.count - 1].start, expected: "\")\" for this \"(\"", found: "none")
    }
    return try finished(found: "the end")
  }

  /// Ends the level that was opened last.
  private mutating func finished(found: String) throws(SearchQuery.SyntaxError) -> SearchQuery {
    guard level.isComplete || level.isEmpty else { throw operandMissing(found: found) }
    let query = level.finish()
    guard query.depth <= SearchQuery.deepest else { throw tooDeep(at: levels[levels.count - 1].start) }
    return query
  }

  private func tooDeep(at place: String.Index) -> SearchQuery.SyntaxError {
    lexer.error(at: place, expected: "at most \(SearchQuery.deepest) queries inside each other", found: "more")
  }
}
