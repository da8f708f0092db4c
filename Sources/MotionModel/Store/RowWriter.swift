import Foundation

/// Turns records that are to be written into changes: finds out what is stored, gives ids and timestamps, and refuses.
///
/// It looks at one version of a table and changes nothing.
struct RowWriter<Record: Model> {
  let table: TableVersion
  private let clock: @Sendable () -> Date
  /// One time for everything that is written together.
  private lazy var now = clock()
  private lazy var schema = Record.schema
  private var nextNumber: Int

  init(_ table: TableVersion, _ clock: @escaping @Sendable () -> Date) {
    self.table = table
    self.clock = clock
    nextNumber = table.nextNumber
  }

  // MARK: - Operations

  /// An insertion or an update; nil when nothing changed.
  mutating func save(_ record: inout Record) throws(StoreError) -> Change<Record>? {
    if let position = position(of: record) { return try update(&record, at: position) }
    if record.id.isAssigned && table.deleted.contains(tableHash(record.id)) { throw gone(record) }
    return try insert(&record)
  }

  mutating func upsert(_ record: inout Record) throws(StoreError) -> Change<Record>? {
    if let position = position(of: record) { return try update(&record, at: position) }
    return try insert(&record)
  }

  mutating func insert(_ record: inout Record) throws(StoreError) -> Change<Record>? {
    if record.id.isAssigned {
      if let number = record.id.number, number >= nextNumber, number < .max { nextNumber = number + 1 }
    } else {
      record.id = try makeID()
    }
    if let timestamps = schema.timestamps {
      stamp(&record, timestamps.created)
      stamp(&record, timestamps.updated)
    }
    return Change(id: record.id, old: nil, new: record, position: nil)
  }

  private mutating func update(_ record: inout Record, at position: Int) throws(StoreError) -> Change<Record>? {
    let old = stored(at: position)
    guard try hasChanged(record, from: old) else { return nil }
    if let updated = schema.timestamps?.updated { record[keyPath: updated] = now }
    return Change(id: record.id, old: old, new: record, position: position)
  }

  /// A deletion; nil when the record is not there.
  func delete(_ id: Record.ID) -> Change<Record>? {
    table.position(of: id, in: Record.self).map { Change(id: id, old: stored(at: $0), new: nil, position: $0) }
  }

  // MARK: - Parts

  /// The first record that a finder finds in this version of the table.
  func first(_ finder: Finder<Record>) -> Record? {
    var first: Record?
    Selection(table, where: finder.predicate, limit: 1).forEach { row, _ in
      first = first ?? row.assumingMemoryBound(to: Record.self).pointee
    }
    return first
  }

  /// The record that is stored under an id.
  func stored(_ id: Record.ID) throws(StoreError) -> Record {
    if !id.isAssigned { throw .notSaved(model: table.layout.name) }
    guard let position = table.position(of: id, in: Record.self) else {
      throw .recordGone(model: table.layout.name, id: "\(id)")
    }
    return stored(at: position)
  }

  private func stored(at position: Int) -> Record { table.rows.pointer(at: position, as: Record.self).pointee }

  private func position(of record: Record) -> Int? {
    record.id.isAssigned ? table.position(of: record.id, in: Record.self) : nil
  }

  private func gone(_ record: Record) -> StoreError { .recordGone(model: table.layout.name, id: "\(record.id)") }

  /// Makes an id that no record has. Only types whose ids are not numbers can hit upon one that is taken.
  private mutating func makeID() throws(StoreError) -> Record.ID {
    for _ in 0..<100 {
      guard let id = Record.ID.make(number: nextNumber), id.isAssigned else { break }
      if nextNumber < .max { nextNumber += 1 }
      if table.position(of: id, in: Record.self) == nil { return id }
    }
    throw .idsExhausted(model: table.layout.name)
  }

  private mutating func stamp(_ record: inout Record, _ column: (any WritableKeyPath<Record, Date?> & Sendable)?) {
    if let column, record[keyPath: column] == nil { record[keyPath: column] = now }
  }

  private mutating func hasChanged(_ record: Record, from old: Record) throws(StoreError) -> Bool {
    var hasChanged = false
    for column in schema.columns where !schema.isEqual(record, old, in: column) {
      if column.options.contains(.readOnly) {
        throw .readOnlyColumn(model: table.layout.name, column: column.name, id: "\(record.id)")
      }
      hasChanged = true
    }
    return hasChanged
  }
}
