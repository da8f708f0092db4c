public import Foundation
public import MotionModel

extension DateCounts {
  /// The unit of time by which dates are counted.
  public enum Step: String, Sendable, Hashable, CaseIterable, Codable {
    /// An hour.
    case hour
    /// A day, of 23 to 25 hours in time zones with summer time.
    case day
    /// A week, which begins where the calendar says, and ends where the next one begins: it is shorter where a time
    /// zone has left out a day.
    case week
    /// A month.
    case month
    /// A year.
    case year

    /// Returns the step that has a date, without the part that belongs to the next one: a week of a calendar has seven
    /// days also where a time zone has left out one.
    func interval(of date: Date, in calendar: Calendar) -> DateInterval? {
      guard let own = calendar.dateInterval(of: component, for: date) else { return nil }
      let last = calendar.dateInterval(of: component, for: own.end - 1)
      guard let next = last?.start, own.start < next, next <= own.end else { return own }
      return DateInterval(start: own.start, end: next)
    }

    private var component: Calendar.Component {
      switch self {
      case .hour: .hour
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .year: .year
      }
    }
  }
}

/// How many dates fall into each hour, day, week, month or year.
///
/// ```swift
/// let perDay = Visit.records.dateCounts(\.date, by: .day, in: calendar)
/// perDay.counts.first            // => the first day with a visit, and how many
/// perDay.gaps                    // => the days without one, between the first and the last day
/// let all = try perDay.filled()  // also the days without one
/// ```
///
/// Only steps that have dates are held. Dates that are not finite, and those outside of the years 1 to 9999, are
/// ``ignored``.
public struct DateCounts: Sendable, Hashable {
  /// A step, and how many dates fall into it.
  public struct Count: Sendable, Hashable {
    /// The beginning of the step.
    public let start: Date
    /// The beginning of the next step.
    public let end: Date
    /// How many dates there are.
    public let count: Int

    /// Creates a count.
    package init(start: Date, end: Date, count: Int) { (self.start, self.end, self.count) = (start, end, count) }
  }

  /// The unit of time.
  public let step: Step
  /// The calendar, whose time zone decides where days begin.
  public let calendar: Calendar
  /// The steps that have dates, in ascending order.
  public let counts: [Count]
  /// How many dates are not counted.
  public let ignored: Int

  /// The years from 1 to 9999, in which calendars agree with themselves.
  private static let era = -63_114_076_800.0..<252_423_993_600.0

  /// Counts dates.
  ///
  /// - Complexity: O(*n* log *n*); O(*n*) for dates in ascending order. The calendar is used twice for each step
  ///   that has dates.
  public init(_ dates: some Sequence<Date>, by step: Step, in calendar: Calendar = .current) {
    let all = Array(dates)
    var known = all.filter { Self.era.contains($0.timeIntervalSinceReferenceDate) }
    if !zip(known, known.dropFirst()).allSatisfy({ $0 <= $1 }) { known.sort() }
    var counts: [Count] = []
    for date in known {
      if let last = counts.last, date < last.end {
        counts[counts.count - 1] = Count(start: last.start, end: last.end, count: last.count + 1)
      } else if let interval = step.interval(of: date, in: calendar) {
        counts.append(Count(start: interval.start, end: interval.end, count: 1))
      }
    }
    (self.step, self.calendar, self.counts) = (step, calendar, counts)
    ignored = all.count - counts.reduce(0) { $0 + $1.count }
  }

  /// The times without dates between the first and the last step, each from the first empty step to the next one with a
  /// date.
  public var gaps: [DateInterval] {
    zip(counts, counts.dropFirst()).compactMap { earlier, later in
      earlier.end < later.start ? DateInterval(start: earlier.end, end: later.start) : nil
    }
  }

  /// Returns all steps from the first to the last one, also those without dates.
  ///
  /// - Parameter limit: How many steps there may be.
  /// - Throws: ``StatisticsError/tooManySteps(limit:)``, because one wrong date may be far from all others.
  public func filled(atMost limit: Int = 100_000) throws(StatisticsError) -> [Count] {
    var all: [Count] = []
    for count in counts {
      while let last = all.last, last.end < count.start {
        if all.count >= limit { throw .tooManySteps(limit: limit) }
        guard let next = step.interval(of: last.end, in: calendar), next.end > last.end else { break }
        all.append(Count(start: last.end, end: Swift.min(next.end, count.start), count: 0))
      }
      if all.count >= limit { throw .tooManySteps(limit: limit) }
      all.append(count)
    }
    return all
  }
}

/// Why statistics cannot be made.
@nonexhaustive
public enum StatisticsError: DescribedError, Hashable {
  /// There are more steps between the first and the last date than were allowed.
  case tooManySteps(limit: Int)

  /// What was refused, and why.
  public var description: String {
    switch self {
    case .tooManySteps(let limit):
      "The dates cannot be filled up: there are more than \(limit) steps between the first and the last one."
    }
  }
}
