/// The records of one model in one store.
///
/// It is a finder of all records that can also write. It has the same methods as the static calls of a ``Model``, for
/// code with a store of its own:
///
/// ```swift
/// struct Inbox {
///   let todos: ModelTable<Todo>
///   init(store: Store) { todos = store.table(Todo.self) }
///
///   func urgent() -> Finder<Todo> { todos.where(\.priority > 2).order(by: \.dueDate) }
///   func add(_ name: String) throws -> Todo { try todos.create { $0.name = name } }
/// }
/// ```
///
/// The static calls look up the store in use each time, and forward to its table. So a table is also faster in a loop.
/// ``FinderChain`` lists the conditions, orders and queries, and ``Store/of(_:)`` has the relations of a record.
///
/// ## Topics
/// ### Finding
/// - ``find(all:)``
/// - ``require(_:)``
/// - ``exists(_:)``
/// - ``records``
/// ### Creating
/// - ``create(attributes:)``
/// - ``insert(contentsOf:)``
/// - ``insert(contentsOf:onConflict:on:)``
/// - ``upsert(contentsOf:on:)``
/// - ``importRows(_:mapping:allOrNothing:progress:)``
/// - ``importRows(json:mapping:allOrNothing:progress:)``
/// - ``importRows(csv:skippingLines:mapping:allOrNothing:progress:)``
/// ### Saving
/// - ``save(_:)``
/// - ``saved(_:)``
/// - ``save(_:only:_:)``
/// - ``insert(_:)``
/// - ``upsert(_:)``
/// - ``upsert(_:on:)``
/// - ``update(_:_:)``
/// - ``update(_:attributes:)``
/// - ``reload(_:)``
/// - ``increment(_:_:by:)``
/// - ``decrement(_:_:by:)``
/// - ``toggle(_:_:)``
/// - ``touch(_:)``
/// - ``restore(_:_:_:)``
/// - ``saveReturningChange(_:)``
/// ### Deleting
/// - ``delete(_:)-(Record.ID)``
/// - ``delete(_:)-(Record)``
/// - ``destroy(_:)-(Record.ID)``
/// - ``destroy(_:)-(Record)``
public struct ModelTable<Record: Model>: FinderChain {
  /// The store that has the records.
  public let store: Store
  @usableFromInline let layout: TableLayout

  @inlinable init(store: Store) {
    SchemaCreation.checkInlined(Record.self)
    self.store = store
    layout = Record.schema.layout
  }

  /// A finder of all records that the model's ``Model/defaultScope`` selects.
  @inlinable public var records: Finder<Record> { finder }

  /// A finder of all records that the model's ``Model/defaultScope`` selects.
  @inlinable public var finder: Finder<Record> { .scoped(in: store) }

  /// The records in reverse order, as a finder; where an array is expected, the method of `Sequence` returns one.
  public func reversed() -> Finder<Record> { finder.reversed() }
}

extension ModelTable: Sequence where Record.Adapter.Failure == Never {}

extension Store {
  /// Returns the table of a model in this store.
  @inlinable public func table<Record: Model>(_ model: Record.Type) -> ModelTable<Record> { ModelTable(store: self) }
}

// MARK: - Reading

extension ModelTable {
  /// Returns the record with an id; nil if there is none.
  ///
  /// - Complexity: O(1) in memory, and that of ``StorageAdapter/records(of:withIDs:)`` for another adapter.
  @inlinable @inline(__always) public func find(_ id: Record.ID) throws(Record.Adapter.Failure) -> Record? {
    if Record.Adapter.self == ArrayAdapter.self { return store.record(id, of: Record.self, in: layout) }
    return try store.externalRecord(id, of: Record.self, in: layout)
  }
}

extension ModelTable where Record.Adapter == ArrayAdapter {
  /// Returns the record with an id; nil if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable @inline(__always)
  public func find(_ id: Record.ID) -> Record? { store.record(id, of: Record.self, in: layout) }
}

extension ModelTable {
  /// Returns the record with an id.
  ///
  /// - Throws: ``StoreError/notFound(model:id:)`` when no record has the id; the errors of the model's adapter.
  public func require(_ id: Record.ID) throws -> Record {
    guard let record = try find(id) else { throw StoreError.notFound(model: layout.name, id: "\(id.attribute)") }
    return record
  }

  /// Returns the records with some ids, in the order of the ids; ids without a record are left out.
  public func find(all ids: some Sequence<Record.ID>) throws(Record.Adapter.Failure) -> [Record] {
    var records: [Record] = []
    for id in ids { if let record = try find(id) { records.append(record) } }
    return records
  }

