/// A bulk insert that recognizes stored records by a key.
///
/// 1. each record is looked up by its key, and becomes a row to write, or is ignored
/// 2. all rows are written as one changeset
/// 3. the rows are compared with what was stored before
///
/// The calling task is inside a transaction, so nobody else writes between these steps.
struct KeyedInsert<Record: Model> {
  private let table: ModelTable<Record>
  private let policy: InsertPolicy<Record>
  /// The numbers of the key's columns.
  private let numbers: [Int]
  private let key: KeyOperations
  private let lookup: RecordLookup<Record>
  private var rows: [Row] = []
  private var places: [Place] = []
  /// The numbers of the records given so far, by the hash of their keys.
  private var earlier: [UInt64: [Int]] = [:]
  private var ids: Set<Record.ID> = []

  /// A record to write.
  private struct Row {
    var record: Record
    /// The record that it changes; nil for a new one.
    var stored: Record?
  }

  /// What becomes of a given record.
  private enum Place {
    case row(Int)
    case ignored(Record)
    /// It is ignored because of the given record with this number.
    case ignoredAfter(Int)
  }

  init(_ table: ModelTable<Record>, _ policy: InsertPolicy<Record>, key numbers: [Int]) {
    (self.table, self.policy, self.numbers) = (table, policy, numbers)
    key = KeyOperations(numbers.map { Record.schema.columns[$0].operations })
    lookup = RecordLookup(table, columns: numbers)
  }

  /// Inserts the records.
  mutating func insert(_ given: [Record]) throws -> InsertReport<Record> {
    try table.store.load(given, forSaving: true)
    for number in given.indices { places.append(try place(of: number, in: given)) }
    try write()
    return report()
  }

  // MARK: - Looking up

  private mutating func place(of number: Int, in given: [Record]) throws -> Place {
    let record = given[number]
    guard let hash = keyHash(of: record) else { return try add(record) }
    if let first = earlier[hash]?.first(where: { hasKey(of: given[$0], record) }) {
      guard case .ignore = policy.kind else { throw conflict(record, after: first) }
      return .ignoredAfter(first)
    }
    earlier[hash, default: []].append(number)
    guard let stored = try stored(with: record) else { return try add(record) }
    switch policy.kind {
    case .fail: throw conflict(record, with: stored)
    case .ignore: return .ignored(stored)
    case .replace:
      var row = record
      row.id = stored.id
      return try add(row, over: stored)
    case .merge(let columns):
      var row = stored
      Record.schema.copy(columns, from: record, to: &row)
      row.id = stored.id
      return try add(row, over: stored)
    }
  }

  /// - Parameter stored: The record that the row changes, if one has its key.
  private mutating func add(_ record: Record, over stored: Record? = nil) throws -> Place {
    // Another key may belong to a record with the id, which is written once in a changeset.
    if record.id.isAssigned, !ids.insert(record.id).inserted { throw taken(record) }
    var row = Row(record: record, stored: stored)
    if stored == nil, case .replace = policy.kind { row.stored = try table.fetched(record.id) }
    rows.append(row)
    return .row(rows.count - 1)
  }

  private func stored(with record: Record) throws -> Record? {
    switch try lookup.match(record) {
    case .none: nil
    case .one(let id), .several(let id): try table.fetched(id)
    }
  }

  /// Returns the hash of a record's key; nil when the key equals nothing, because a value of it is missing.
  private func keyHash(of record: Record) -> UInt64? {
    if numbers.contains(table.layout.idColumn), !record.id.isAssigned { return nil }
    return withRow(of: record) { key.isNil($0) ? nil : key.hash($0) }
  }

  private func hasKey(of first: Record, _ second: Record) -> Bool {
    withRow(of: first) { first in withRow(of: second) { key.isEqual(first, $0) } }
  }

  // MARK: - Writing

  private mutating func write() throws {
    var records = rows.map(\.record)
    let operation: (Int) -> RowWriter.Operation = { [rows, policy] number in
      if case .replace = policy.kind { return .upsert }
      return rows[number].stored == nil ? .insert : .upsert
    }
    try table.save(all: &records, operation)
    for number in rows.indices { rows[number].record = records[number] }
  }

  private func report() -> InsertReport<Record> {
    var (records, outcomes) = ([Record](), [InsertReport<Record>.Outcome]())
    for place in places {
      switch place {
      case .row(let number):
        records.append(rows[number].record)
        outcomes.append(outcome(of: rows[number]))
      case .ignored(let stored):
        records.append(stored)
        outcomes.append(.ignored)
      case .ignoredAfter(let number):
        records.append(records[number])
        outcomes.append(.ignored)
      }
    }
    return InsertReport(records: mayFollow ? records.map { table.stored($0.id) ?? $0 } : records, outcomes: outcomes)
  }

  /// Whether writing a record of the call may change another record of the call: its parent, or a record that hooks
  /// write.
  private var mayFollow: Bool {
    table.layout.isOwnParent || Lifecycle.isNeeded(for: Record.self, in: table.store)
  }

  private func outcome(of row: Row) -> InsertReport<Record>.Outcome {
    guard let stored = row.stored else { return .inserted }
    return Record.schema.isSame(stored, row.record) ? .unchanged : .updated
  }

  // MARK: - Refusing

  /// - Parameters:
  ///   - stored: The stored record with the same key; nil if it is a given one.
  ///   - number: The number of the given record.
  private func conflict(_ record: Record, with stored: Record? = nil, after number: Int? = nil) -> StoreError {
    if numbers == [table.layout.idColumn] { return taken(record) }
    return .notUnique(
      model: table.layout.name, columns: numbers.map { Record.schema.columns[$0].name },
      id: stored.map { "\($0.id.attribute)" }, number: number.map { $0 + 1 })
  }

  private func taken(_ record: Record) -> StoreError {
    .idTaken(model: table.layout.name, id: "\(record.id.attribute)")
  }
}
