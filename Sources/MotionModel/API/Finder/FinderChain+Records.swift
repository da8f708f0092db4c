// NB: Each of these properties is declared twice: here for adapters that cannot fail, and in
// FinderChain+FallibleRecords.swift for all others. One declaration with `throws(Record.Adapter.Failure)` is not
// enough, because Swift 6.3 crashes when such a property is read without `try` inside a closure.

extension FinderChain where Record.Adapter.Failure == Never {
  // MARK: - Records

  /// The records as they are now.
  @inlinable public var all: [Record] { finder.records() }

  /// The first record, or nil.
  @inlinable public var first: Record? { finder.firstRecord() }

  /// The last record, or nil.
  public var last: Record? { last(1).last }

  // MARK: - Numbers

  /// The number of records, within the limit and the offset.
  ///
  /// - Complexity: O(1) without conditions, else O(*n*) in the number of records that are tested. No record is tested
  ///   if indexes decide all conditions.
  @inlinable public var count: Int { finder.recordCount() }

  /// Whether the finder has no record.
  public var isEmpty: Bool { finder.atMostOne.recordCount() == 0 }

  /// Whether the finder has a record.
  public var exists: Bool { !isEmpty }

  /// The ids of the records.
  @inlinable public var ids: [Record.ID] {
    // NB: Here the key path of the id leads through the protocol, and does not give the offset of the id in a record.
    Record.Adapter.self == ArrayAdapter.self ? finder.values(Record.schema.idReader) : pluck(\.id)
  }
}

extension Finder {
  /// This finder with a limit of one record.
  var atMostOne: Finder { limit(Swift.min(1, query.limit ?? 1)) }
}

extension FinderChain {
  /// Returns the first records, at most `count`.
  @inlinable public func first(_ count: Int) throws(Record.Adapter.Failure) -> [Record] {
    var finder = finder
    finder.query.limit = Swift.min(Swift.max(0, count), finder.query.limit ?? .max)
    return try finder.records()
  }

  /// Returns the last records, at most `count`, in the finder's order. With a limit, an offset or distinct columns, all
  /// of the finder's records are read.
  public func last(_ count: Int) throws(Record.Adapter.Failure) -> [Record] {
    let finder = finder
    if finder.query.limit != nil || finder.query.offset > 0 || !finder.query.distinctColumns.isEmpty {
      return try Array(finder.all.suffix(Swift.max(0, count)))
    }
    return try finder.reversed().limit(count).all.reversed()
  }

  /// Returns the first record.
  ///
  /// - Throws: ``StoreError/noMatch(model:)`` when the finder has no record; the errors of the model's adapter.
  public func require() throws -> Record {
    guard let record = try first else { throw StoreError.noMatch(model: Record.schema.modelName) }
    return record
  }

  /// Returns the first record with a value in a column, or nil: `users.find(by: \.email, "a@b.c")`.
  ///
  /// - Complexity: O(1) with an index on the column, else O(*n*).
  public func find<Value: ColumnValue>(
    by column: any KeyPath<Record, Value> & Sendable, _ value: Value
  ) throws(Record.Adapter.Failure) -> Record? {
    try self.where(column).eq(value).first
  }

  /// Returns the first record with a value in a column.
  ///
  /// - Throws: ``StoreError/noMatch(model:)`` when no record has the value; the errors of the model's adapter.
  public func require<Value: ColumnValue>(
    by column: any KeyPath<Record, Value> & Sendable, _ value: Value
  ) throws -> Record {
    try self.where(column).eq(value).require()
  }

  /// Returns the record with an id if it meets the conditions, else nil. The limit and the offset are ignored.
  public func find(_ id: Record.ID) throws(Record.Adapter.Failure) -> Record? {
    if Record.Adapter.self != ArrayAdapter.self {
      let conditions = finder.with { $0.query = Query(predicate: $0.query.predicate) }
      return try conditions.where(\.id).eq(id).externalRecords().first
    }
    let layout = Record.schema.layout
    return finder.store.record(id, of: Record.self, in: layout).flatMap { finder.matches($0) ? $0 : nil }
  }

  // MARK: - Values

  /// Returns the value of a property for each record, in order.
  @inlinable public func pluck<Value>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Value] {
    if Record.Adapter.self == ArrayAdapter.self { return try finder.values(PropertyReader(property)) }
    return try finder.externalRecords().map { $0[keyPath: property] }
  }

  /// Returns the values of several properties for each record, in order.
  ///
  /// ```swift
  /// Todo.order(by: \.priority).pluck(\.name, \.priority)   // => [("Walk the dog", 3), …]
  /// ```
  @inlinable public func pluck<First, Second, each Value>(
    _ first: any KeyPath<Record, First> & Sendable, _ second: any KeyPath<Record, Second> & Sendable,
    _ more: repeat any KeyPath<Record, each Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [(First, Second, repeat each Value)] {
    try finder.values(PropertiesReader(first, second, repeat each more))
  }
}

extension FinderChain where Record.Adapter.Failure == Never {
  /// Returns an iterator over the records as they are now. Later writes do not change them.
  public func makeIterator() -> IndexingIterator<[Record]> { finder.records().makeIterator() }
}

extension Finder: Sequence where Record.Adapter.Failure == Never {}
