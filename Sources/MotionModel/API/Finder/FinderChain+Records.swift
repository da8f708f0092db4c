// NB: Each property stands here twice in the library: for adapters that cannot fail, and, in FinderChain+FallibleRecords.swift,
// for all others. One that is declared `throws(Record.Adapter.Failure)` would do, if Swift 6.3 did not crash when such a
// property is read without `try` inside a closure.

extension FinderChain where Record.Adapter.Failure == Never {
  // MARK: - Records

  /// The records, as they are now.
  public var all: [Record] { finder.records() }

  /// The first record, or nil when there is none.
  public var first: Record? { first(1).first }

  /// The last record, or nil when there is none.
  public var last: Record? { last(1).last }

  // MARK: - Numbers

  /// How many records there are; the window counts.
  ///
  /// - Complexity: O(1) without conditions, else O(*n*) in the number of records that have to be looked at.
  public var count: Int { finder.recordCount() }

  /// Whether there is no record.
  public var isEmpty: Bool { finder.atMostOne.recordCount() == 0 }

  /// Whether there is a record.
  public var exists: Bool { !isEmpty }

  /// The ids of the records.
  @inlinable
  public var ids: [Record.ID] { pluck(\.id) }
}

extension Finder {
  /// The finder's first record alone.
  var atMostOne: Finder { limit(Swift.min(1, query.limit ?? 1)) }
}

extension FinderChain {
  /// The first so many records, or as many as there are.
  public func first(_ count: Int) throws(Record.Adapter.Failure) -> [Record] {
    try limit(Swift.min(Swift.max(0, count), finder.query.limit ?? .max)).all
  }

  /// The last so many records, or as many as there are, in the finder's order.
  public func last(_ count: Int) throws(Record.Adapter.Failure) -> [Record] {
    if finder.query.limit != nil || finder.query.offset > 0 || !finder.query.distinctColumns.isEmpty {
      return try Array(all.suffix(Swift.max(0, count)))
    }
    return try finder.reversed().limit(count).all.reversed()
  }

  /// The first record.
  ///
  /// - Throws: ``StoreError/noMatch(model:)`` when there is none.
  public func require() throws -> Record {
    guard let record = try first else { throw StoreError.noMatch(model: Record.schema.modelName) }
    return record
  }

  /// The record with an id, if it meets the conditions.
  public func find(_ id: Record.ID) throws(Record.Adapter.Failure) -> Record? {
    if Record.Adapter.self != ArrayAdapter.self {
      return try finder.unordered.where(\.id).eq(id).externalRecords().first
    }
    let layout = Record.schema.layout
    return finder.store.record(id, of: Record.self, in: layout).flatMap { finder.matches($0) ? $0 : nil }
  }

  // MARK: - Values

  /// The values of one property, for each record in order.
  @inlinable
  public func pluck<Value>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Value] {
    if Record.Adapter.self == ArrayAdapter.self {
      return try finder.values(PropertyReader(property))
    }
    return try finder.externalRecords().map { $0[keyPath: property] }
  }

  /// The values of several properties, for each record in order.
  ///
  /// ```swift
  /// Todo.order(by: \.priority).pluck(\.name, \.priority)   // => [("Walk the dog", 3), …]
  /// ```
  @inlinable
  public func pluck<First, Second, each Value>(
    _ first: any KeyPath<Record, First> & Sendable, _ second: any KeyPath<Record, Second> & Sendable,
    _ more: repeat any KeyPath<Record, each Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [(First, Second, repeat each Value)] {
    try finder.values(PropertiesReader(first, second, repeat each more))
  }
}

extension Finder: Sequence where Record.Adapter.Failure == Never {
  /// Goes through the records as they are now; what is written meanwhile does not change them.
  public func makeIterator() -> IndexingIterator<[Record]> { records().makeIterator() }

  /// Zero: how many records there are is not known without looking.
  public var underestimatedCount: Int { 0 }
}
