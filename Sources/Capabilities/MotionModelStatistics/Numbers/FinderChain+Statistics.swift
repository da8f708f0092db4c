public import MotionModel

extension FinderChain {
  /// Returns the median of a property's numbers, without NaN; nil when there are none.
  ///
  /// ```swift
  /// Track.where(\.genreID == 1).median(\.milliseconds)
  /// ```
  ///
  /// - Complexity: O(*n* log *n*), as for all percentiles.
  public func median<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Unwrapped.Average? where Value.Unwrapped: SummableValue {
    try aggregate(.median(property))
  }

  /// Returns a percentile of a property's numbers by linear interpolation, without NaN; nil when there are none. See
  /// `Aggregate.percentile(_:_:)` for the definition.
  public func percentile<Value: ColumnValue>(
    _ percent: Double, _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Unwrapped.Average? where Value.Unwrapped: SummableValue {
    try aggregate(.percentile(percent, property))
  }

  /// Returns several percentiles of a property's numbers, sorted once; empty when there are none.
  public func percentiles<Value: ColumnValue>(
    _ percents: [Double], _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Value.Unwrapped.Average] where Value.Unwrapped: SummableValue {
    try aggregate(.percentiles(percents, property))
  }

  /// Returns the least value that at least some percent of a property's values do not exceed: a percentile of dates and
  /// strings; nil when there are no values.
  public func value<Value: ColumnValue>(
    atPercentile percent: Double, _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Unwrapped? {
    try aggregate(.value(atPercentile: percent, property))
  }

  /// Returns how many of a property's numbers fall into each of some bins.
  public func histogram<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, _ bins: Histogram.Bins
  ) throws(Record.Adapter.Failure) -> Histogram where Value.Unwrapped: SummableValue {
    try aggregate(.histogram(property, bins))
  }
}
