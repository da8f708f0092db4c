import MotionModelValues

/// The parts of a predicate of which all, or any, have to be true.
final class PredicateGroup: Sendable, RandomAccessCollection {
  fileprivate let list: JoinedList<PredicateNode>
  /// See ``PredicateNode/depth``.
  let depth: Int

  fileprivate init(_ list: JoinedList<PredicateNode>, depth: Int) { (self.list, self.depth) = (list, depth) }

  fileprivate convenience init(_ nodes: [PredicateNode]) {
    self.init(.array(nodes), depth: PredicateNode.depth(over: nodes.reduce(0) { Swift.max($0, $1.depth) }))
  }

  /// The group of all parts of two groups.
  fileprivate convenience init(_ first: Parts, _ second: Parts) {
    self.init(first.list + second.list, depth: Swift.max(first.depth, second.depth))
  }

  /// What a group consists of.
  fileprivate typealias Parts = (list: JoinedList<PredicateNode>, depth: Int)

  var nodes: [PredicateNode] { list.elements }

  var startIndex: Int { 0 }
  var endIndex: Int { list.endIndex }

  subscript(index: Int) -> PredicateNode { list[index] }

  func makeIterator() -> IndexingIterator<[PredicateNode]> { nodes.makeIterator() }
}

extension PredicateNode {
  /// The maximum depth of nested groups and negations, in alternation: a group in another of its kind is merged with
  /// it.
  ///
  /// Compiling, printing, planning and freeing a predicate recurse into its parts, and the stack of a
  /// thread may be small.
  static let maximumDepth = 100

  /// The depth of nested groups and negations.
  var depth: Int {
    switch self {
    case .and(let group), .or(let group): group.depth
    // There is no negation in a negation.
    case .not(let node): node.depth + 1
    case .constant, .comparison, .membership, .isNil, .text, .element, .foreign, .code, .related, .found: 0
    }
  }

  /// Whether there is room for more levels around the predicate, so that predicates from outside do not trap.
  var mayBeNested: Bool { depth < Self.maximumDepth / 2 }

  /// Returns the depth of a predicate around one of a given depth.
  fileprivate static func depth(over depth: Int) -> Int {
    if depth < maximumDepth { return depth + 1 }
    fatalError(
      """
      A predicate is nested more than \(maximumDepth) deep, with && inside || inside ! and so on: write it with fewer levels. Any \
      number of conditions may stand side by side.
      """)
  }

  /// Returns the predicate that is true when all of some are.
  static func all(_ nodes: [PredicateNode]) -> PredicateNode { .and(PredicateGroup(nodes)) }

  /// Returns the predicate that is true when any of some is.
  static func any(_ nodes: [PredicateNode]) -> PredicateNode { .or(PredicateGroup(nodes)) }

  /// Returns the negation of a predicate.
  static prefix func ! (node: PredicateNode) -> PredicateNode {
    if case .not(let inner) = node { return inner }
    _ = depth(over: node.depth)
    return .not(node)
  }

  /// Returns the conjunction of two predicates. A predicate that is always true is left out.
  ///
  /// - Complexity: O(1), as ``||(_:_:)``.
  static func && (a: PredicateNode, b: PredicateNode) -> PredicateNode {
    switch (a, b) {
    case (.constant(true), _): b
    case (_, .constant(true)): a
    default: .and(PredicateGroup(a.conjunctParts, b.conjunctParts))
    }
  }

  /// Returns the disjunction of two predicates.
  static func || (a: PredicateNode, b: PredicateNode) -> PredicateNode {
    .or(PredicateGroup(a.alternativeParts, b.alternativeParts))
  }

  /// The parts that all have to be true.
  var conjuncts: [PredicateNode] { if case .and(let group) = self { group.nodes } else { [self] } }

  private var conjunctParts: PredicateGroup.Parts {
    if case .and(let group) = self { (group.list, group.depth) } else { onlyPart }
  }

  private var alternativeParts: PredicateGroup.Parts {
    if case .or(let group) = self { (group.list, group.depth) } else { onlyPart }
  }

  private var onlyPart: PredicateGroup.Parts { ([self], Self.depth(over: depth)) }
}
