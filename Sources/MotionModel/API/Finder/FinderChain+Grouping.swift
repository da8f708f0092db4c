public import Foundation

extension FinderChain {
  /// Groups the records by the value of a property.
  ///
  /// ```swift
  /// Track.group(by: \.genreID).count()          // => [1: 1297, 2: 130, …]
  /// Track.group(by: \.genreID).sum(\.bytes)
  /// ```
  @inlinable public func group<Key: Hashable & Sendable>(
    by key: any KeyPath<Record, Key> & Sendable
  ) -> GroupedFinder<Record, Key> {
    let reader = PropertyReader(key)
    return GroupedFinder(
      finder, hasCode: reader.stored == nil, properties: [key], form: reader.stored.flatMap(PageForm.init)
    ) { reader.value(in: $0) }
  }

  /// Groups the records by the values of several properties.
  ///
  /// ```swift
  /// Track.group(by: \.genreID, \.mediaTypeID).count()[GroupKey(1, 2)]   // => 84
  /// ```
  public func group<First: Hashable & Sendable, Second: Hashable & Sendable, each Other: Hashable & Sendable>(
    by first: any KeyPath<Record, First> & Sendable, _ second: any KeyPath<Record, Second> & Sendable,
    _ others: repeat any KeyPath<Record, each Other> & Sendable
  ) -> GroupedFinder<Record, GroupKey<First, Second, repeat each Other>> {
    var properties: [PartialKeyPath<Record>] = [first, second]
    for other in repeat each others { properties.append(other) }
    let (first, second) = (PropertyReader(first), PropertyReader(second))
    let others = (repeat PropertyReader(each others))
    var hasCode = first.stored == nil || second.stored == nil
    for other in repeat each others { hasCode = hasCode || other.stored == nil }
    return GroupedFinder(finder, hasCode: hasCode, properties: properties) {
      GroupKey(first.value(in: $0), second.value(in: $0), repeat (each others).value(in: $0))
    }
  }

  /// Groups the records by their parents: each key is a parent's id, or nil for the records without a parent.
  ///
  /// ```swift
  /// Todo.group(by: \.project).count()[project.id]   // => 3
  /// ```
  public func group<Target: Model>(
    by relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable
  ) -> GroupedFinder<Record, Target.ID?> {
    let key = Record.relations[keyPath: relation].core.ownKey.reader
    return GroupedFinder(finder, hasCode: false) { key.value(in: $0) }
  }

  /// Groups the records by the result of a closure.
  ///
  /// - Parameter key: Returns the key of a record's group. It may be called from any thread.
  @inlinable public func group<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Record) -> Key
  ) -> GroupedFinder<Record, Key> {
    GroupedFinder(finder, hasCode: true) { key($0[Record.self]) }
  }
}

/// The key of a group of records that have the same values in several properties.
///
/// ```swift
/// for (key, count) in Track.group(by: \.genreID, \.mediaTypeID).count() {
///   let (genreID, mediaTypeID) = key.values
///   …
/// }
/// ```
public struct GroupKey<First: Hashable & Sendable, Second: Hashable & Sendable, each Other: Hashable & Sendable>:
  Hashable, Sendable
{
  private let first: First
  private let second: Second
  private let others: (repeat each Other)

  /// The values of the properties, in their order.
  public var values: (First, Second, repeat each Other) { (first, second, repeat each others) }

  /// Creates the key of the group with some values.
  public init(_ first: First, _ second: Second, _ others: repeat each Other) {
    (self.first, self.second, self.others) = (first, second, (repeat each others))
  }

  /// Returns whether all values of two keys are equal.
  public static func == (a: GroupKey, b: GroupKey) -> Bool {
    if a.first != b.first || a.second != b.second { return false }
    for (value, otherValue) in repeat (each a.others, each b.others) {
      if value != otherValue { return false }
    }
    return true
  }

  /// Hashes all values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    repeat hasher.combine(each others)
  }
}

/// A finder whose records are grouped by a key. Each query returns a dictionary with one value for each group.
///
/// - Complexity: Each query is O(*n*) in the number of the finder's records.
public struct GroupedFinder<Record: Model, Key: Hashable & Sendable>: Sendable {
  @usableFromInline package private(set) var finder: Finder<Record>
  /// Returns the key of a row.
  @usableFromInline package let key: @Sendable (Row) -> Key
  /// Whether the key is computed by code, which may look at anything.
  @usableFromInline let hasCode: Bool

  /// The layout in rows of the property that is the key, if nothing else is read for the key; nil for any other key.
  @usableFromInline let form: PageForm?

  /// The columns whose values are the key; nil when it is something else.
  let columns: [TableForm.Column]?

  /// Each returns the keys of the groups that meet a condition.
  @usableFromInline var conditions: [@Sendable (Finder<Record>) throws(Record.Adapter.Failure) -> Set<Key>] = []

