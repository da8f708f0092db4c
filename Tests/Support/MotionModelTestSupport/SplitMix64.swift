/// A small random number generator. Its seed determines its numbers, so that a failing test can be run again.
///
/// This is SplitMix64 by Guy Steele, Doug Lea and Christine Flood.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  // MARK: - Choices

  /// Returns true in the given percentage of cases.
  public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Returns a number in a range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns one of some values. There must be at least one.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }

  /// Returns one of some values, or nil when there is none.
  public mutating func pickAny<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : pick(values) }
}
