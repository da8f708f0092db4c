extension Store {
  /// Adds an index of a model's records. Readers do not wait.
  ///
  /// The index exists as long as the store, and is also in snapshots and branches taken from now on. It is not written
  /// to files. The call traps inside a transaction or a hook of the store.
  ///
  /// - Returns: Whether the index was added; false if there is an index with the same name.
  /// - Throws: ``StoreError/duplicates(model:index:ids:)`` when the index is unique and records have the same values,
  ///   or ``StoreError/readOnlyStore`` for a snapshot. The store is then unchanged.
  /// - Complexity: O(*n* log *n*) in the number of records for an ordered index, O(*n*) for any other index. Writers
  ///   wait meanwhile.
  @discardableResult public func addIndex<Record: Model>(_ index: Index<Record>) throws(StoreError) -> Bool {
    try changeIndexes(of: Record.schema.layout) { table throws(StoreError) in
      guard table.add(index.definition) else { return false }
      let taken = index.isUnique ? table.duplicates(of: index.definition.name) : []
      if taken.isEmpty { return true }
      throw .duplicates(model: Record.schema.modelName, index: index.name, ids: taken)
    }
  }

  /// Removes the index with a name, even one that the schema declares.
  ///
  /// The call traps inside a transaction or a hook of the store.
  ///
  /// - Returns: Whether there was such an index.
  /// - Throws: ``StoreError/readOnlyStore`` for a snapshot.
  @discardableResult
  public func removeIndex<Record: Model>(_ name: String, of model: Record.Type) throws(StoreError) -> Bool {
    try changeIndexes(of: Record.schema.layout) { table throws(StoreError) in table.removeIndex(name) }
  }

  /// Returns the indexes of a model's records, each with its number of entries: the indexes of the schema, and the
  /// added ones.
  public func indexes<Record: Model>(of model: Record.Type) -> [Store.IndexDescription] {
    read(Record.schema.layout) { table in
      table.indexes.filter { !($0.definition.owner is DerivedColumnIndex) }
        .map { Store.IndexDescription($0.made(in: table.rows)) }
    }
  }

  /// Changes the indexes of a table, and publishes the changed version.
  private func changeIndexes(
    of layout: TableLayout, _ change: (TableVersion) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    if isInTransaction {
      fatalError(
        """
        The indexes of \(layout.name) cannot be changed inside a transaction, or a hook, of the store, which may be undone: do it \
        outside.
        """)
    }
    var isChanged = false
    try commit { commit, _ throws(StoreError) in
      var tables = published.read { $0.tables }
      isChanged = try fence.changing { () throws(StoreError) in try change(tables.uniqueTable(layout)) }
      if isChanged { commit.outcome = .tables(tables) }
    }
    return isChanged
  }
}

extension Store {
  /// A description of an index in a store.
  public struct IndexDescription: Sendable, Hashable {
    /// The name of the index.
    public let name: String
    /// How the index finds records.
    public let kind: IndexKind
    /// The names of the indexed columns.
    public let columns: [String]
    /// Whether the index refuses records with the same values.
    public let isUnique: Bool
    /// The number of entries: different values in a hash index, records in an ordered index, terms in an index of
    /// elements or substrings.
    public let entryCount: Int

    init(_ index: any TableIndex) {
      let definition = index.definition
      (name, kind, columns) = (definition.name, definition.kind, definition.columns.map(\.name))
      (isUnique, entryCount) = (definition.isUnique, index.count)
    }
  }
}

extension TableVersion {
  /// Returns the ids of all records that have the same values in a unique index as another record.
  fileprivate func duplicates(of name: String) -> [String] {
    guard let index = indexes.first(where: { $0.definition.name == name }) else { return [] }
    return positions.filter { index.rows(sharing: rows[$0], besides: $0, in: rows) != nil }
      .map { layout.id.text(rows[$0]) }
  }
}
