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
/// - ``find(_:)``
/// - ``records``
/// - ``count()``
/// ### Writing
/// - ``save(_:)``
/// - ``insert(_:)``
/// - ``insert(contentsOf:)``
/// - ``delete(_:)``
/// - ``deleteAll()``
public struct Table<Record: Model>: Sendable {
  /// The store.
  public let store: Store
  @usableFromInline let layout: TableLayout

  @usableFromInline
  init(store: Store) {
    self.store = store
    layout = Record.schema.layout
  }

  /// A finder of all records.
  public var records: Finder<Record> { Finder(in: store) }

  /// How many records there are.
  ///
  /// - Complexity: O(1).
  public func count() throws(Record.Adapter.Failure) -> Int { try Record.Adapter.count(of: records) }
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
    try Record.Adapter.find(id, in: store)
  }
}

extension Table where Record.Adapter == ArrayAdapter {
  /// The record with an id, or nil.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func find(_ id: Record.ID) -> Record? { store.version(layout).record(id, of: Record.self) }
}

// MARK: - Writing

extension Table {
  /// Saves a record: inserts it when it is new, else updates the stored one.
  ///
  /// A new record without an id is given one. A save that changes no column does nothing at all.
  ///
  /// - Throws: ``StoreError`` when the record was deleted meanwhile, a unique column has a value that is taken, a
  ///   read-only column was changed. The store and the record are then as they were.
  public func save(_ record: inout Record) throws { try write(&record) { try $0.save(&$1) } }

  /// Adds a record to the store, and gives it an id if it has none.
  ///
  /// - Throws: ``StoreError/idTaken(model:id:)`` when there is a record with its id.
  public func insert(_ record: inout Record) throws { try write(&record) { try $0.insert(&$1) } }

  /// Updates the stored record with the same id, or else adds it, whether it was deleted before or not.
  public func upsert(_ record: inout Record) throws { try write(&record) { try $0.upsert(&$1) } }

  /// Updates the stored record that has the same value in a column, or else adds the record.
  ///
  /// The record takes over the id of the one that it updates. When several have the value, it updates the first.
  public func upsert<Value: ColumnValue>(
    _ record: inout Record, on column: any KeyPath<Record, Value> & Sendable
  ) throws {
    let value = record[keyPath: column]
    try write(&record) { writer, record in
      let finder = Finder<Record>().where(column).eq(value)
      if let id = writer.first(finder)?.id { record.id = id }
      return try writer.upsert(&record)
    }
  }

  private func write(
    _ record: inout Record, _ operation: (inout RowWriter<Record>, inout Record) throws -> Change<Record>?
  ) throws {
    var written = record
    try store.write(Record.self) { table in
      var writer = RowWriter<Record>(table, store.clock)
      return try operation(&writer, &written).map { [$0] } ?? []
    }
    record = written
  }
}
