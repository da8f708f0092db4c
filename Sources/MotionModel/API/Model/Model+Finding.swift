public import Foundation

extension Model where Adapter == ArrayAdapter {
  /// Returns the record with an id, or nil.
  ///
  /// - Complexity: O(1).
  @inlinable public static func find(_ id: ID) -> Self? {
    #if DEBUG
      // NB: Not with optimisation: this is the fastest path to a record, and the first debug run shows the error.
      SchemaCreation.checkInlined(Self.self)
    #endif
    if ID.self == Int.self,
      let (row, flag) = Store.currentRowInPlace(unsafeBitCast(id, to: Int.self), schema.layout.slot)
    {
      defer { flag.giveBack() }
      return row[Self.self]
    }
    return Store.current.record(id, of: Self.self, in: schema.layout)
  }
}

extension Model {
  // MARK: - One record

  /// Returns the record with an id, or nil.
  ///
  /// - Complexity: O(1) in memory.
  public static func find(_ id: ID) throws(Adapter.Failure) -> Self? {
    try table.find(id)
  }

  /// Returns the record with an id.
  ///
  /// - Throws: ``StoreError/notFound(model:id:)`` when no record has the id.
  public static func require(_ id: ID) throws -> Self {
    try table.require(id)
  }

  /// Returns the records with some ids, in the order of the ids; ids without a record are left out.
  public static func find(all ids: some Sequence<ID>) throws(Adapter.Failure) -> [Self] {
    try table.find(all: ids)
  }

  /// Returns whether a record has an id.
  public static func exists(_ id: ID) throws(Adapter.Failure) -> Bool {
    try table.exists(id)
  }

  // MARK: - Finders

  /// The table of the store in use. The static calls forward to it.
  @usableFromInline package static var table: ModelTable<Self> { ModelTable(store: .current) }

  /// A finder of all records, from which chains start.
  @inlinable public static var records: Finder<Self> { .scoped() }

  /// A finder of all records, without the condition of the model's ``defaultScope``.
  public static func unscoped() -> Finder<Self> { Finder() }

  // NB: The overload with the closure comes first, as in FinderChain+Conditions.swift.

  /// Returns the records that meet a condition, with the columns as members: `Todo.where { $0.priority > 2 }`.
  @inlinable public static func `where`(_ predicate: (Columns<Self>) -> RecordPredicate<Self>) -> Finder<Self> {
    records.where(predicate)
  }

  /// Returns the records that meet a condition, which may be a column of the type `Bool`: `Todo.where { $0.done }`.
  public static func `where`<Condition: BooleanOperand>(_ condition: (Columns<Self>) -> Condition) -> Finder<Self>
  where Condition.Source == Self {
    records.where(condition)
  }

  /// Returns the records whose value in a column is true: `Todo.where(\.done)`.
  public static func `where`(_ column: any KeyPath<Self, Bool> & Sendable) -> Finder<Self> { records.where(column) }

  /// Returns the records that meet a condition: `Todo.where(\.priority > 2 && \.assignedTo == "bob")`.
  @inlinable public static func `where`(_ predicate: RecordPredicate<Self>) -> Finder<Self> { records.where(predicate) }

  /// Starts a condition on a column: `Todo.where(\.assignedTo).eq("bob")`.
  @inlinable
  public static func `where`<Value>(_ column: any KeyPath<Self, Value> & Sendable) -> ColumnFinder<Self, Value> {
    records.where(column)
  }

  /// Returns the records that meet a predicate of Foundation: `Todo.where(#Predicate { $0.priority > 2 })`.
  public static func `where`(_ predicate: Predicate<Self>) -> Finder<Self> { records.where(predicate) }

  /// Returns the first record with a value in a column, or nil: `User.find(by: \.email, "a@b.c")`.
  ///
  /// - Complexity: O(1) with an index on the column, else O(*n*).
  public static func find<Value: ColumnValue>(
    by column: any KeyPath<Self, Value> & Sendable, _ value: Value
  ) throws(Adapter.Failure) -> Self? {
    try records.find(by: column, value)
  }

  /// Returns the first record with a value in a column.
  ///
  /// - Throws: ``StoreError/noMatch(model:)`` when no record has the value; the errors of the model's adapter.
  public static func require<Value: ColumnValue>(
    by column: any KeyPath<Self, Value> & Sendable, _ value: Value
  ) throws -> Self {
    try records.require(by: column, value)
  }

  /// Returns the records for which a closure returns true: `Todo.find { $0.name.hasSuffix("dog") }`. All records are
  /// tested.
  public static func find(_ test: @escaping @Sendable (Self) -> Bool) -> Finder<Self> { records.find(test) }

  /// Orders the records by a column.
  public static func order(
    by column: any KeyPath<Self, some ColumnValue> & Sendable, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last
  ) -> Finder<Self> {
    records.order(by: column, direction, nils: nils)
  }

