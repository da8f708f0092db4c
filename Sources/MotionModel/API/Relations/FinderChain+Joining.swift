extension FinderChain {
  /// Returns a pair of record and related record for each related record; records without related records are left
  /// out.
  ///
  /// ```swift
  /// for (album, track) in Album.where(\.artistID == 1).join(\.tracks) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - refine: Refines which related records are returned; its order and its limit apply to each record
  ///     separately.
  /// - Complexity: That of reading `including(_:_:)`.
  public func join<Kind: RelationKind>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Record.Adapter.Failure) -> [(Record, Kind.Target)] {
    let relation = Record.relations[keyPath: relation]
    let count = relation.core.isOne ? 1 : Int.max
    let related = relation.inclusion(in: finder.store) { RelatedFinder(refine($0)) }
    return try adding(related).all.flatMap { record, related in related.prefix(count).map { (record, $0) } }
  }
}

extension Model {
  /// Returns pairs of a record and a related record; see `join(_:_:)` of finders.
  public static func join<Kind: RelationKind>(
    _ relation: any KeyPath<Relations, Relation<Self, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) throws(Adapter.Failure) -> [(Self, Kind.Target)] {
    try records.join(relation, refine)
  }
}
