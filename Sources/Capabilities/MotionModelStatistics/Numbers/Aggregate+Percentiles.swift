public import MotionModel

extension Aggregate {
  /// The median of a property's numbers, without nil and NaN; nil when there are none. It is the 50th percentile.
  public static func median<Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) -> Aggregate
  where Result == Value.Unwrapped.Average?, Value.Unwrapped: SummableValue {
    percentile(50, property)
  }

  /// A percentile of a property's numbers, without nil and NaN; nil when there are none.
  ///
  /// ```swift
  /// Request.group(by: \.path).live(.percentile(99, \.milliseconds))
  /// ```
  ///
  /// It is interpolated linearly between the two numbers around the place (*n* − 1) *p*, counted from the least one:
  /// type 7 of Hyndman and Fan, *Sample Quantiles in Statistical Packages* (The American Statistician 50, 1996), as in
  /// NumPy, R, Excel's `PERCENTILE.INC` and PostgreSQL's `percentile_cont`. Decimal numbers are interpolated as such. A
  /// place between negative and positive infinity has NaN.
  ///
  /// - Parameters:
  ///   - percent: A number from 0, the least, to 100, the greatest. Any other number traps.
  ///   - property: The property. Numbers are converted as for means: integers beyond 2⁵³ are rounded.
  public static func percentile<Value: ColumnValue>(
    _ percent: Double, _ property: any KeyPath<Record, Value> & Sendable
  ) -> Aggregate where Result == Value.Unwrapped.Average?, Value.Unwrapped: SummableValue {
    Aggregate(of: property, PresentAccumulator(percentileAccumulator(Value.Unwrapped.self, percent)))
  }

  /// Several percentiles of a property's numbers, without nil and NaN; empty when there are none.
  ///
  /// - Parameters:
  ///   - percents: Numbers from 0 to 100, in any order, which is that of the result. Any other number traps.
  ///   - property: The property.
  public static func percentiles<Value: ColumnValue>(
    _ percents: [Double], _ property: any KeyPath<Record, Value> & Sendable
  ) -> Aggregate where Result == [Value.Unwrapped.Average], Value.Unwrapped: SummableValue {
    Aggregate(of: property, PresentAccumulator(percentilesAccumulator(Value.Unwrapped.self, percents)))
  }

  /// The least value of a property that at least some percent of the values do not exceed, without nil and NaN; nil
  /// when there are no values.
  ///
  /// It is always one of the values, so it exists for dates and strings too: type 1 of Hyndman and Fan, PostgreSQL's
  /// `percentile_disc`.
  ///
  /// - Parameters:
  ///   - percent: A number from 0, the least, to 100, the greatest. Any other number traps.
  ///   - property: The property.
  public static func value<Value: ColumnValue>(
    atPercentile percent: Double, _ property: any KeyPath<Record, Value> & Sendable
  ) -> Aggregate where Result == Value.Unwrapped? {
    Aggregate(of: property, PresentAccumulator(RankAccumulator(Percent(percent))))
  }

  private static func percentileAccumulator<Value: SummableValue>(
    _ type: Value.Type, _ percent: Double
  ) -> NumberAccumulator<Value, Value.Average?> {
    let percent = Percent(percent)
    return NumberAccumulator {
      $0.percentile(percent)
    } areSame: { first, second in
      guard let first, let second else { return first == second }
      return isSameValue(first, second)
    }
  }

  private static func percentilesAccumulator<Value: SummableValue>(
    _ type: Value.Type, _ percents: [Double]
  ) -> NumberAccumulator<Value, [Value.Average]> {
    let percents = percents.map(Percent.init)
    return NumberAccumulator { numbers in
      percents.compactMap { numbers.percentile($0) }
    } areSame: { first, second in
      first.count == second.count && zip(first, second).allSatisfy { isSameValue($0, $1) }
    }
  }
}
