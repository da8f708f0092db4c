import MotionModel

extension SearchQuery {
  /// Returns the query with its words analysed and its columns looked up.
  ///
  /// A word that becomes several tokens is a phrase: `full-text` is `"full text"`, of which only the last word is a
  /// prefix in `full-te*`. A phrase of which no word is left, as it is punctuation or stop words, is left out of the
  /// query. So are stop words at the beginning and the end of a phrase; in between, any word may stand in their place.
  ///
  /// - Parameters:
  ///   - names: The names of the columns, in the order in which records have their words. Case does not matter.
  ///   - analysis: How texts are divided.
  /// - Throws: ``SearchQuery/SyntaxError`` for a column that is not there.
  package func bound(to names: [String], by analysis: TextAnalysis) throws(SyntaxError) -> BoundQuery {
    var binder = QueryBinder(query: self, names: names, analysis: analysis)
    let root = try binder.bind(node) ?? .nothing
    return BoundQuery(operands: binder.operands, root: root)
  }
}

private struct QueryBinder {
  let query: SearchQuery
  let names: [String]
  let analysis: TextAnalysis
  private(set) var operands: [BoundQuery.Operand] = []
  private var numbers: [BoundQuery.Operand: Int] = [:]

  init(query: SearchQuery, names: [String], analysis: TextAnalysis) {
    (self.query, self.names, self.analysis) = (query, names, analysis)
  }

  /// Returns what finds the same in an index; nil if no word is left. It recurses as deep as queries nest.
  mutating func bind(_ node: SearchQuery.Node) throws(SearchQuery.SyntaxError) -> BoundQuery.Node? {
    switch node {
    case .nothing: return nil
    case .phrase(let phrase): return try bind(phrase).map { .operand($0) }
    case .near(let phrases, let distances): return try near(phrases, distances)
    case .and(let nodes):
      let nodes = try bind(nodes)
      return nodes.count > 1 ? .and(nodes) : nodes.first
    case .or(let nodes):
      let nodes = try bind(nodes)
      return nodes.count > 1 ? .or(nodes) : nodes.first
    case .not(let node, let excluded):
      let (node, excluded) = (try bind(node), try bind(excluded))
      guard let node, let excluded else { return node }
      return .not(node, excluded)
    }
  }

  /// Returns what finds the same, with operands that are there several times once.
  private mutating func bind(_ nodes: [SearchQuery.Node]) throws(SearchQuery.SyntaxError) -> [BoundQuery.Node] {
    var (bound, known) = ([BoundQuery.Node](), Set<Int>())
    bound.reserveCapacity(nodes.count)
    for node in nodes {
      guard let node = try bind(node) else { continue }
      if case .operand(let number) = node, !known.insert(number).inserted { continue }
      bound.append(node)
    }
    return bound
  }

  private mutating func near(
    _ phrases: [SearchQuery.Phrase], _ distances: [Int]
  ) throws(SearchQuery.SyntaxError) -> BoundQuery.Node? {
    var operands: [Int?] = []
    for phrase in phrases { operands.append(try bind(phrase)) }
    let chain = NearChain(operands, distances: distances)
    guard chain.elements.count > 1 else { return chain.elements.first.map { .operand($0) } }
    return .near(chain.elements, distances: chain.distances)
  }

  // MARK: - Phrases

  /// Returns the number of the operand; nil if no word is left.
  private mutating func bind(_ phrase: SearchQuery.Phrase) throws(SearchQuery.SyntaxError) -> Int? {
    let column = try column(of: phrase)
    var words: [BoundQuery.BoundWord] = []
    for word in phrase.words {
      for token in analysis.queryTokens(in: word.text, isPrefix: word.isPrefix) {
        words.append(.init(text: token.word, isPrefix: token.isPrefix, isAny: token.isStopWord))
      }
    }
    guard let first = words.firstIndex(where: { !$0.isAny }), let last = words.lastIndex(where: { !$0.isAny }) else {
      return nil
    }
    let operand = BoundQuery.Operand(
      words: Array(words[first...last]), column: column, start: phrase.isAtStart ? first : nil)
    return numbers[operand] ?? add(operand)
  }

  private mutating func add(_ operand: BoundQuery.Operand) -> Int {
    numbers[operand] = operands.count
    operands.append(operand)
    return operands.count - 1
  }

  private func column(of phrase: SearchQuery.Phrase) throws(SearchQuery.SyntaxError) -> Int? {
    guard let field = phrase.field else { return nil }
    if let number = names.firstIndex(of: field.name) { return number }
    let name = field.name.lowercased()
    if let number = names.firstIndex(where: { $0.lowercased() == name }) { return number }
    let (text, offset) = field.origin ?? (phrase.description, 0)
    let expected =
      names.count == 1 ? "the column \(names[0])" : "a column of the index: \(names.joined(separator: ", "))"
    throw SearchQuery.SyntaxError(text: text, offset: offset, expected: expected, found: "\"\(field.name.printable)\"")
  }
}