  @usableFromInline init(
    _ finder: Finder<Record>, hasCode: Bool, properties: [PartialKeyPath<Record>] = [], form: PageForm? = nil,
    _ key: @escaping @Sendable (Row) -> Key
  ) {
    (self.finder, self.hasCode, self.key, self.form) = (finder, hasCode, key, form)
    columns = Record.Adapter.self == ArrayAdapter.self ? nil : TableForm.Column.columns(properties)
  }

  /// The part that does not follow from the changes of a commit, for a live value; nil when there is none.
  package var liveObstacle: String? {
    if hasCode { return "the key of the groups" }
    return conditions.isEmpty ? nil : "the condition on the groups"
  }

  /// Calls `body` with each row of the groups, and its key, from the records that are stored now, without the writes of
  /// an open transaction.
  ///
  /// - Returns: The number of the last commit.
  package func forEachCommittedRow(_ body: (Key, Row) -> Void) throws(Record.Adapter.Failure) -> Int {
    let now = finder.store.publishedCopy
    var groups = self
    groups.finder = Finder(in: now).with { $0.query = finder.query }
    try groups.forEachRow(body)
    return now.commitCount
  }

  /// Calls `body` with each row of the groups, and its key, in the finder's order.
  @inlinable func forEachRow(_ body: (Key, Row) -> Void) throws(Record.Adapter.Failure) {
    let kept = try keptKeys()
    try finder.forEachRow { row in
      let key = key(row)
      if kept?.contains(key) ?? true { body(key, row) }
    }
  }

  /// Returns the same groups of the records of another finder.
  @usableFromInline package func with(_ finder: Finder<Record>) -> GroupedFinder {
    var groups = self
    groups.finder = finder
    return groups
  }

  /// Keeps only the groups with an aggregate that passes a test.
  ///
  /// ```swift
  /// Track.group(by: \.genreID).having(.count) { $0 > 100 }.sum(\.bytes)
  /// ```
  ///
  /// - Complexity: One more pass over the finder's records; for an adapter that computes the aggregate, its own.
  @inlinable public func having<Value: Sendable>(
    _ aggregate: Aggregate<Record, Value>, _ test: @escaping @Sendable (Value) -> Bool
  ) -> GroupedFinder {
    var unrestricted = self
    unrestricted.conditions = []
    var restricted = self
    restricted.conditions.append { [unrestricted] finder throws(Record.Adapter.Failure) in
      let groups = try unrestricted.with(finder).results(of: aggregate)
      return Set(groups.lazy.filter { test($0.value) }.map(\.key))
    }
    return restricted
  }

  /// Returns several aggregates of each group, computed in one pass.
  ///
  /// ```swift
  /// for (genreID, (count, longest)) in Track.group(by: \.genreID).aggregate(.count, .maximum(\.milliseconds)) { … }
  /// ```
  @inlinable public func aggregate<First: Sendable, each Other: Sendable>(
    _ first: Aggregate<Record, First>, _ others: repeat Aggregate<Record, each Other>
  ) throws(Record.Adapter.Failure) -> [Key: (First, repeat each Other)] {
    try results(of: Aggregate<Record, (First, repeat each Other)>(first, repeat each others))
  }

  @inlinable package func results<Result: Sendable>(
    of aggregate: Aggregate<Record, Result>
  ) throws(Record.Adapter.Failure) -> [Key: Result] {
    if Record.Adapter.self != ArrayAdapter.self, let results = try externalResults(of: aggregate.fact) {
      return results
    }
    var groups: [Key: Aggregate<Record, Result>.State] = [:]
    try with(aggregate.source(finder)).forEachRow { key, row in
      if let state = groups[key] { return state.add(row) }
      let state = aggregate.start()
      state.add(row)
      groups[key] = state
    }
    return groups.mapValues { $0.result() }
  }

  /// Returns the keys of the groups that meet all conditions; nil without conditions.
  @usableFromInline func keptKeys() throws(Record.Adapter.Failure) -> Set<Key>? {
    var kept: Set<Key>?
    for condition in conditions {
      let keys = try condition(finder)
      kept = kept?.intersection(keys) ?? keys
    }
    return kept
  }

  /// Returns the records of each group, in the finder's order.
  @inlinable public func all() throws(Record.Adapter.Failure) -> [Key: [Record]] {
    try fold(finder, into: []) { $0.append($1[Record.self]) }
  }

  /// Returns the number of records in each group.
  @inlinable public func count() throws(Record.Adapter.Failure) -> [Key: Int] {
    if Record.Adapter.self != ArrayAdapter.self, let counts = try externalCounts() { return counts }
    if Record.Adapter.self == ArrayAdapter.self, conditions.isEmpty, let counts = countsFromPages() { return counts }
    return try fold(finder.forAggregating, into: 0) { count, _ in count += 1 }
  }

  /// Returns the number of records in each group when the key is a stored `Int` or text; nil for any other key.
  @usableFromInline func countsFromPages() -> [Key: Int]? {
    guard let form else { return nil }
    return Key.self == Int.self ? countsOfIntegers(form) : TextCodes.areUsed(for: Key.self) ? countsOfTexts(form) : nil
  }

