/// The rows with one value of a column, which a hash index has found without a plan: the children of a record, or what
/// a finder with a single condition finds.
@usableFromInline struct KeyedRows {
  private let table: TableVersion
  private let entry: HashIndex.Entry?
  private let fence: ReadFence

  /// Finds the rows, unless a plan is needed: in a transaction, while finders are logged, and without an index.
  ///
  /// - Parameters:
  ///   - slot: The number of the model.
  ///   - find: Finds the rows in the table. It returns nil if it cannot, and the inner nil if there are
  ///     none.
  @inline(__always) private init?(_ slot: Int, in store: Store, _ find: (TableVersion) -> HashIndex.Entry??) {
    let (version, hasTransaction) = store.latest(slot)
    guard let version else { return nil }
    guard !hasTransaction, let entry = find(version) else {
      store.readerIsDone(with: version)
      return nil
    }
    (table, self.entry, fence) = (version, entry, store.fence)
  }

  /// The children of a record.
  @usableFromInline init?(childrenOf parent: Row, by link: Link, in store: Store) {
    self.init(link.childSlot, in: store) { link.children(of: parent, in: $0) }
  }

  /// The rows of a query that is nothing but one value of a column.
  @usableFromInline init?(_ query: borrowing Query, of layout: TableLayout, in store: Store) {
    guard let test = query.onlyComparison, test.comparison == .equal else { return nil }
    self.init(layout.slot, in: store) { table in
      let operations = test.column.operations
      guard let number = table.hashIndex(of: test.column), let hash = operations.operandHash(test.operand) else {
        return nil
      }
      return .some(table.indexes[number].entry(hash: hash, in: table) { operations.holds($0, test.operand) })
    }
  }

  @usableFromInline var count: Int { entry?.count ?? 0 }

  /// The row that was inserted first; nil if there is none.
  @usableFromInline var first: Row? {
    switch entry {
    case .row(let position)?: table.row(at: position)
    case .list(let rows)?: table.row(at: rows.first)
    case nil: nil
    }
  }

  /// Returns copies of the records, or of the first ones.
  @inlinable func records<Record>(limit: Int = .max) -> [Record] {
    if limit > 1, let several = several(limit) { return several.records() }
    return limit < 1 ? [] : first.map { [$0[Record.self]] } ?? []
  }

  /// Returns the rows, or the first ones; nil if there is one at most.
  @usableFromInline func several(_ limit: Int) -> Execution? {
    guard case .list(let rows)? = entry else { return nil }
    return Execution(of: Selection(table, rows: rows).window(offset: 0, limit: limit))
  }

  /// Has to be called once everything was read.
  @usableFromInline func areRead() { withExtendedLifetime(table) { fence.readerIsDone() } }
}

extension RelatedRecords where Record.Adapter.Failure == Never {
  /// The records, if they need no plan.
  @inlinable var keyedRows: KeyedRows? {
    guard Record.Adapter.self == ArrayAdapter.self, let link = core.childLink, Record.defaultScope == nil else {
      return nil
    }
    return withUnsafePointer(to: owner) { KeyedRows(childrenOf: Row($0), by: link, in: store) }
  }

  // The members of `FinderChain` of these names, without a plan where an index of the key finds the records.

  /// The number of records.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var count: Int {
    guard let rows = keyedRows else { return finder.count }
    defer { rows.areRead() }
    return rows.count
  }

  /// Whether there is no record.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The first record, or nil.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var first: Record? {
    guard let rows = keyedRows else { return finder.first }
    defer { rows.areRead() }
    return rows.first.map { $0[Record.self] }
  }

  /// The records as they are now.
  @inlinable public var all: [Record] {
    guard let rows = keyedRows else { return finder.all }
    defer { rows.areRead() }
    return rows.records()
  }
}
