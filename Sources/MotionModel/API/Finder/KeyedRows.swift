/// The rows with one value of a column, which a hash index has found without a plan: the children of a record, or what
/// a finder with a single condition finds.
@usableFromInline struct KeyedRows {
  /// Nil if the rows were not found in this way.
  ///
  /// NB: So the rows as a whole are no optional, which would be copied and released by its type.
  private var table: TableVersion?
  private var entry = HashIndex.Entry()

  /// No rows were found in this way.
  @usableFromInline init() {}

  /// Finds the rows, unless a plan is needed: in a transaction, while finders are logged, and without an index.
  ///
  /// - Parameters:
  ///   - slot: The number of the model.
  ///   - find: Finds the rows in the table. It returns nil if it cannot.
  @inline(__always) private init(_ slot: Int, in store: Store, _ find: (TableVersion) -> HashIndex.Entry?) {
    let (version, hasTransaction) = store.latest(slot)
    self.init()
    guard let version else { return }
    if !hasTransaction, let entry = find(version) {
      (table, self.entry) = (version, entry)
    } else {
      version.isRead()
    }
  }

  /// The children of a record, unless only the type of a child says whose it is.
  @usableFromInline init(childrenOf parent: Row, by link: Link, in store: Store) {
    guard link.type == nil else {
      self.init()
      return
    }
    self.init(link.childSlot, in: store) { table in
      table.entry(link.column, link.operations.childHash(parent)) { link.operations.hasID($0, parent) }
    }
  }

  /// The rows of a query that is nothing but one value of a column.
  @usableFromInline init(_ query: borrowing Query, of layout: TableLayout, in store: Store) {
    guard let test = query.onlyComparison, test.comparison == .equal else {
      self.init()
      return
    }
    self.init(layout.slot, in: store) { table in
      table.entry(test.column, test.hash) { test.column.operations.holds($0, test.operand) }
    }
  }

  @usableFromInline var count: Int { entry.count }

  /// The row that was inserted first; nil if there is none.
  @usableFromInline var first: Row? { entry.count == 0 ? nil : table?.row(at: entry.first) }

  /// Returns copies of the records, or of the first ones.
  @inlinable func records<Record>(limit: Int = .max) -> [Record] {
    if limit > 1, let several = several(limit) { return several.records() }
    return limit < 1 ? [] : first.map { [$0[Record.self]] } ?? []
  }

  /// Returns the rows, or the first ones; nil if there is one at most.
  @usableFromInline func several(_ limit: Int) -> Execution? {
    guard let table, let rows = entry.several else { return nil }
    return Execution(of: Selection(table, rows: rows).window(offset: 0, limit: limit))
  }

  @usableFromInline var areFound: Bool { table != nil }

  @usableFromInline func areRead() { table?.isRead() }

  /// Calls `body`, which reads the rows, and returns its result; nil if they were not found in this way.
  @inlinable @inline(__always) func read<Result>(_ body: (KeyedRows) -> Result) -> Result? {
    guard areFound else { return nil }
    defer { areRead() }
    return body(self)
  }
}

extension RelatedRecords where Record.Adapter.Failure == Never {
  /// The records, if they need no plan.
  @inlinable var keyedRows: KeyedRows {
    guard Record.Adapter.self == ArrayAdapter.self, let link = core.childLink, Record.defaultScope == nil else {
      return KeyedRows()
    }
    return withUnsafePointer(to: owner) { KeyedRows(childrenOf: Row($0), by: link, in: store) }
  }

  // The members of `FinderChain` of these names, without a plan where an index of the key finds the records.

  /// The number of records.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var count: Int { keyedRows.read { $0.count } ?? finder.count }

  /// Whether there is no record.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The first record, or nil.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var first: Record? { keyedRows.read { $0.first.map { $0[Record.self] } } ?? finder.first }

  /// The records as they are now.
  @inlinable public var all: [Record] { keyedRows.read { $0.records() } ?? finder.all }
}
