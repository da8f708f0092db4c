import Foundation

extension FinderChain {
  /// The records in groups that have the same value of a property.
  ///
  /// ```swift
  /// Track.group(by: \.genreID).count()          // => [1: 1297, 2: 130, …]
  /// Track.group(by: \.genreID).sum(\.bytes)
  /// ```
  public func group<Key: Hashable & Sendable>(
    by key: any KeyPath<Record, Key> & Sendable
  ) -> GroupedFinder<Record, Key> {
    GroupedFinder(finder: finder) { $0[keyPath: key] }
  }

  /// The records in groups for which a closure gives the same key.
  ///
  /// - Parameter key: Gives a record's group. It may be called from any thread.
  public func group<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Record) -> Key
  ) -> GroupedFinder<Record, Key> {
    GroupedFinder(finder: finder, key: key)
  }
}

/// A finder whose records are put into groups; each of its answers is a dictionary with a value for each group.
///
/// - Complexity: Each answer is O(*n*) in the number of the finder's records.
public struct GroupedFinder<Record: Model, Key: Hashable & Sendable>: Sendable {
  let finder: Finder<Record>
  let key: @Sendable (Record) -> Key

  /// The records of each group, in the finder's order.
  public func all() throws(Record.Adapter.Failure) -> [Key: [Record]] { try fold(into: []) { $0.append($1) } }

  /// How many records each group has.
  public func count() throws(Record.Adapter.Failure) -> [Key: Int] { try fold(into: 0) { count, _ in count += 1 } }

  /// The sum of a property in each group.
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try fold(into: .zero) { $0 += $1[keyPath: property] }
  }

  /// The sum of a property in each group, of the values that are there.
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try fold(into: .zero) { $0 += $1[keyPath: property] ?? .zero }
  }

  /// The arithmetic mean of a property in each group.
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Average] {
    try fold(into: Averaging<Value.Average>()) { $0.add($1[keyPath: property]) }.compactMapValues(\.result)
  }

  /// The arithmetic mean of the values that are there, in each group that has one.
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Average] {
    try fold(into: Averaging<Value.Average>()) { if let value = $1[keyPath: property] { $0.add(value) } }
      .compactMapValues(\.result)
  }

  /// The least value of a property in each group; missing ones (nil) and NaN come into it only where there is no other.
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try extreme(property) { Value.precedes($0, $1) }
  }

  /// The greatest value of a property in each group; missing ones (nil) and NaN come into it only where there is no other.
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    let isOptional = ColumnReference(property).operations.isOptional
    func isMissing(_ value: Value) -> Bool {
      isNaN(value) || isOptional && [.null, .decimal(.nan)].contains(value.attribute)
    }
    return try extreme(property) { isMissing($1) || !isMissing($0) && Value.precedes($1, $0) }
  }

  private func extreme<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, _ isBetter: (Value, Value) -> Bool
  ) throws(Record.Adapter.Failure) -> [Key: Value] {
    try fold(into: Value?.none) { best, record in
      let value = record[keyPath: property]
      if best.map({ isBetter(value, $0) }) ?? true { best = value }
    }
    .compactMapValues { $0 }
  }

  private func fold<Result>(
    into initial: Result, _ body: (inout Result, Record) -> Void
  ) throws(Record.Adapter.Failure) -> [Key: Result] {
    var groups: [Key: Result] = [:]
    try Record.Adapter.forEachValue(of: \.self, in: finder) { body(&groups[key($0), default: initial], $0) }
    return groups
  }
}
