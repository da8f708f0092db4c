extension Store {
  /// Whether no adapter takes part in writing records of a model: the records, and those that they lead to, are in
  /// memory.
  func isInMemory(_ layout: TableLayout) -> Bool { adapters.isEmpty && !layout.isExternal }

  /// Whether records of a model can be read here: they are in memory, or kept by an adapter that this store has.
  package func keeps<Record: Model>(_ model: Record.Type) -> Bool {
    Record.Adapter.self == ArrayAdapter.self || adapters.contains { $0 is Record.Adapter }
  }

  /// Returns the adapter of a type that was passed to this store, or its ``ArrayAdapter``. Traps if the store has no
  /// such adapter.
  func adapter<Adapter: StorageAdapter>(_ type: Adapter.Type, of model: any Model.Type) -> Adapter {
    for adapter in adapters { if let adapter = adapter as? Adapter { return adapter } }
    if let own = ArrayAdapter(self) as? Adapter { return own }
    if isSnapshot || isBranch {
      fatalError(
        """
        The records of \(model) are kept by \(type) and not in memory, so a snapshot or a branch of the store has none of them: \
        use the store itself.
        """)
    }
    fatalError(
      """
      The records of \(model) are kept by \(type), which this store does not have: make it with Store(adapters:), and use it by \
      Store.with or as a service's own.
      """)
  }

  /// Lets an adapter commit the changes of a transaction to records that are not in memory.
  ///
  /// - Throws: Any error of the adapter, or ``StoreError/severalAdapters(models:)`` when the records are kept by
  ///   several adapters.
  func commitExternally(_ transaction: OpenTransaction) throws {
    if adapters.isEmpty { return }
    let changeset = transaction.externalChanges
    guard let first = changeset.models.first else { return }
    if let other = changeset.models.first(where: { $0.adapterType != first.adapterType }) {
      throw StoreError.severalAdapters(models: [first.modelName, other.modelName])
    }
    if let log {
      let outcome = transaction.outcome
      try published.read { $0.tables }.checkPlaces(for: outcome)
      try log.check(outcome)
    }
    try first.adapter(in: self).commit(changeset)
  }
}

extension Model {
  static var adapterType: ObjectIdentifier { ObjectIdentifier(Adapter.self) }
  fileprivate static var modelName: String { schema.modelName }
  fileprivate static func adapter(in store: Store) -> any StorageAdapter { store.adapter(Adapter.self, of: self) }
}
