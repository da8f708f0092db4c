import Foundation
import Testing

@testable import MotionModelValues

extension ColumnValue {
  /// The value that a cast returns; nil if it is refused.
  static func casting(_ attribute: AttributeValue) -> Self? {
    try? Self(attribute: attribute)
  }

  /// The message with which a cast is refused; nil if it is not.
  static func refusal(_ attribute: AttributeValue) -> String? {
    do throws(CastError) {
      _ = try Self(attribute: attribute)
      return nil
    } catch {
      return error.description
    }
  }
}

/// A random number generator whose seed determines its numbers: SplitMix64.
struct CastingGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The seeds with which property tests run; a failing test names its seed.
let castingSeeds: [UInt64] = [1, 2012, 0xC0FFEE]

/// A value of every kind, and the edge cases of each.
let everyKindOfValue: [AttributeValue] = [
  .null, true, false, 0, 1, -1, 300, .int(.max), .int(.min), .uint(.max), 0.0, 1.0, 0.5, -1e300, .double(.nan),
  .double(.infinity), .double(-.infinity), .double(.leastNonzeroMagnitude), .decimal(Decimal(string: "0.1") ?? 0),
  .decimal(.nan), .decimal(.greatestFiniteMagnitude), .decimal(.leastNormalMagnitude), "", " \n", "text", "12abc",
  "NaN",
  "2012-09-15", "😀", "٣", "a\u{0}b", "[", "{", "[1]", "{\"a\":1}", .date(Date(timeIntervalSinceReferenceDate: 0)),
  .date(.distantPast), .date(.distantFuture), .date(Date(timeIntervalSinceReferenceDate: .nan)),
  .date(Date(timeIntervalSinceReferenceDate: .infinity)), .date(Date(timeIntervalSinceReferenceDate: 1e300)),
  .uuid(UUID()), .url(URL(filePath: "/")), .data(Data()), .data(Data([1, 2])), [], [1, nil, "a"], [:], ["a": [nil]],
]
