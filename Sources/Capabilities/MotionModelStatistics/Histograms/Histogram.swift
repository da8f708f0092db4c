public import MotionModel

/// How many numbers fall into each of some bins.
///
/// ```swift
/// let lengths = Track.records.histogram(\.milliseconds, .width(60_000))
/// for bin in lengths.bins { print(bin.lower, bin.upper, bin.count) }
/// print(BarChart(lengths).text())
/// ```
///
/// A bin holds the numbers from its lower bound up to its upper one, without that; the last bin of
/// ``Histogram/Bins/count(_:)`` and ``Histogram/Bins/bounds(_:)`` has its upper bound too. nil and NaN are not counted.
/// Numbers are compared as `Double`.
///
/// If the numbers are too large for the bins to have different bounds, there is one bin from the least to the greatest.
public struct Histogram: Sendable, Hashable {
  /// The numbers between two bounds.
  public struct Bin: Sendable, Hashable {
    /// The lower bound, which belongs to the bin.
    public let lower: Double
    /// The upper bound, which belongs to the next bin.
    public let upper: Double
    /// How many numbers there are.
    public let count: Int

    /// Creates a bin.
    package init(lower: Double, upper: Double, count: Int) {
      (self.lower, self.upper, self.count) = (lower, upper, count)
    }
  }

  /// The bins in ascending order, also empty ones; none when there are no finite numbers and no bounds are given.
  public let bins: [Bin]
  /// How many numbers are below the first bin: of negative infinity, and of less than the first bound that was given.
  public let below: Int
  /// How many numbers are above the last bin.
  public let above: Int

  /// How many numbers there are, within the bins and outside.
  public var count: Int { bins.reduce(below + above) { $0 + $1.count } }

  /// The greatest count of a bin; zero without bins.
  public var highest: Int { bins.map(\.count).max() ?? 0 }

  init(_ numbers: inout RankedValues<Double>, _ bins: Bins) {
    let (start, end) = (numbers.rank(after: -.infinity), numbers.rank(of: .infinity))
    let least = start < end ? numbers.value(at: start) : nil
    let bounds = bins.bounds(from: least, to: start < end ? numbers.value(at: end - 1) : 0)
    guard let first = bounds.first, let last = bounds.last else {
      (self.bins, below, above) = ([], start, numbers.count - end)
      return
    }
    var ranks = bounds.map { numbers.rank(of: $0) }
    ranks[ranks.count - 1] = numbers.rank(after: last)
    self.bins = zip(zip(bounds, bounds.dropFirst()), zip(ranks, ranks.dropFirst())).map {
      Bin(lower: $0.0, upper: $0.1, count: $1.1 - $1.0)
    }
    (below, above) = (numbers.rank(of: first), numbers.count - ranks[ranks.count - 1])
  }
}

/// Counts numbers by bins.
private struct HistogramAccumulator<Value: SummableValue>: RowAccumulator {
  private var numbers = RankedValues<Double>()
  private let bins: Histogram.Bins

  init(_ bins: Histogram.Bins) { self.bins = bins }

  mutating func add(_ value: Value) { if let number = Self.number(value) { numbers.add(number) } }

  mutating func remove(_ value: Value) { if let number = Self.number(value) { numbers.remove(number) } }

  mutating func result() -> Histogram { Histogram(&numbers, bins) }

  func isSame(_ first: Histogram, _ second: Histogram) -> Bool { first == second }

  private static func number(_ value: Value) -> Double? {
    let average = value.asAverage
    let number = average as? Double ?? (try? Double(attribute: average.attribute)) ?? .nan
    return number.isNaN ? nil : number
  }
}

extension Aggregate where Result == Histogram {
  /// A histogram of a property's numbers.
  ///
  /// - Complexity: O(*n* log *n*). In a live value, O(√*n*) for each change, and O(√*n*) for each bin when it is read.
  public static func histogram<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, _ bins: Histogram.Bins
  ) -> Aggregate where Value.Unwrapped: SummableValue {
    Aggregate(of: property, PresentAccumulator(HistogramAccumulator(bins)))
  }
}
