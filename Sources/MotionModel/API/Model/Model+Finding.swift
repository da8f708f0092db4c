public import Foundation

extension Model {
  // MARK: - One record

  /// The record with an id, or nil.
  ///
  /// - Complexity: O(1).
  @inlinable
  public static func find(_ id: ID) throws(Adapter.Failure) -> Self? {
    #if DEBUG
      // NB: Not with optimisation: it is the shortest way to a record, and what it would notice is noticed at the first run.
      SchemaMaking.checkInlined(Self.self)
    #endif
    return try Adapter.find(id, in: .current)
  }

  /// The record with an id.
  ///
  /// - Throws: ``StoreError/notFound(model:id:)`` when there is none.
  public static func require(_ id: ID) throws -> Self {
    guard let record = try find(id) else { throw StoreError.notFound(model: schema.modelName, id: "\(id.attribute)") }
    return record
  }

  /// The records with some ids, in the order of the ids; those that are not there are left out.
  public static func find(all ids: some Sequence<ID>) throws(Adapter.Failure) -> [Self] {
    var records: [Self] = []
    for id in ids { if let record = try find(id) { records.append(record) } }
    return records
  }

  /// Whether there is a record with an id.
  public static func exists(_ id: ID) throws(Adapter.Failure) -> Bool {
    let found = try find(id)
    return found != nil
  }

  // MARK: - Finders

  /// A finder of all records, to start a chain with.
  public static var records: Finder<Self> { Finder() }

  /// The records that meet a condition: `Todo.where(\.priority > 2 && \.assignedTo == "bob")`.
  public static func `where`(_ predicate: RecordPredicate<Self>) -> Finder<Self> { records.where(predicate) }

  /// The records that meet a condition on a column: `Todo.where(\.assignedTo).eq("bob")`.
  public static func `where`<Value>(_ column: any KeyPath<Self, Value> & Sendable) -> ColumnFinder<Self, Value> {
    records.where(column)
  }

  /// The records that meet a condition, with the columns as members: `Todo.where { $0.priority > 2 }`.
  public static func `where`(_ predicate: (Columns<Self>) -> RecordPredicate<Self>) -> Finder<Self> {
    records.where(predicate)
  }

  /// The records that meet a predicate of Foundation's: `Todo.where(#Predicate { $0.priority > 2 })`.
  public static func `where`(_ predicate: Predicate<Self>) -> Finder<Self> { records.where(predicate) }

  /// The records for which a closure holds: `Todo.find { $0.name.hasSuffix("dog") }`. All records are tested.
  public static func find(_ test: @escaping @Sendable (Self) -> Bool) -> Finder<Self> { records.find(test) }

  /// The records in the order of a column.
  public static func order(
    by column: any KeyPath<Self, some ColumnValue> & Sendable, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last
  ) -> Finder<Self> {
    records.order(by: column, direction, nils: nils)
  }

  /// The records in an order that a closure says.
  public static func order(by precedes: @escaping @Sendable (Self, Self) -> Bool) -> Finder<Self> {
    records.order(by: precedes)
  }

  /// The records in the order of Foundation's sort descriptors.
  public static func order(by descriptors: SortDescriptor<Self>...) -> Finder<Self> {
    descriptors.reduce(records) { $0.order(by: $1) }
  }

  /// No more than so many records.
  public static func limit(_ count: Int) -> Finder<Self> { records.limit(count) }

  /// All but the first so many records.
  public static func offset(_ count: Int) -> Finder<Self> { records.offset(count) }

  /// The records in groups that have the same value of a property.
  public static func group<Key: Hashable & Sendable>(
    by key: any KeyPath<Self, Key> & Sendable
  ) -> GroupedFinder<Self, Key> {
    records.group(by: key)
  }

  /// The records in groups for which a closure gives the same key.
  public static func group<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Self) -> Key
  ) -> GroupedFinder<Self, Key> {
    records.group(by: key)
  }

  /// Of the records that have the same values in some columns, only the first.
  public static func distinct<each Value: ColumnValue>(
    by columns: repeat any KeyPath<Self, each Value> & Sendable
  ) -> Finder<Self> {
    records.distinct(by: repeat each columns)
  }

  // MARK: - All records

  /// The records that were inserted first, so many or as many as there are.
  public static func first(_ count: Int) throws(Adapter.Failure) -> [Self] { try records.first(count) }

  /// The records that were inserted last, so many or as many as there are.
  public static func last(_ count: Int) throws(Adapter.Failure) -> [Self] { try records.last(count) }

  /// The values of one property, for each record.
  public static func pluck<Value>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> [Value] {
    try records.pluck(property)
  }

  /// The values of several properties, for each record.
  public static func pluck<First, Second, each Value>(
    _ first: any KeyPath<Self, First> & Sendable, _ second: any KeyPath<Self, Second> & Sendable,
    _ more: repeat any KeyPath<Self, each Value> & Sendable
  ) throws(Adapter.Failure) -> [(First, Second, repeat each Value)] {
    try records.pluck(first, second, repeat each more)
  }

  // MARK: - Aggregates

  /// The sum of a property's values; zero when there is none.
  public static func sum<Value: SummableValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value {
    try records.sum(property)
  }

  /// The sum of the values that are there.
  public static func sum<Value: SummableValue>(
    _ property: any KeyPath<Self, Value?> & Sendable
  ) throws(Adapter.Failure) -> Value {
    try records.sum(property)
  }

  /// The arithmetic mean of a property's values; nil when there is none.
  public static func average<Value: SummableValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value.Average? {
    try records.average(property)
  }

  /// The arithmetic mean of the values that are there; nil when there is none.
  public static func average<Value: SummableValue>(
    _ property: any KeyPath<Self, Value?> & Sendable
  ) throws(Adapter.Failure) -> Value.Average? {
    try records.average(property)
  }

  /// The least of a property's values; missing ones and NaN do not count.
  public static func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value? {
    try records.minimum(property)
  }

  /// The least of the values that are there.
  public static func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value?> & Sendable
  ) throws(Adapter.Failure) -> Value? {
    try records.minimum(property)
  }

  /// The greatest of a property's values; missing ones and NaN do not count.
  public static func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value? {
    try records.maximum(property)
  }

  /// The greatest of the values that are there.
  public static func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value?> & Sendable
  ) throws(Adapter.Failure) -> Value? {
    try records.maximum(property)
  }
}

// NB: Finder+Records.swift says why properties stand here and, once more, in Model+FallibleFinding.swift.

extension Model where Adapter.Failure == Never {
  /// All records, in the order in which they were inserted.
  public static var all: [Self] { records.all }

  /// The record that was inserted first, or nil.
  public static var first: Self? { records.first }

  /// The record that was inserted last, or nil.
  public static var last: Self? { records.last }

  /// How many records there are.
  ///
  /// - Complexity: O(1).
  public static var count: Int { records.count }

  /// Whether there is no record.
  public static var isEmpty: Bool { records.isEmpty }

  /// The ids of all records.
  public static var ids: [ID] { records.ids }

  /// Whether this record is in the store: there is a record with its id.
  public var exists: Bool { id.isAssigned && Self.exists(id) }

  /// Whether this record is not in the store: it was never saved, or it was deleted.
  public var isNew: Bool { !exists }

  /// The columns in which this record differs from the stored one; all of them when it is new.
  public var changes: [ColumnChange] { changes(fromStored: id.isAssigned ? Self.find(id) : nil) }

  /// Whether this record differs from the stored one in any column, or is new.
  public var hasChanges: Bool { differs(fromStored: id.isAssigned ? Self.find(id) : nil) }
}
