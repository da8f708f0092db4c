/// How the related records of single records are found, for a live value.
package struct LiveRelation<Owner: Model, Kind: RelationKind>: Sendable {
  private let core: RelationCore<Owner, Kind.Target>
  private let refine: @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>
  /// The conditions, the order and the window that the related records of every owner have.
  private let common: Query
  /// The query of the related records of no owner.
  package let query: LiveQuery
  /// Why the related records can be updated only by reading them again.
  package let obstacle: String?

  package init(
    _ relation: any KeyPath<Owner.Relations, Relation<Owner, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target>, in store: Store
  ) {
    (core, self.refine) = (Owner.relations[keyPath: relation].core, refine)
    // What the program declares is looked up once, and not for each owner: new owners come under locks, where none of
    // its code runs.
    _ = core.route
    common = refine(core.scoped(core.start(in: store))).query
    query = LiveQuery(common, of: Kind.Target.schema.layout)
    obstacle = query.obstacle ?? (core.through?.isOrdered == true ? "the order of a relation through others" : nil)
  }

  /// Returns the query of an owner's related records.
  package func query(of owner: Owner) -> LiveQuery {
    var query = common
    query.predicate = core.predicate(of: owner) && common.predicate
    return LiveQuery(query, of: Kind.Target.schema.layout)
  }

  /// Returns whether two versions of an owner have the same related records.
  package func isSame(_ owner: Owner, _ other: Owner) -> Bool {
    if case .own(let key)? = core.key { return key.value(owner) == key.value(other) }
    return owner.id == other.id
  }

  /// Returns the rows of an owner's related records that a store has now. It may run any code.
  package func rows(of owner: Owner, in store: Store, sharing old: [LiveRow]) -> [LiveRow] {
    refine(core.finder(of: owner, in: store)).liveQuery.rows(of: store, sharing: old).rows
  }
}

extension Store {
  /// A snapshot of the last commit, and the number of that commit.
  package var committed: (store: Store, commit: Int) {
    let now = publishedCopy
    return (now, now.commitCount)
  }
}
