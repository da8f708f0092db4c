/// The owner of the records that a relation's finder returns; new records are added to it.
@usableFromInline struct Ownership<Record: Model>: Sendable {
  private let create: @Sendable (Store, () throws -> Record) throws -> Record
  /// The name of the owner's model if the owner was never saved, so that nothing can belong to it yet; otherwise nil.
  private let unsavedOwner: String?

  init<Owner: Model>(_ owner: Owner, _ core: RelationCore<Owner, Record>) {
    unsavedOwner = owner.id.isAssigned ? nil : Owner.schema.modelName
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
  @usableFromInline
  func create(in store: Store, _ build: () throws -> Record) throws -> Record { try create(store, build) }

  /// Traps if the owner was never saved.
  func checkOwnerIsSaved() {
    guard let unsavedOwner else { return }
    let child = Record.schema.modelName
    fatalError(
      """
      A record of \(child) cannot be built for one of \(unsavedOwner) that was never saved, because the latter has no id yet: save \
      it first, or save both together with save(with:).
      """)
  }
}
