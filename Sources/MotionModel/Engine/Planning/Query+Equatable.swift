extension Query: Hashable {
  /// Returns whether two queries certainly have the same rows in the same order, in every state of a store. Closures
  /// are equal to copies of themselves only.
  @usableFromInline static func == (a: Query, b: Query) -> Bool {
    a.predicate.isSame(as: b.predicate, countingCopies: true)
      && a.order.elementsEqual(b.order) { $0.isEqual(to: $1) }
      && a.isReversed == b.isReversed
      && a.distinctColumns.elementsEqual(b.distinctColumns) { $0.isSame(as: $1) }
      && a.start == b.start && a.offset == b.offset && a.limit == b.limit
  }

  /// Hashes what is cheap to hash. Constants are left out, because equal ones may be written differently, as 0 and -0.
  @usableFromInline func hash(into hasher: inout Hasher) {
    for node in predicate.conjuncts { node.hash(into: &hasher) }
    hasher.combine(order.map { $0.column?.name })
    hasher.combine(isReversed)
    hasher.combine(distinctColumns.map(\.name))
    hasher.combine(start)
    hasher.combine(offset)
    hasher.combine(limit)
  }
}

extension PredicateNode {
  /// Hashes the kind of condition and its column.
  fileprivate func hash(into hasher: inout Hasher) {
    switch self {
    case .constant(let value): hasher.combine(value)
    case .comparison(let test):
      hasher.combine(test.column.name)
      hasher.combine(test.comparison)
    case .membership(let column, _), .isNil(let column), .text(let column, _), .element(let column, _):
      hasher.combine(column.name)
    case .foreign(let test): hasher.combine(test.columns.map(\.name))
    case .code, .related, .found: break
    case .and(let nodes), .or(let nodes): hasher.combine(nodes.count)
    case .not(let node): node.hash(into: &hasher)
    }
  }
}

extension RelatedCondition {
  func isEqual(to other: any RelatedTest) -> Bool {
    guard let other = other as? RelatedCondition else { return false }
    return leg.isSame(as: other.leg) && target.isSame(as: other.target, countingCopies: true)
  }
}
