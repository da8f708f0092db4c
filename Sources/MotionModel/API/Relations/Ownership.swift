/// The owner of the records that a relation's finder returns; new records are added to it.
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

  /// Creates a record that belongs to the owner, and saves it.
  ///
  /// - Throws: ``StoreError`` when the owner was never saved or no longer exists.
  func create(in store: Store, _ build: () throws -> Record) throws -> Record { try create(store, build) }
}