  /// Returns whether a record has an id.
  public func exists(_ id: Record.ID) throws(Record.Adapter.Failure) -> Bool {
    let found = try find(id)
    return found != nil
  }
}

// MARK: - Writing

extension ModelTable {
  /// Saves a record: inserts it if it is new, and otherwise updates the stored record.
  ///
  /// A new record without an id gets one. A save that changes no column writes nothing.
  ///
  /// - Throws: ``StoreError``, for example when the record was deleted meanwhile, another record has its value in a
  ///   unique column, or a read-only column was changed; or any error of a hook, see <doc:RunningHooks>. The store and
  ///   the record are then unchanged.
  public func save(_ record: inout Record) throws { try write(&record, .save) }

  /// Saves a copy of a record, and returns it as it was stored: `let todo = try todos.saved(Todo(name: "Sweep"))`.
  ///
  /// - Throws: The errors of ``save(_:)``.
  @discardableResult public func saved(_ record: Record) throws -> Record {
    var saved = record
    try save(&saved)
    return saved
  }

  /// Inserts a record, and gives it an id if it has none.
  ///
  /// - Throws: ``StoreError/idTaken(model:id:)`` when a stored record has the same id, or any error that ``save(_:)``
  ///   throws for a new record.
  public func insert(_ record: inout Record) throws { try write(&record, .insert) }

  /// Updates the stored record with the same id; if there is none, inserts the record, even if it was deleted before.
  public func upsert(_ record: inout Record) throws { try write(&record, .upsert) }

  /// Updates the stored record that has the same value in a column. If there is none, does what ``upsert(_:)`` does.
  ///
  /// The record gets the id of the stored record that it updates. If several stored records have the value, it updates
  /// the first one. A missing value (nil) equals no other value, as in a unique column.
  public func upsert<Value: ColumnValue>(
    _ record: inout Record, on column: any KeyPath<Record, Value> & Sendable
  ) throws {
    let same = Finder<Record>(in: store).where(column).eq(record[keyPath: column]).and(column).isNotNil
    // A record may be its own parent, and is then read again after it is counted.
    let isCounted = layout.hasConsequences
    if layout.isExternal || isCounted || Lifecycle.isNeeded(for: Record.self, in: store) || Record.saveCheck != nil {
      try store.finishing {
        record = try store.inTransaction {
          var written = record
          if let id = try same.first(1).first?.id { written.id = id }
          try upsert(&written)
          return written
        }
      }
      return
    }
    try change(&record) { writer, record throws(StoreError) in
      Selection(writer.table, where: same.query.predicate, limit: 1).window(offset: 0, limit: 1).forEach { row, _ in
        record.id = row[Record.self].id
      }
      try writer.write(&record, .upsert)
    }
  }

  /// Saves a record as ``save(_:)`` does, without the save check.
  package func saveUnchecked(_ record: inout Record) throws { try write(&record, .save, checking: false) }

  /// - Parameter transaction: The transaction that is undone if this throws; nil if there may be none.
  func write(
    _ record: inout Record, _ operation: RowWriter.Operation, checking: Bool = true,
    in transaction: OpenTransaction? = nil
  ) throws {
    if store.needsFinishing { return try writeFinishing(&record, operation, checking, transaction) }
    try writeAtOnce(&record, operation, checking, transaction)
  }

  /// A separate function, because a closure takes space on the stack, and hooks that save nest deeply.
  @inline(never)
  private func writeFinishing(
    _ record: inout Record, _ operation: RowWriter.Operation, _ checking: Bool, _ transaction: OpenTransaction?
  ) throws {
    do {
      try store.finishing { try writeAtOnce(&record, operation, checking, transaction) }
    } catch let error as StoreError {
      // What a database knows alone, it refuses when it commits.
      throw store.asCurrent { checking ? Record.saveCheck?.explain(error, record) : nil } ?? error
    }
  }

  private func writeAtOnce(
    _ record: inout Record, _ operation: RowWriter.Operation, _ checking: Bool, _ transaction: OpenTransaction?
  ) throws {
    if try !hasWritten(&record, operation, checking) { try writeInLifecycle(&record, operation, checking, transaction) }
  }

  /// Writes a record without a ``Lifecycle``, unless it needs one. A separate function, because a kilobyte of the stack
  /// would be taken for each save that a hook makes inside another.
  ///
  /// - Returns: Whether it was written.
  @inline(never) private func hasWritten(
    _ record: inout Record, _ operation: RowWriter.Operation, _ checking: Bool
  ) throws -> Bool {
    try atOnce(&record, checking) { record in
      try writeRow(&record, operation)
      return true
    } != nil
  }

