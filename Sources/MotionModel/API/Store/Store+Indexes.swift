extension Store {
  /// Adds an index of the records of a model, while readers go on.
  ///
  /// It is there as long as the store is, and in the snapshots and branches that are taken from now on; it is not written to files.
  ///
  /// - Returns: Whether it was added; false when there is an index of its name.
  /// - Throws: ``StoreError/duplicates(model:index:ids:)`` when it is unique and records have the same values, and
  ///   ``StoreError/readOnlyStore``. The store is then as it was.
  /// - Complexity: O(*n* log *n*) in the number of records for an ordered index, O(*n*) for any other. Writers wait meanwhile.
  @discardableResult
  public func addIndex<Record: Model>(_ index: Index<Record>) throws(StoreError) -> Bool {
    try changeIndexes(of: Record.schema.layout) { table throws(StoreError) in
      guard table.add(index.definition) else { return false }
      let taken = index.isUnique ? table.duplicates(of: index.definition.name) : []
      if taken.isEmpty { return true }
      throw .duplicates(model: Record.schema.modelName, index: index.name, ids: taken)
    }
  }

  /// Removes an index by its name, also one that the schema declares.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError/readOnlyStore``.
  @discardableResult
  public func removeIndex<Record: Model>(_ name: String, of model: Record.Type) throws(StoreError) -> Bool {
    try changeIndexes(of: Record.schema.layout) { table throws(StoreError) in table.removeIndex(name) }
  }

  /// The indexes of a model's records: those that its schema declares and those that were added, with how many entries each has.
  public func indexes<Record: Model>(of model: Record.Type) -> [IndexInfo] {
    read(Record.schema.layout) { table in table.indexes.map(IndexInfo.init) }
  }

  /// Gives readers a version of a table with other indexes.
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
      var tables = published.withLock { $0.tables }
      isChanged = try fence.changing { () throws(StoreError) in try change(tables.uniqueTable(layout)) }
      if isChanged { commit.outcome = .tables(tables) }
    }
    return isChanged
  }
}

/// What is known of an index of a store.
public struct IndexInfo: Sendable, Hashable {
  /// What it is called.
  public let name: String
  /// How it finds records.
  public let kind: IndexKind
  /// The names of its columns.
  public let columns: [String]
  /// Whether it refuses records with the same values.
  public let isUnique: Bool
  /// How many different values a hash index has, how many records an ordered one, how many terms one of elements or substrings.
  public let entryCount: Int

  init(_ index: any TableIndex) {
    let definition = index.definition
    (name, kind, columns) = (definition.name, definition.kind, definition.columns.map(\.name))
    (isUnique, entryCount) = (definition.isUnique, index.count)
  }
}

extension TableVersion {
  /// The ids of all records that share what has to be unique by an index.
  fileprivate func duplicates(of name: String) -> [String] {
    guard let index = indexes.first(where: { $0.definition.name == name }) else { return [] }
    return positions.filter { index.position(sharing: rows.address(at: $0), besides: $0, in: rows) != nil }
      .map { layout.id.text(rows.address(at: $0)) }
  }
}
