extension PredicateNode {
  /// The single conditions of the predicate, without `&&`, `||` and `!` around them.
  var leaves: [PredicateNode] {
    switch self {
    case .and(let nodes), .or(let nodes): nodes.flatMap(\.leaves)
    case .not(let node): node.leaves
    default: [self]
    }
  }

  /// Returns this predicate with each of its leaves replaced.
  func mapLeaves(_ replacement: (PredicateNode) -> PredicateNode) -> PredicateNode {
    switch self {
    case .and(let nodes): .all(nodes.map { $0.mapLeaves(replacement) })
    case .or(let nodes): .any(nodes.map { $0.mapLeaves(replacement) })
    case .not(let node): !node.mapLeaves(replacement)
    default: replacement(self)
    }
  }

  /// The column whose value a leaf tests; nil for a leaf that tests something else.
  var column: ColumnReference? {
    switch self {
    case .comparison(let test): test.column
    case .membership(let column, _), .isNil(let column), .text(let column, _), .element(let column, _): column
    default: nil
    }
  }
}
