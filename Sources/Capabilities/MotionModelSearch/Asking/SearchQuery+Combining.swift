extension SearchQuery {
  /// Creates the query for records that both queries find. The words may be in different columns of a record.
  ///
  /// Like all calls that combine queries, it traps if queries nest more than 256 deep then.
  ///
  /// It costs as much as the longer query is long. ``all(of:)`` makes a long list at once.
  public static func && (first: SearchQuery, second: SearchQuery) -> SearchQuery { all(of: [first, second]) }

  /// Creates the query for records that one of two queries finds, or both do.
  public static func || (first: SearchQuery, second: SearchQuery) -> SearchQuery { any(of: [first, second]) }

  /// Returns the query for what this one finds and the other one does not: `dog NOT cat`.
  public func excluding(_ other: SearchQuery) -> SearchQuery { Self.not(self, other).checked }

  /// Creates the query for records that all of some queries find. Without a query, it finds nothing.
  public static func all(of queries: some Sequence<SearchQuery>) -> SearchQuery { and(Array(queries)).checked }

  /// Creates the query for records that one of some queries finds, or several do. Without a query, it finds nothing.
  public static func any(of queries: some Sequence<SearchQuery>) -> SearchQuery { or(Array(queries)).checked }

  /// Returns the query whose phrases are searched in one column. Phrases that have a column already keep theirs.
  ///
  /// - Parameter column: The name of the column. Case does not matter.
  public func `in`(_ column: String) -> SearchQuery {
    SearchQuery(node.mapPhrases { phrase in phrase.column = phrase.column ?? column }, depth: depth)
  }

  private var checked: SearchQuery {
    guard depth <= Self.deepest else { fatalError("A search query nests more than \(Self.deepest) deep.") }
    return self
  }
}

// MARK: - Without a check of the depth

extension SearchQuery {
  static func and(_ queries: [SearchQuery]) -> SearchQuery {
    joined(queries, Node.and) { if case .and(let nodes) = $0 { nodes } else { nil } }
  }

  static func or(_ queries: [SearchQuery]) -> SearchQuery {
    joined(queries, Node.or) { if case .or(let nodes) = $0 { nodes } else { nil } }
  }

  /// One list of the queries, in which lists of the same kind are taken apart.
  private static func joined(
    _ queries: [SearchQuery], _ list: ([Node]) -> Node, parts: (Node) -> [Node]?
  ) -> SearchQuery {
    let queries = queries.filter { !$0.isNothing }
    guard queries.count > 1 else { return queries.first ?? .nothing }
    var nodes: [Node] = []
    var depth = 0
    for query in queries {
      if let parts = parts(query.node) {
        nodes += parts
        depth = max(depth, query.depth)
      } else {
        nodes.append(query.node)
        depth = max(depth, query.depth + 1)
      }
    }
    return SearchQuery(list(nodes), depth: depth)
  }

  static func not(_ query: SearchQuery, _ excluded: SearchQuery) -> SearchQuery {
    guard !query.isNothing, !excluded.isNothing else { return query }
    guard case .not(let base, let before) = query.node else {
      return SearchQuery(.not(query.node, excluded.node), depth: max(query.depth, excluded.depth) + 1)
    }
    // (a NOT b) NOT c is a NOT (b OR c), so that a long chain is a list.
    let all = or([SearchQuery(before, depth: query.depth - 1), excluded])
    return SearchQuery(.not(base, all.node), depth: max(query.depth, all.depth + 1))
  }
}

extension SearchQuery.Node {
  /// Returns the tree with its phrases changed. It recurses as deep as queries nest.
  fileprivate func mapPhrases(_ change: (inout SearchQuery.Phrase) -> Void) -> SearchQuery.Node {
    func changed(_ phrase: SearchQuery.Phrase) -> SearchQuery.Phrase {
      var phrase = phrase
      change(&phrase)
      return phrase
    }
    return switch self {
    case .nothing: .nothing
    case .phrase(let phrase): .phrase(changed(phrase))
    case .near(let phrases, let distances): .near(phrases.map(changed), distances: distances)
    case .and(let nodes): .and(nodes.map { $0.mapPhrases(change) })
    case .or(let nodes): .or(nodes.map { $0.mapPhrases(change) })
    case .not(let node, let excluded): .not(node.mapPhrases(change), excluded.mapPhrases(change))
    }
  }
}
