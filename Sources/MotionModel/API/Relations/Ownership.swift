/// What the records that a finder gives belong to, where it comes from a relation: new ones are given to it.
struct Ownership<Record: Model>: Sendable {
  private let create: @Sendable (Store, () throws -> Record) throws -> Record

  init<Owner: Model>(_ owner: Owner, _ core: RelationCore<Owner, Record>) {
    create = { store, build in
      try store.inTransaction(with: owner) {
        var record = try build()
        try core.give(&record, to: owner, in: store, isNew: true)
        return record
      }
    }
  }

  /// Gives a new record to the owner, and saves it.
  ///
  /// - Throws: ``StoreError`` when the owner was never saved or is no longer there.
  func create(in store: Store, _ build: () throws -> Record) throws -> Record { try create(store, build) }
}
