// What a module that shows and writes records with their children needs of relations.

extension Relation {
  /// Whether related records may be written together with their owner; see `acceptingAttributes`.
  package var isWrittenWithOwner: Bool { acceptsAttributes }

  /// Whether related records may be removed by what their owner is given.
  package var allowsRemoval: Bool { nested?.allowsRemoval ?? false }

  /// The name of the column of the related records that has the owner's id; nil for a relation through others.
  package var keyOfChildren: String? {
    if case .theirs(let key)? = core.key { key.link.column.name } else { nil }
  }

  /// Returns a finder of the records that are related to a record.
  package func records(of owner: Owner, in store: Store) -> Finder<Kind.Target> { core.finder(of: owner, in: store) }

  /// Returns a new record, which has what the relation's conditions say. It gets its key when it is saved.
  package func newRecord(of owner: Owner?, in store: Store) -> Kind.Target {
    guard let owner else { return .new() }
    return core.finder(of: owner, in: store).new()
  }

  /// Makes a new record belong to an owner, and inserts it. The calling task is inside a transaction.
  package func insert(_ record: inout Kind.Target, of owner: Owner, in store: Store) throws {
    try core.add(&record, to: owner, in: store, isNew: true)
  }

  /// Removes a record from its owner, as ``RelatedRecords/remove(_:)`` does. The calling task is inside a transaction.
  package func remove(_ record: Kind.Target, from owner: Owner, in store: Store) throws {
    try core.take([record], from: owner, in: store)
  }
}

extension Schema {
  /// The numbers of the columns that the store maintains, such as counters of children.
  package var derivedColumns: Set<Int> { Derivations.shared.columns(of: layout.slot) }
}
