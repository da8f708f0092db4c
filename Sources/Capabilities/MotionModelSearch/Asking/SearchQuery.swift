/// What to search for: words and phrases, and how they are combined.
///
/// ```swift
/// let query = try SearchQuery("title:dog (walk OR \"take out\") NOT cat*")        // read
/// let typed = SearchQuery(typed: "walk the do")                                    // never fails
/// let built = SearchQuery.phrase("dog", in: "title")
///   && (.phrase("walk") || .phrase("take out")).excluding(.phrase("cat*"))
/// print(built)     // prints title:dog (walk OR "take out") NOT cat*
/// query == built   // true
/// ```
///
/// A query is a value that says nothing about an index: its words are analysed, and its columns looked up, when it is
/// used. The description of a query is read back as an equal query. <doc:SearchQueries> has the grammar as a table.
///
/// Queries nest at most 256 deep. Lists of alternatives, or of words that have to be there, have no limit, however they
/// are written; ``all(of:)`` and ``any(of:)`` make long ones in time that is proportional to their length.
///
/// ## Topics
///
/// ### Reading
///
/// - ``init(_:)``
/// - ``init(typed:)``
/// - ``SearchQuery/SyntaxError``
///
/// ### Words and phrases
///
/// - ``phrase(_:atStart:in:)``
/// - ``near(_:_:within:)``
/// - ``SearchQuery/Phrase``
/// - ``nothing``
///
/// ### Combining
///
/// - ``&&(_:_:)``
/// - ``||(_:_:)``
/// - ``excluding(_:)``
/// - ``all(of:)``
/// - ``any(of:)``
/// - ``in(_:)``
public struct SearchQuery: Hashable, Sendable {
  /// A query as a tree. Lists have two elements at least, and none of their own kind or `nothing`, which is only ever
  /// the whole query.
  package indirect enum Node: Hashable, Sendable {
    case nothing
    case phrase(Phrase)
    /// Phrases of which each is near the next, and between each and the next at most so many words.
    case near([Phrase], distances: [Int])
    case and([Node])
    case or([Node])
    /// What the first finds without what the second finds. The first is not of this kind.
    case not(Node, Node)
  }

  package let node: Node

  /// How many queries are inside each other, at least: one for a phrase.
  let depth: Int

  init(_ node: Node, depth: Int) { (self.node, self.depth) = (node, depth) }

  /// How deep queries nest.
  package static let deepest = 256

  /// The query without words. It finds nothing, and is left out when queries are combined: `query && .nothing` is
  /// `query`.
  public static let nothing = SearchQuery(.nothing, depth: 0)

  package var isNothing: Bool { node == .nothing }

  /// Whether two queries have the same words in the same form. `a b` and `b a` differ, although they find the same.
  public static func == (first: SearchQuery, second: SearchQuery) -> Bool { first.node == second.node }

  /// Hashes the words and the form of the query.
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

extension SearchQuery {
  /// Creates the query for words that stand one after the other in one column: `"walk the dog"`.
  ///
  /// ```swift
  /// SearchQuery.phrase("yap*")                       // a prefix
  /// SearchQuery.phrase("walk the", atStart: true)    // a text that begins so
  /// ```
  ///
  /// - Parameters:
  ///   - words: The words, as between quotation marks: white space divides them, and an asterisk makes a prefix.
  ///   - isAtStart: Whether the first word has to be the first of the column.
  ///   - column: The name of the only column in which to search; nil for every column.
  public static func phrase(_ words: String, atStart isAtStart: Bool = false, in column: String? = nil) -> SearchQuery {
    SearchQuery(Phrase(words, atStart: isAtStart, in: column))
  }

  /// Creates the query for a phrase.
  package init(_ phrase: Phrase) {
    self = phrase.words.isEmpty ? .nothing : SearchQuery(.phrase(phrase), depth: 1)
  }

  /// Creates the query for phrases that stand near each other in one column, in either order: `tweet NEAR/2 storm`.
  ///
  /// With more than two phrases, each has to be near the next.
  ///
  /// - Parameters:
  ///   - first: A phrase. A string literal is one.
  ///   - others: More phrases.
  ///   - distance: How many words may be between one phrase and the next. Not negative.
  public static func near(_ first: Phrase, _ others: Phrase..., within distance: Int = 10)
    -> SearchQuery
  {
    guard distance >= 0 else {
      fatalError("A search query cannot have phrases within \(distance) words of each other.")
    }
    return near([first] + others, distances: others.map { _ in distance })
  }

  /// Distances above this one are the same as it.
  static let farthest = 1_000_000

  package static func near(_ phrases: [Phrase], distances: [Int]) -> SearchQuery {
    let chain = NearChain(
      phrases.map { $0.words.isEmpty ? nil : $0 }, distances: distances.map { min($0, farthest) })
    guard chain.elements.count > 1 else { return chain.elements.first.map { SearchQuery($0) } ?? .nothing }
    return SearchQuery(.near(chain.elements, distances: chain.distances.map { min($0, farthest) }), depth: 1)
  }
}

/// A list of which each element is linked to the next by a distance, without the elements that are nil.
///
/// The two links of an element that is left out become one, whose distance counts the element as a word.
struct NearChain<Element> {
  private(set) var elements: [Element] = []
  private(set) var distances: [Int] = []

  init(_ candidates: [Element?], distances links: [Int]) {
    var distance = 0
    for (index, candidate) in candidates.enumerated() {
      if index > 0 { distance += links[index - 1] }
      guard let candidate else {
        distance += 1
        continue
      }
      if !elements.isEmpty { distances.append(distance) }
      elements.append(candidate)
      distance = 0
    }
  }
}
