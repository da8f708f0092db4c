/// The records of one model in one store.
///
/// The static calls of a ``Model`` find the store in use anew each time. A table is that step taken once, for loops in
/// which every nanosecond counts, and for code that is handed its store:
///
/// ```swift
/// let todos = store.table(Todo.self)
/// for id in ids { if let todo = todos.find(id) { … } }
/// ```
///
/// ## Topics
/// ### Reading
/// - ``records``
/// - ``count()``
/// ### Writing
/// - ``save(_:)``
/// - ``insert(_:)``
/// - ``insert(contentsOf:)``
/// - ``delete(_:)``
/// - ``deleteAll()``
/// - ``destroy(_:)``
/// - ``destroyAll()``
public struct Table<Record: Model>: Sendable {
  /// The store.
  public let store: Store
  @usableFromInline let layout: TableLayout

  @usableFromInline
  init(store: Store) {
    SchemaMaking.check(Record.self)
    self.store = store
    layout = Record.schema.layout
  }

  /// A finder of all records.
  public var records: Finder<Record> { Finder(in: store) }

  /// How many records there are.
  ///
  /// - Complexity: O(1).
  public func count() throws(Record.Adapter.Failure) -> Int { try records.recordCount() }
}

extension Store {
  /// The records of a model in this store.
  public func table<Record: Model>(_ model: Record.Type) -> Table<Record> { Table(store: self) }
}

// MARK: - Reading

extension Table {
  /// The record with an id, or nil.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func find(_ id: Record.ID) throws(Record.Adapter.Failure) -> Record? {
    if Record.Adapter.self == ArrayAdapter.self { return store.record(id, of: Record.self, in: layout) }
    return try store.externalRecord(id, of: Record.self)
  }
}

extension Table where Record.Adapter == ArrayAdapter {
  /// The record with an id, or nil.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func find(_ id: Record.ID) -> Record? { store.record(id, of: Record.self, in: layout) }
}

extension Table {
  /// Whether another record has the same value as a record in a unique column, as far as an index in memory can tell.
  package func hasOther(sharing column: Column<Record>, with record: Record) -> Bool {
    store.read(layout) { version in
      guard let index = version.indexes.first(where: { $0.definition.findsAll(by: column.name) }) else { return false }
      return withUnsafePointer(to: record) { row in
        let own = record.id.isAssigned ? version.position(of: row) : nil
        return index.position(sharing: row, besides: own, in: version.rows) != nil
      }
    }
  }
}

// MARK: - Writing

extension Table {
  /// Saves a record: inserts it when it is new, else updates the stored one.
  ///
  /// A new record without an id is given one. A save that changes no column writes nothing.
  ///
  /// - Throws: ``StoreError`` when the record was deleted meanwhile, a unique column has a value that is taken, a
  ///   read-only column was changed; whatever a hook throws, see <doc:RunningHooks>. The store and the record are then as they
  ///   were.
  public func save(_ record: inout Record) throws { try write(&record, .save) }

  /// Adds a record to the store, and gives it an id if it has none.
  ///
  /// - Throws: ``StoreError/idTaken(model:id:)`` when there is a record with its id.
  public func insert(_ record: inout Record) throws { try write(&record, .insert) }

  /// Updates the stored record with the same id, or else adds it, whether it was deleted before or not.
  public func upsert(_ record: inout Record) throws { try write(&record, .upsert) }

  /// Updates the stored record that has the same value in a column, or else adds the record.
  ///
  /// The record takes over the id of the one that it updates. When several have the value, it updates the first. A missing
  /// value (nil) is like no other, as in a unique column.
  public func upsert<Value: ColumnValue>(
    _ record: inout Record, on column: any KeyPath<Record, Value> & Sendable
  ) throws {
    let same = Finder<Record>(in: store).where(column).eq(record[keyPath: column]).and(column).isNotNil
    if layout.isExternal || Lifecycle.isNeeded(for: Record.self, in: store) || Record.saveCheck != nil {
      record = try store.inTransaction {
        var written = record
        if let id = try same.first(1).first?.id { written.id = id }
        try upsert(&written)
        return written
      }
      return
    }
    try change(&record) { writer, record throws(StoreError) in
      Selection(writer.table, where: same.query.predicate, limit: 1).window(offset: 0, limit: 1).forEach { row, _ in
        record.id = row.assumingMemoryBound(to: Record.self).pointee.id
      }
      try writer.write(&record, .upsert)
    }
  }

