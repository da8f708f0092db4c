public import Foundation

extension FinderChain {
  /// Groups the records by the value of a property.
  ///
  /// ```swift
  /// Track.group(by: \.genreID).count()          // => [1: 1297, 2: 130, …]
  /// Track.group(by: \.genreID).sum(\.bytes)
  /// ```
  @inlinable
  public func group<Key: Hashable & Sendable>(
    by key: any KeyPath<Record, Key> & Sendable
  ) -> GroupedFinder<Record, Key> {
    let reader = PropertyReader(key)
    return GroupedFinder(finder) { reader.value(in: $0) }
  }

  /// Groups the records by the result of a closure.
  ///
  /// - Parameter key: Returns the key of a record's group. It may be called from any thread.
  @inlinable
  public func group<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Record) -> Key
  ) -> GroupedFinder<Record, Key> {
    GroupedFinder(finder) { key($0.assumingMemoryBound(to: Record.self).pointee) }
  }
}

/// A finder whose records are grouped by a key. Each query returns a dictionary with one value for each group.
///
/// - Complexity: Each query is O(*n*) in the number of the finder's records.
public struct GroupedFinder<Record: Model, Key: Hashable & Sendable>: Sendable {
  @usableFromInline let finder: Finder<Record>
  /// Returns the key of a row.
  @usableFromInline let key: @Sendable (UnsafeRawPointer) -> Key

  @inlinable
  init(_ finder: Finder<Record>, _ key: @escaping @Sendable (UnsafeRawPointer) -> Key) {
    (self.finder, self.key) = (finder, key)
  }

  /// Returns the records of each group, in the finder's order.
  @inlinable
  public func all() throws(Record.Adapter.Failure) -> [Key: [Record]] {
    try fold(into: []) { $0.append($1.assumingMemoryBound(to: Record.self).pointee) }
  }

  /// Returns the number of records in each group.
  @inlinable
  public func count() throws(Record.Adapter.Failure) -> [Key: Int] { try fold(into: 0) { count, _ in count += 1 } }

  /// Returns the sum of a property's values in each group.
  @inlinable
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try accumulate(property, Summing())
  }

  /// Returns the sum of a property's values that are not nil, in each group; zero when all of them are nil.
  @inlinable
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try accumulate(property, PresentValues(Summing()))
  }

  /// Returns the arithmetic mean of a property's values in each group.
  @inlinable
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Average] {
    try accumulate(property, Averaging()).compactMapValues { $0 }
  }

  /// Returns the arithmetic mean of a property's values that are not nil, for each group that has such a value.
  @inlinable
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Average] {
    try accumulate(property, PresentValues(Averaging())).compactMapValues { $0 }
  }

  /// Returns the least value of a property in each group. It is nil or NaN only if the group has no other value.
  @inlinable
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try extreme(property) { Value.precedes($0, $1) }
  }

  /// Returns the greatest value of a property in each group. It is nil or NaN only if the group has no other value.
  @inlinable
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    let isOptional = Self.isOptional(property)
    func isMissing(_ value: Value) -> Bool {
      isNaN(value) || isOptional && [.null, .decimal(.nan)].contains(value.attribute)
    }
    return try extreme(property) { isMissing($1) || !isMissing($0) && Value.precedes($1, $0) }
  }

  @inlinable @inline(__always)
  func extreme<Value: ColumnValue>(
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

  @inlinable @inline(__always)
  func accumulate<Value, Values: Accumulator<Value>>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values
  ) throws(Record.Adapter.Failure) -> [Key: Values.Result] {
    let reader = PropertyReader(property)
    return try fold(into: initial) { $0.add(reader.value(in: $1)) }.mapValues { $0.result }
  }

  @inlinable @inline(__always)
  func fold<Value, Result>(
    _ property: any KeyPath<Record, Value> & Sendable, into initial: Result, _ body: (inout Result, Value) -> Void
  ) throws(Record.Adapter.Failure) -> [Key: Result] {
    let reader = PropertyReader(property)
    return try fold(into: initial) { body(&$0, reader.value(in: $1)) }
  }

  @inlinable @inline(__always)
  func fold<Result>(
    into initial: Result, _ body: (inout Result, UnsafeRawPointer) -> Void
  ) throws(Record.Adapter.Failure) -> [Key: Result] {
    var groups: [Key: Result] = [:]
    try finder.forEachRow { row in body(&groups[key(row), default: initial], row) }
    return groups
  }
}
