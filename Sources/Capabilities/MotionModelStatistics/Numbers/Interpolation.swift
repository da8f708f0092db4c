import Foundation
import MotionModel

/// The place of a percentile among sorted values: between two ranks, and how far from the first to the second.
struct RankPlace<Number: FractionalValue>: Sendable {
  let rank: Int
  /// Returns the number between two neighbours.
  let between: @Sendable (Number, Number) -> Number
}

extension RankedValues where Value: FractionalValue {
  /// Returns a percentile by linear interpolation, type 7 of Hyndman and Fan; nil when there are no values.
  mutating func percentile(_ percent: Percent) -> Value? {
    if count == 0 { return nil }
    let place = percent.place(among: count, of: Value.self)
    let low = value(at: place.rank)
    if place.rank + 1 == count { return low }
    let high = value(at: place.rank + 1)
    return low == high ? low : place.between(low, high)
  }
}

/// A number from 0 to 100.
struct Percent: Sendable {
  let value: Double

  /// Traps for any other number.
  init(_ value: Double) {
    if !(0...100).contains(value) { fatalError("A percentile is a number from 0 to 100, not \(value).") }
    self.value = value
  }

  /// Returns the index of the least of some sorted values that at least this share of them do not exceed: type 1 of
  /// Hyndman and Fan.
  func rank(among count: Int) -> Int {
    let exact = Double(count) * value / 100
    return Swift.max(0, Swift.min(count - 1, Int(exact.rounded(.up)) - 1))
  }

  /// Returns where type 7 of Hyndman and Fan puts the percentile: (*n* − 1) *p* behind the first value.
  func place<Number: FractionalValue>(among count: Int, of type: Number.Type) -> RankPlace<Number> {
    if Number.self == Decimal.self { return decimalPlace(among: count) }
    let exact = Double(count - 1) * value / 100
    let rank = Int(exact.rounded(.down))
    let share = exact - Double(rank)
    return RankPlace(rank: rank) { share == 0 ? $0 : interpolated($0, $1, share) }
  }

  /// Decimal numbers are interpolated without binary fractions, so that a percentile of money has no noise.
  private func decimalPlace<Number: FractionalValue>(among count: Int) -> RankPlace<Number> {
    var (exact, whole) = (Decimal(count - 1) * (Decimal(string: "\(value)") ?? 0) / 100, Decimal())
    NSDecimalRound(&whole, &exact, 0, .down)
    let share = exact - whole
    let rank = Swift.min(NSDecimalNumber(decimal: whole).intValue, count - 1)
    return RankPlace(rank: rank) { low, high in
      guard let first = low as? Decimal, let second = high as? Decimal else { return low }
      return (first + (second - first) * share) as? Number ?? low
    }
  }
}

/// Returns the number at a share of the way from one number to another.
func interpolated<Number: FractionalValue>(_ low: Number, _ high: Number, _ share: Double) -> Number {
  if let first = low as? Double, let second = high as? Double {
    return interpolated(first, second, share) as? Number ?? low
  }
  // Other types can only be added and divided: the share is made of halves, quarters and so on.
  var (result, part, rest) = (low, high - low, share)
  for _ in 0..<53 where rest > 0 {
    (part, rest) = (part / Number(2), rest * 2)
    if rest >= 1 { (result, rest) = (result + part, rest - 1) }
  }
  return result
}

private func interpolated(_ low: Double, _ high: Double, _ share: Double) -> Double {
  let distance = high - low
  if !distance.isFinite { return low * (1 - share) + high * share }
  // From the nearer end, so that a larger share never gives a smaller number.
  return share < 0.5 ? low + distance * share : high - distance * (1 - share)
}
