extension Histogram {
  /// How a ``Histogram`` divides numbers into bins.
  ///
  /// ```swift
  /// Track.histogram(\.milliseconds, .count(20))
  /// Invoice.histogram(\.total, .width(5))
  /// Order.histogram(\.total, .bounds([0, 10, 100, 1000]))
  /// ```
  public struct Bins: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case count(Int)
      case width(Double, origin: Double)
      case bounds([Double])
    }

    /// The most bins that a histogram has.
    static let limit = 10_000

    let kind: Kind

    /// A number of bins of the same width, from the least to the greatest finite number.
    ///
    /// If all numbers are equal, the bins reach from half below to half above.
    ///
    /// - Parameter count: From 1 to 10,000. Any other number traps.
    public static func count(_ count: Int) -> Bins {
      if !(1...limit).contains(count) { fatalError("A histogram has 1 to \(limit) bins, not \(count).") }
      return Bins(kind: .count(count))
    }

    /// Bins of a width, from the one with the least finite number to the one with the greatest. If these were more than
    /// 10,000 bins, the width is doubled until they are fewer.
    ///
    /// - Parameters:
    ///   - width: The width; it traps unless it is positive and finite.
    ///   - origin: The lower bound of a bin, whether or not there are numbers in it.
    public static func width(_ width: Double, from origin: Double = 0) -> Bins {
      if !(width > 0 && width.isFinite && origin.isFinite) {
        fatalError("The bins of a histogram have a positive, finite width and a finite origin.")
      }
      return Bins(kind: .width(width, origin: origin))
    }

    /// Bins between bounds. Numbers outside are counted beside the bins.
    ///
    /// - Parameter bounds: At least two and at most 10,001 finite numbers, each greater than the one before. Others
    ///   trap.
    public static func bounds(_ bounds: [Double]) -> Bins {
      if !(2...limit + 1).contains(bounds.count) || !isAscending(bounds) {
        fatalError("The bounds of a histogram's bins are 2 to \(limit + 1) finite numbers in ascending order.")
      }
      return Bins(kind: .bounds(bounds))
    }

    /// Returns the bounds of all bins.
    ///
    /// - Parameters:
    ///   - least: The least finite number; nil when there is none.
    ///   - greatest: The greatest finite number.
    func bounds(from least: Double?, to greatest: Double) -> [Double] {
      if case .bounds(let bounds) = kind { return bounds }
      guard let least else { return [] }
      switch kind {
      case .bounds(let bounds): return bounds
      case .count(let count): return Self.bounds(count, from: least, to: greatest)
      case .width(let width, let origin): return Self.bounds(width, origin, from: least, to: greatest)
      }
    }

    private static func bounds(_ count: Int, from least: Double, to greatest: Double) -> [Double] {
      let (low, high) = least == greatest ? (least - 0.5, greatest + 0.5) : (least, greatest)
      let bounds = (0...count).map { index -> Double in
        if index == 0 || index == count { return index == 0 ? low : high }
        let share = Double(index) / Double(count)
        return low * (1 - share) + high * share
      }
      return isAscending(bounds) ? bounds : [least, greatest]
    }

    private static func bounds(
      _ width: Double, _ origin: Double, from least: Double, to greatest: Double
    ) -> [Double] {
      var (width, first, last) = (width, 0.0, 0.0)
      repeat {
        (first, last) = (((least - origin) / width).rounded(.down), ((greatest - origin) / width).rounded(.down) + 1)
        // Rounding may have moved a bound to the other side of a number.
        if origin + first * width > least { first -= 1 }
        if origin + last * width <= greatest { last += 1 }
        if last - first <= Double(limit) { break }
        width *= 2
      } while width.isFinite
      guard last - first <= Double(limit) else { return [least, greatest] }
      let bounds = (0...Int(last - first)).map { origin + (first + Double($0)) * width }
      let isWhole = isAscending(bounds) && bounds[0] <= least && greatest < bounds[bounds.count - 1]
      return isWhole ? bounds : [least, greatest]
    }

    /// Whether all bounds differ, which those of numbers may not that are too large for the width.
    private static func isAscending(_ bounds: [Double]) -> Bool {
      bounds.allSatisfy(\.isFinite) && zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }
    }
  }
}
