public import MotionModel

extension GroupedFinder {
  /// Returns the median of a property's numbers in each group that has any.
  ///
  /// ```swift
  /// Track.group(by: \.genreID).median(\.milliseconds)   // => [1: 251741.5, …]
  /// ```
  ///
  /// - Complexity: O(*n* log *n*), as for all percentiles.
  public func median<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Unwrapped.Average] where Value.Unwrapped: SummableValue {
    try results(of: .median(property)).compactMapValues { $0 }
  }

  /// Returns a percentile of a property's numbers in each group that has any, by linear interpolation.
  public func percentile<Value: ColumnValue>(
    _ percent: Double, _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Unwrapped.Average] where Value.Unwrapped: SummableValue {
    try results(of: .percentile(percent, property)).compactMapValues { $0 }
  }

  /// Returns several percentiles of a property's numbers in each group that has any, by linear interpolation.
  public func percentiles<Value: ColumnValue>(
    _ percents: [Double], _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: [Value.Unwrapped.Average]] where Value.Unwrapped: SummableValue {
    try results(of: .percentiles(percents, property)).filter { !$0.value.isEmpty }
  }

  /// Returns the least value that at least some percent of a property's values do not exceed, in each group that has
  /// any.
  public func value<Value: ColumnValue>(
    atPercentile percent: Double, _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: Value.Unwrapped] {
    try results(of: .value(atPercentile: percent, property)).compactMapValues { $0 }
  }

  /// Returns a histogram of a property's numbers in each group.
  public func histogram<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, _ bins: Histogram.Bins
  ) throws(Record.Adapter.Failure) -> [Key: Histogram] where Value.Unwrapped: SummableValue {
    try results(of: .histogram(property, bins))
  }

  /// Returns the records of each group that come first in the order of a property.
  ///
  /// ```swift
  /// Track.group(by: \.albumID).top(3, by: \.milliseconds)              // the three longest tracks of each album
  /// Todo.group(by: \.project).top(1, by: \.dueDate, .ascending)       // the next todo of each project
  /// ```
  ///
  /// Records whose value is nil or NaN are left out, and so are groups without another record. Records with equal
  /// values come in the finder's order.
  ///
  /// - Parameters:
  ///   - count: How many records of each group, at most; a negative number counts as 0.
  ///   - property: The property.
  ///   - direction: Descending by default, so that the greatest come first.
  /// - Complexity: O(*n* log *k*), where *k* is `count`.
  public func top<Value: ColumnValue>(
    _ count: Int, by property: any KeyPath<Record, Value> & Sendable, _ direction: OrderDirection = .descending
  ) throws(Record.Adapter.Failure) -> [Key: [Record]] {
    try results(of: .top(count, by: property, direction)).filter { !$0.value.isEmpty }
  }
}