  private func countsOfTexts(_ form: PageForm) -> [Key: Int] {
    @Sendable func add(_ counts: inout [Key: Int], _ run: RowRun) {
      if run.stride == TextCodes.stride {
        TextCodes(at: run.base + form.offset).forEachText(run.rows) {
          counts[key(Row($0 - form.offset)), default: 0] += $1
        }
      } else {
        run.rows.forEach { counts[key(run[$0]), default: 0] += 1 }
      }
    }
    var counts: [Key: Int] = [:]
    let parts = finder.forAggregating.forEachPart(reading: form, inOrder: false, from: { [Key: Int]() }, add) {
      add(&counts, $0)
    }
    for part in parts ?? [] { counts.merge(part, uniquingKeysWith: +) }
    return counts
  }

  private func countsOfIntegers(_ form: PageForm) -> [Key: Int]? {
    let counts = IntegerCounts()
    let parts = finder.forAggregating.forEachPart(reading: form, inOrder: false, from: { IntegerCounts() }) {
      $0.add($1, at: form.offset)
    } _: {
      counts.add($0, at: form.offset)
    }
    for part in parts ?? [] { counts.add(part) }
    // NB: A cast from one dictionary to another looks at each element, even where both have the same type.
    return counts.result as Any as? [Key: Int]
  }

  /// Returns the sum of a property's values that are not nil, in each group; zero when all of them are nil.
  @inlinable public func sum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Unwrapped] where Value.Unwrapped: SummableValue {
    try accumulate(property, PresentValues(Summing()))
  }

  /// Returns the arithmetic mean of a property's values that are not nil, for each group that has such a value.
  @inlinable public func average<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Unwrapped.Average] where Value.Unwrapped: SummableValue {
    try accumulate(property, PresentValues(Averaging())).compactMapValues { $0 }
  }

  /// Returns the least value of a property in each group. It is nil or NaN only if the group has no other value.
  @inlinable public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    if let results = try externalExtremes(property, Minimum()) { return results }
    return try extreme(property) { Value.precedes($0, $1) }
  }

  /// Returns the greatest value of a property in each group. It is nil or NaN only if the group has no other value.
  @inlinable public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    if let results = try externalExtremes(property, Maximum()) { return results }
    let isOptional = Self.isOptional(property)
    func isMissing(_ value: Value) -> Bool {
      isNaN(value) || isOptional && [.null, .decimal(.nan)].contains(value.attribute)
    }
    return try extreme(property) { isMissing($1) || !isMissing($0) && Value.precedes($1, $0) }
  }

  /// Returns the extremes that an adapter computes; nil when it does not, and for optional values, because a group with
  /// only nil has nil as its extreme.
  @inlinable @inline(__always) func externalExtremes<Value: ColumnValue, Values: Accumulator<Value>>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values
  ) throws(Record.Adapter.Failure) -> [Key: Value]? where Values.Result == Value? {
    if Record.Adapter.self == ArrayAdapter.self || Self.isOptional(property) { return nil }
    return try externalResults(of: AggregateFact(property, initial))?.compactMapValues { $0 }
  }

  @inlinable @inline(__always) func extreme<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, _ isBetter: (Value, Value) -> Bool
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try fold(property, into: Value?.none) { best, value in
      if best.map({ isBetter(value, $0) }) ?? true { best = value }
    }
    .compactMapValues { $0 }
  }

  @usableFromInline
  static func isOptional<Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Bool {
    ColumnReference(property).operations.isOptional
  }

  @inlinable @inline(__always) func accumulate<Value, Values: Accumulator<Value>>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values
  ) throws(Record.Adapter.Failure) -> [Key: Values.Result] {
    if Record.Adapter.self != ArrayAdapter.self,
      let results = try externalResults(of: AggregateFact(property, initial))
    {
      return results
    }
    let reader = PropertyReader(property)
    return try fold(finder.forAggregating, into: initial) { $0.add(reader.value(in: $1)) }.mapValues { $0.result }
  }

  @inlinable @inline(__always) func fold<Value, Result>(
    _ property: any KeyPath<Record, Value> & Sendable, into initial: Result, _ body: (inout Result, Value) -> Void
  ) throws(Record.Adapter.Failure) -> [Key: Result] {
    let reader = PropertyReader(property)
    return try fold(finder.forAggregating, into: initial) { body(&$0, reader.value(in: $1)) }
  }

  @inlinable @inline(__always) func fold<Result>(
    _ finder: Finder<Record>, into initial: Result, _ body: (inout Result, Row) -> Void
  ) throws(Record.Adapter.Failure) -> [Key: Result] {
    let kept = try keptKeys()
    var groups: [Key: Result] = [:]
    try finder.forEachRow { row in
      let key = key(row)
      if kept?.contains(key) ?? true { body(&groups[key, default: initial], row) }
    }
    return groups
  }
}