  /// Calls `write`, which writes a record without a ``Lifecycle``, unless the record needs one.
  ///
  /// - Returns: The result of `write`; nil if it was not called.
  @inline(__always) private func atOnce(
    _ record: inout Record, _ checking: Bool, _ write: (inout Record) throws -> Bool
  ) throws -> Bool? {
    if Lifecycle.isNeeded(for: Record.self, in: store) { return nil }
    guard checking, let check = Record.saveCheck else { return try write(&record) }
    if !check.isMet(record) || store.defersUniqueness { return nil }
    do { return try write(&record) } catch let error as StoreError {
      throw store.asCurrent { check.explain(error, record) }
    }
  }

  /// Saves a record without a ``Lifecycle``, if it needs none and the stored record is as it was when the caller read
  /// it.
  ///
  /// - Parameter base: The record as the caller has read it.
  /// - Returns: Whether this was so. If not, nothing was written.
  func saveAtOnce(_ record: inout Record, ifStoredIs expected: ExpectedRow) throws -> Bool {
    if !store.isInMemory(layout) { return false }
    return try atOnce(&record, true) { record in
      try withRow(of: &record) { try store.saveRow($0, of: layout, ifStoredIs: expected) }
    } ?? false
  }

  /// Writes a record with a ``Lifecycle``. A separate function, so that writes without hooks do not pay for it.
  @inline(never) private func writeInLifecycle(
    _ record: inout Record, _ operation: RowWriter.Operation, _ checking: Bool, _ transaction: OpenTransaction?
  ) throws {
    guard var lifecycle = Lifecycle(self, checking: checking) else { return try writeRow(&record, operation) }
    var saved = record
    // NB: Not by `withRow`, whose frames take half a kilobyte of the stack for each save that a hook makes inside
    // another.
    try withUnsafeMutablePointer(to: &saved) { try lifecycle.save(MutableRow($0), operation, in: transaction) }
    record = saved
  }

  // MARK: - Rows

  /// Returns the record with an id, as the calling task sees it now.
  ///
  /// If an adapter keeps the records, only those that the transaction has loaded or written are found.
  func stored(_ id: Record.ID) -> Record? { store.record(id, of: Record.self, in: layout) }

  /// Returns the record with an id, as the calling task sees it now, and loads it first if an adapter keeps it. The
  /// task must be inside a transaction.
  func fetched(_ id: Record.ID) throws -> Record? {
    try store.load(id, of: Record.self)
    return stored(id)
  }

  /// Returns the stored record with the id of another record, as ``fetched(_:)`` does.
  ///
  /// - Throws: ``StoreError`` when the record was never saved, or was deleted; the errors of the model's adapter.
  func fetched(for record: Record) throws -> Record { try record.found(fetched(record.id)) }

  /// Writes a record without a ``Lifecycle``.
  private func writeRow(_ record: inout Record, _ operation: RowWriter.Operation) throws {
    _ = try withUnsafeMutablePointer(to: &record) { try store.writeRow(MutableRow($0), of: layout, operation) }
  }

  /// Writes a record with the changes that `body` derives. If it throws, the record is unchanged.
  ///
  /// - Parameter keepingID: Whether `body` writes no other record than the one with this id.
  func change(
    _ record: inout Record, keepingID: Bool = false, _ body: (inout RowWriter, inout Record) throws(StoreError) -> Void
  ) throws {
    try store.finishing {
      var written = record
      try withRow(of: record) { row in
        let target = keepingID ? row : nil
        _ = try store.write(layout, to: target, loading: { try store.load([written], forSaving: true) }) {
          writer throws(StoreError) in
          try body(&writer, &written)
        }
      }
      record = written
    }
  }
}

extension RowWriter {
  /// Adds the change that writes a record; see ``write(_:_:)-(MutableRow,_)``.
  mutating func write<Record: Model>(_ record: inout Record, _ operation: Operation) throws(StoreError) {
    try withRow(of: &record) { row throws(StoreError) in try write(row, operation) }
  }

  /// Returns the stored record with the id of another record.
  ///
  /// - Throws: ``StoreError`` when the record was never saved, or was deleted.
  func stored<Record: Model>(_ record: Record) throws(StoreError) -> Record {
    try record.found(withRow(of: record) { storedRow(with: $0)?[Record.self] })
  }
}

extension Model {
  /// Returns the stored record that was found by this record's id.
  ///
  /// - Throws: ``StoreError`` when none was found, because the record was never saved, or was deleted.
  func found(_ stored: Self?) throws(StoreError) -> Self {
    if let stored { return stored }
    if !id.isAssigned { throw .notSaved(model: Self.schema.modelName) }
    throw .recordGone(model: Self.schema.modelName, id: "\(id.attribute)")
  }
}