  /// Saves a record as ``save(_:)`` does, without asking the save check.
  package func saveUnchecked(_ record: inout Record) throws { try write(&record, .save, checking: false) }

  private func write(_ record: inout Record, _ operation: RowWriter.Operation, checking: Bool = true) throws {
    if Lifecycle.isNeeded(for: Record.self, in: store) { return try writeInLifecycle(&record, operation, checking) }
    try writeOutsideLifecycle(&record, operation, checking)
  }

  private func writeOutsideLifecycle(
    _ record: inout Record, _ operation: RowWriter.Operation, _ checking: Bool
  ) throws {
    guard checking, let check = Record.saveCheck else { return try writeRow(&record, operation) }
    if !check.isMet(record) { return try writeInLifecycle(&record, operation, checking) }
    do { try writeRow(&record, operation) } catch let error as StoreError { throw check.explain(error, record) }
  }

  /// It is a function of its own so that the way without hooks does not pay for what it needs.
  @inline(never)
  private func writeInLifecycle(
    _ record: inout Record, _ operation: RowWriter.Operation, _ checking: Bool
  ) throws {
    guard var lifecycle = Lifecycle(self, checking: checking) else { return try writeRow(&record, operation) }
    var saved = record
    try saved.withRow { try lifecycle.save($0, operation) }
    record = saved
  }

  // MARK: - Rows

  /// The record with an id, as the calling task sees it now.
  ///
  /// Of records that an adapter keeps, it is known what the transaction has loaded.
  func stored(_ id: Record.ID) -> Record? { store.record(id, of: Record.self, in: layout) }

  /// The record with an id, as the calling task sees it now, which is inside a transaction.
  func fetched(_ id: Record.ID) throws -> Record? {
    try store.load(id, of: Record.self)
    return stored(id)
  }

  /// The stored record with the id of another, as the calling task sees it now.
  ///
  /// - Throws: ``StoreError`` when it was never saved, or deleted.
  func stored(for record: Record) throws(StoreError) -> Record {
    try record.found(stored(record.id))
  }

  /// Writes a record, and nothing takes part in it.
  private func writeRow(_ record: inout Record, _ operation: RowWriter.Operation) throws {
    try withUnsafeMutablePointer(to: &record) { row in
      _ = try store.write(UnsafeMutableRawPointer(row), of: layout, operation)
    }
  }

  /// Writes a record in a way of the caller's; it is as before when that throws.
  func change(
    _ record: inout Record, _ body: (inout RowWriter, inout Record) throws(StoreError) -> Void
  ) throws {
    var written = record
    try store.write(layout, loading: { try store.load([written]) }) { writer throws(StoreError) in
      try body(&writer, &written)
    }
    record = written
  }
}

extension RowWriter {
  /// Adds the change that writes a record; see ``write(_:_:)-(UnsafeMutableRawPointer,_)``.
  mutating func write<Record: Model>(_ record: inout Record, _ operation: Operation) throws(StoreError) {
    try withUnsafeMutablePointer(to: &record) { pointer throws(StoreError) in
      try write(UnsafeMutableRawPointer(pointer), operation)
    }
  }
}

extension TableVersion {
  /// The stored record with the id of another.
  ///
  /// - Throws: ``StoreError`` when it was never saved, or deleted.
  func stored<Record: Model>(_ record: Record) throws(StoreError) -> Record {
    try record.found(self.record(record.id, of: Record.self))
  }
}

extension Model {
  /// What was found by the record's id.
  ///
  /// - Throws: ``StoreError`` when it is nothing: because the record was never saved, or was deleted.
  fileprivate func found(_ stored: Self?) throws(StoreError) -> Self {
    if let stored { return stored }
    if !id.isAssigned { throw .notSaved(model: Self.schema.modelName) }
    throw .recordGone(model: Self.schema.modelName, id: "\(id.attribute)")
  }
}
