/// Finds stored records by equal values in some columns while an import writes, also without an index.
///
/// An index of exactly these columns is always up to date. Without such an index, the records are read once, and then
/// all inserted records, also those of hooks. Records that the import writes are noted too, because their values may
/// have changed. A match is compared with the stored record, because that may have been changed or deleted since.
final class RecordLookup<Record: Model> {
  enum Match: Equatable {
    case none
    case one(Record.ID)
    /// Several records; the id is that of the first one.
    case several(Record.ID)
  }

  private let table: ModelTable<Record>
  private let columns: [ColumnReference]
  private let operations: KeyOperations
  /// The index that was used last, with the operations on the keys in its order of columns.
  private var indexed: (definition: IndexDefinition, operations: KeyOperations)?
  /// The ids of the records by the hash of their values; nil until they are needed.
  private var candidates: [UInt64: [Record.ID]]?
  /// The position up to which the table was read.
  private var readPosition = 0

  /// - Parameter columns: The numbers of the columns in the schema.
  init(_ table: ModelTable<Record>, columns: [Int]) {
    self.table = table
    self.columns = columns.map { ColumnReference(Record.schema.columns[$0], $0) }
    operations = KeyOperations(self.columns.map(\.operations))
  }

  /// Returns the stored record that has the same values as a given one; nil equals nil.
  func match(_ probe: Record) throws -> Match {
    if table.layout.isExternal { return try externalMatch(probe) }
    return try withRow(of: probe) { row in
      if let match = indexedMatch(row) { return match }
      return try scannedMatch(row)
    }
  }

  /// Notes a record that was written.
  func note(_ record: Record) {
    if candidates != nil { withRow(of: record, add) }
  }

  // MARK: - By an index

  /// Returns the match that the ids or an index find; nil if there is no such index.
  private func indexedMatch(_ row: Row) -> Match? {
    table.store.read(table.layout) { version in
      if columns.count == 1 && columns[0].index == table.layout.idColumn {
        return version.position(of: row).map { match(at: $0, in: version) } ?? Match.none
      }
      guard let index = version.madeIndex(where: finds) as? HashIndex else { return nil }
      let operations = operations(of: index.definition)
      guard let hash = operations.hash(row) else { return Match.none }
      let entry = index.entry(with: IndexKey(hash: hash) { operations.isEqual($0, row) }, in: version.rows)
      return entry.count == 0 ? Match.none : match(at: entry.first, in: version, isOneOfSeveral: entry.count > 1)
    }
  }

  private func finds(_ definition: IndexDefinition) -> Bool {
    definition.kind == .hash && definition.condition == nil && definition.columns.count == columns.count
      && columns.allSatisfy { column in definition.columns.contains { $0.isSame(as: column) } }
  }

  private func operations(of definition: IndexDefinition) -> KeyOperations {
    if let indexed, indexed.definition === definition { return indexed.operations }
    let operations = KeyOperations(definition.columns.map(\.operations))
    indexed = (definition, operations)
    return operations
  }

  private func match(at position: Int, in version: TableVersion, isOneOfSeveral: Bool = false) -> Match {
    let id = version.rows[position][Record.self].id
    return isOneOfSeveral ? .several(id) : .one(id)
  }

  // MARK: - Without an index

  private func scannedMatch(_ row: Row) throws -> Match {
    try readNew()
    guard let hash = operations.hash(row) else { return .none }
    var found: Record.ID?
    for id in candidates?[hash] ?? [] where id != found && hasValues(of: row, id) {
      if let found { return .several(found) }
      found = id
    }
    return found.map { .one($0) } ?? .none
  }

  private func hasValues(of row: Row, _ id: Record.ID) -> Bool {
    guard let stored = table.stored(id) else { return false }
    return withRow(of: stored) { operations.isEqual($0, row) }
  }

  /// Reads the records that were inserted since the last time: all records, the first time.
  private func readNew() throws {
    if candidates == nil {
      candidates = [:]
      for record in try table.unscoped().all { withRow(of: record, add) }
      readPosition = table.store.read(table.layout) { $0.nextPosition }
    }
    table.store.read(table.layout) { version in
      // A row that was undone has freed its position.
      readPosition = min(readPosition, version.nextPosition)
      for position in readPosition..<version.nextPosition where version.rows.contains(position) {
        add(version.rows[position])
      }
      readPosition = version.nextPosition
    }
  }

  private func add(_ row: Row) {
    guard let hash = operations.hash(row) else { return }
    let id = row[Record.self].id
    // A record that was noted when it was inserted is read again.
    if candidates?[hash]?.last != id { candidates?[hash, default: []].append(id) }
  }

  // MARK: - By an adapter

  private func externalMatch(_ probe: Record) throws -> Match {
    let predicate = withRow(of: probe) { row in
      columns.reduce(.constant(true)) { $0 && condition($1, row) }
    }
    let found = try Finder<Record>(in: table.store).with { $0.query.predicate = predicate }.first(2)
    return found.first.map { found.count > 1 ? .several($0.id) : .one($0.id) } ?? .none
  }

  private func condition(_ column: ColumnReference, _ row: Row) -> PredicateNode {
    if column.operations.isNil(row) { return .isNil(column) }
    return .membership(column, column.operations.values([row]))
  }
}