  /// Orders the records by a closure.
  public static func order(by precedes: @escaping @Sendable (Self, Self) -> Bool) -> Finder<Self> {
    records.order(by: precedes)
  }

  /// Orders the records by Foundation's sort descriptors.
  public static func order(by descriptors: SortDescriptor<Self>...) -> Finder<Self> {
    descriptors.reduce(records) { $0.order(by: $1) }
  }

  /// Returns at most `count` records.
  public static func limit(_ count: Int) -> Finder<Self> { records.limit(count) }

  /// Returns all records but the first `count`.
  public static func offset(_ count: Int) -> Finder<Self> { records.offset(count) }

  /// Groups the records by the value of a property.
  public static func group<Key: Hashable & Sendable>(
    by key: any KeyPath<Self, Key> & Sendable
  ) -> GroupedFinder<Self, Key> {
    records.group(by: key)
  }

  /// Groups the records by the values of several properties.
  public static func group<First: Hashable & Sendable, Second: Hashable & Sendable, each Other: Hashable & Sendable>(
    by first: any KeyPath<Self, First> & Sendable, _ second: any KeyPath<Self, Second> & Sendable,
    _ others: repeat any KeyPath<Self, each Other> & Sendable
  ) -> GroupedFinder<Self, GroupKey<First, Second, repeat each Other>> {
    records.group(by: first, second, repeat each others)
  }

  /// Groups the records by their parents: each key is a parent's id, or nil for the records without a parent.
  public static func group<Target: Model>(
    by relation: any KeyPath<Relations, Relation<Self, ToParent<Target>>> & Sendable
  ) -> GroupedFinder<Self, Target.ID?> {
    records.group(by: relation)
  }

  /// Groups the records by the result of a closure.
  public static func group<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Self) -> Key
  ) -> GroupedFinder<Self, Key> {
    records.group(by: key)
  }

  /// Returns the first of the records that have equal values in some columns, for each combination of values.
  public static func distinct<each Value: ColumnValue>(
    by columns: repeat any KeyPath<Self, each Value> & Sendable
  ) -> Finder<Self> {
    records.distinct(by: repeat each columns)
  }

  // MARK: - All records

  /// Returns the records that were inserted first, at most `count`.
  public static func first(_ count: Int) throws(Adapter.Failure) -> [Self] { try records.first(count) }

  /// Returns the records that were inserted last, at most `count`.
  public static func last(_ count: Int) throws(Adapter.Failure) -> [Self] { try records.last(count) }

  /// Returns the value of a property for each record.
  public static func pluck<Value>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> [Value] {
    try records.pluck(property)
  }

  /// Returns the values of several properties for each record.
  public static func pluck<First, Second, each Value>(
    _ first: any KeyPath<Self, First> & Sendable, _ second: any KeyPath<Self, Second> & Sendable,
    _ more: repeat any KeyPath<Self, each Value> & Sendable
  ) throws(Adapter.Failure) -> [(First, Second, repeat each Value)] {
    try records.pluck(first, second, repeat each more)
  }

  // MARK: - Aggregates

  /// Returns the sum of a property's values that are not nil; zero when there are none.
  public static func sum<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value.Unwrapped where Value.Unwrapped: SummableValue {
    try records.sum(property)
  }

  /// Returns the arithmetic mean of a property's values that are not nil; nil when there are none.
  public static func average<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value.Unwrapped.Average? where Value.Unwrapped: SummableValue {
    try records.average(property)
  }

  /// Returns the least of a property's values, ignoring nil and NaN.
  public static func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value.Unwrapped? {
    try records.minimum(property)
  }

  /// Returns the greatest of a property's values, ignoring nil and NaN.
  public static func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Self, Value> & Sendable
  ) throws(Adapter.Failure) -> Value.Unwrapped? {
    try records.maximum(property)
  }
}

// NB: FinderChain+Records.swift explains why these properties are declared here and again in
// Model+FallibleFinding.swift.

extension Model where Adapter.Failure == Never {
  /// All records, in the order in which they were inserted.
  public static var all: [Self] { records.all }

  /// The record that was inserted first, or nil.
  public static var first: Self? { records.first }

  /// The record that was inserted last, or nil.
  public static var last: Self? { records.last }

  /// The number of records.
  ///
  /// - Complexity: O(1).
  public static var count: Int { records.count }

  /// Whether no record is stored.
  public static var isEmpty: Bool { records.isEmpty }

  /// The ids of all records.
  public static var ids: [ID] { records.ids }

  /// Whether a record with this record's id is stored.
  public var exists: Bool { Store.current.of(self).exists }

  /// Whether this record was never saved: no record with its id is stored or known to be deleted.
  public var isNew: Bool { Store.current.of(self).isNew }

  /// The columns in which this record differs from the stored one; all columns when it is new.
  public var changes: [ColumnChange] { Store.current.of(self).changes }

  /// Whether this record differs from the stored one in any column, or is new.
  public var hasChanges: Bool { Store.current.of(self).hasChanges }
}
