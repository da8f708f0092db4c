public import Foundation
public import MotionModel

/// Computes a result from dates in order.
private struct DateAccumulator<Result: Sendable & Equatable>: RowAccumulator {
  private var dates = RankedValues<Date>()
  /// How many dates are NaN, which has no place among others.
  private var unplaced = 0
  private let compute: @Sendable ([Date]) -> Result

  init(_ compute: @escaping @Sendable ([Date]) -> Result) { self.compute = compute }

  mutating func add(_ date: Date) { if hasPlace(date) { dates.add(date) } else { unplaced += 1 } }

  mutating func remove(_ date: Date) { if hasPlace(date) { dates.remove(date) } else { unplaced -= 1 } }

  mutating func result() -> Result {
    let nan = Date(timeIntervalSinceReferenceDate: .nan)
    return compute(dates.sorted() + Array(repeating: nan, count: unplaced))
  }

  func isSame(_ first: Result, _ second: Result) -> Bool { first == second }
}

extension Aggregate where Result == DateCounts {
  /// How many of a property's dates fall into each hour, day, week, month or year.
  ///
  /// - Complexity: O(*n* log *n*). In a live value, O(√*n*) for each change, and O(*n*) when it is read.
  public static func dateCounts<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, by step: DateCounts.Step, in calendar: Calendar = .current
  ) -> Aggregate where Value.Unwrapped == Date {
    Aggregate(of: property, PresentAccumulator(DateAccumulator { DateCounts($0, by: step, in: calendar) }))
  }
}

extension Aggregate where Result == [DateInterval] {
  /// The times between successive dates of a property that last longer than a duration, in ascending order.
  ///
  /// ```swift
  /// Reading.group(by: \.sensor).live(.gaps(in: \.date, longerThan: .seconds(90)))   // which sensors were silent
  /// ```
  ///
  /// Dates that are not finite are left out.
  ///
  /// - Complexity: O(*n* log *n*). In a live value, O(√*n*) for each change, and O(*n*) when it is read.
  public static func gaps<Value: ColumnValue>(
    in property: any KeyPath<Record, Value> & Sendable, longerThan duration: Duration
  ) -> Aggregate where Value.Unwrapped == Date {
    Aggregate(of: property, PresentAccumulator(DateAccumulator { gaps($0, duration) }))
  }

  private static func gaps(_ dates: [Date], _ duration: Duration) -> [DateInterval] {
    let limit = duration / .seconds(1)
    let known = dates.filter(\.timeIntervalSinceReferenceDate.isFinite)
    return zip(known, known.dropFirst()).compactMap { earlier, later in
      later > earlier && later.timeIntervalSince(earlier) > limit ? DateInterval(start: earlier, end: later) : nil
    }
  }
}

extension FinderChain {
  /// Returns how many of a property's dates fall into each hour, day, week, month or year.
  public func dateCounts<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, by step: DateCounts.Step, in calendar: Calendar = .current
  ) throws(Record.Adapter.Failure) -> DateCounts where Value.Unwrapped == Date {
    try aggregate(.dateCounts(property, by: step, in: calendar))
  }

  /// Returns the times between successive dates of a property that last longer than a duration, in ascending order.
  public func gaps<Value: ColumnValue>(
    in property: any KeyPath<Record, Value> & Sendable, longerThan duration: Duration
  ) throws(Record.Adapter.Failure) -> [DateInterval] where Value.Unwrapped == Date {
    try aggregate(.gaps(in: property, longerThan: duration))
  }
}

extension GroupedFinder {
  /// Returns how many of a property's dates fall into each hour, day, week, month or year, in each group.
  public func dateCounts<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, by step: DateCounts.Step, in calendar: Calendar = .current
  ) throws(Record.Adapter.Failure) -> [Key: DateCounts] where Value.Unwrapped == Date {
    try results(of: .dateCounts(property, by: step, in: calendar))
  }

  /// Returns for each group the times between successive dates of a property that last longer than a duration, in
  /// ascending order.
  ///
  /// ```swift
  /// Reading.group(by: \.sensor).gaps(in: \.date, longerThan: .seconds(90))
  /// // => ["cellar": [], "roof": [2026-11-26 …]]
  /// ```
  public func gaps<Value: ColumnValue>(
    in property: any KeyPath<Record, Value> & Sendable, longerThan duration: Duration
  ) throws(Record.Adapter.Failure) -> [Key: [DateInterval]] where Value.Unwrapped == Date {
    try results(of: .gaps(in: property, longerThan: duration))
  }
}
