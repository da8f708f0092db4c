/// The rows with one value of a column, which a hash index has found without a plan: the children of a record, or what
/// a finder with a single condition finds.
@usableFromInline struct KeyedRows {
  /// Nil if the rows were not found in this way. Either it is held, or it is read in place.
  ///
  /// NB: So the rows as a whole are no optional, which would be copied and released by its type. And no initializer
  /// finds them, which would take its parameters over.
  private var table: Unmanaged<TableVersion>?
  private var entry = HashIndex.Entry()
  /// The flag under which the table is read in place; nil if it is held.
  private var flag: InPlaceReaders.Flag?

  /// No rows were found in this way.
  @usableFromInline init() {}

  /// Returns the rows, unless a plan is needed: in a transaction, while finders are logged, and without an index.
  ///
  /// - Parameters:
  ///   - slot: The number of the model.
  ///   - inPlace: Whether only the first row and the number are needed, and no users' code decides about them.
  ///   - find: Finds the rows in the table. It returns nil if it cannot.
  @inline(__always) private static func rows(
    _ slot: Int, in store: Store, inPlace: Bool, _ find: (TableVersion) -> HashIndex.Entry?
  ) -> KeyedRows {
    var rows = KeyedRows()
    guard let (published, flag) = store.published.enter() else { return rows }
    guard !published.pointee.hasMarks, let table = published.pointee.tables.versionInPlace(slot) else {
      flag.giveBack()
      return rows
    }
    (rows.table, rows.flag) = (inPlace ? table : table.retain(), inPlace ? flag : nil)
    if !inPlace { flag.giveBack() }
    if let entry = table._withUnsafeGuaranteedRef(find) {
      rows.entry = entry
      return rows
    }
    rows.areRead()
    return KeyedRows()
  }

  /// The children of a record, unless only the type of a child says whose it is.
  ///
  /// - Parameter inPlace: Whether only the first row and the number are needed.
  @usableFromInline
  static func children(of parent: Row, by link: Link, in store: Store, inPlace: Bool) -> KeyedRows {
    guard link.type == nil else { return KeyedRows() }
    // Not in place, because the first time it makes a schema.
    let (column, operations) = (link.column, link.operations)
    let inPlace = inPlace && column.operations.isStable && operations.hasStoredID
    return rows(link.childSlot, in: store, inPlace: inPlace) { table in
      table.entry(column, operations.childHash(parent), inPlace: inPlace) { operations.hasID($0, parent) }
    }
  }

  /// The rows of a query that is nothing but one value of a column.
  ///
  /// - Parameter inPlace: Whether only the first row and the number are needed.
  @usableFromInline
  static func of(_ query: borrowing Query, _ layout: TableLayout, in store: Store, inPlace: Bool) -> KeyedRows {
    guard let test = query.onlyComparison, test.comparison == .equal else { return KeyedRows() }
    let operations = test.column.operations
    let inPlace = inPlace && operations.isStable
    return rows(layout.slot, in: store, inPlace: inPlace) { table in
      table.entry(test.column, test.hash, inPlace: inPlace) { operations.holds($0, test.operand) }
    }
  }

  @usableFromInline var count: Int { entry.count }

  /// The row that was inserted first; nil if there is none.
  @usableFromInline var first: Row? {
    entry.count == 0 ? nil : table?._withUnsafeGuaranteedRef { $0.row(at: entry.first) }
  }

  /// Returns copies of the records, or of the first ones.
  @inlinable func records<Record>(limit: Int = .max) -> [Record] {
    if limit > 1, let several = several(limit) { return several.records() }
    return limit < 1 ? [] : first.map { [$0[Record.self]] } ?? []
  }

  /// Returns the rows, or the first ones; nil if there is one at most.
  @usableFromInline func several(_ limit: Int) -> Execution? {
    guard let table, let rows = entry.several else { return nil }
    return Execution(of: Selection(table.takeUnretainedValue(), rows: rows).window(offset: 0, limit: limit))
  }

  @usableFromInline var areFound: Bool { table != nil }

  /// Has to be called once everything was read.
  @usableFromInline func areRead() {
    if let flag { flag.giveBack() } else { table?.takeRetainedValue().isRead() }
  }

  /// Calls `body`, which reads the rows, and returns its result; nil if they were not found in this way. It is called
  /// once.
  @inlinable @inline(__always) func read<Result>(_ body: (KeyedRows) -> Result) -> Result? {
    guard areFound else { return nil }
    defer { areRead() }
    return body(self)
  }
}

extension RelatedRecords where Record.Adapter.Failure == Never {
  /// Returns the records, if they need no plan.
  ///
  /// - Parameter inPlace: Whether only the first one and the number are needed.
  @inlinable func keyedRows(inPlace: Bool = true) -> KeyedRows {
    guard Record.Adapter.self == ArrayAdapter.self, let link = core.childLink, Record.defaultScope == nil else {
      return KeyedRows()
    }
    return withUnsafePointer(to: owner) { KeyedRows.children(of: Row($0), by: link, in: store, inPlace: inPlace) }
  }

  // The members of `FinderChain` of these names, without a plan where an index of the key finds the records.

  /// The number of records.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var count: Int { keyedRows().read { $0.count } ?? finder.count }

  /// Whether there is no record.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The first record, or nil.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var first: Record? { keyedRows().read { $0.first.map { $0[Record.self] } } ?? finder.first }

  /// The records as they are now.
  @inlinable public var all: [Record] { keyedRows(inPlace: false).read { $0.records() } ?? finder.all }
}
