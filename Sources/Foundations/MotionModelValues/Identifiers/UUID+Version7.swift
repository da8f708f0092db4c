public import Foundation

extension UUID {
  /// Creates a time-ordered UUID: version 7 of RFC 9562.
  ///
  /// ```swift
  /// struct Note: Model {
  ///   var id = UUID.version7()
  ///   …
  /// }
  /// ```
  ///
  /// Its first 48 bits are the time in milliseconds since 1970, the next 12 a counter within the millisecond
  /// (method 1 of section 6.2), the rest random. The UUIDs of one process are therefore in the order of their
  /// creation, on any thread, even when the clock is set back. Their strings sort in the same order.
  ///
  /// For imports of older records, it may have their time. The counter is random then, so ids created for one
  /// millisecond are in no particular order.
  ///
  /// - Parameter date: The time of the UUID; nil for now. Times outside 1970 to 10889 are moved to the nearer end.
  public static func version7(at date: Date? = nil) -> UUID {
    guard let date else { return version7(moment: Version7Clock.shared.next()) }
    return version7(moment: Version7Clock.milliseconds(of: date) << 12 | .random(in: 0...0xFFF))
  }

  /// - Parameter moment: Milliseconds since 1970 in the upper 52 bits, the counter in the lower 12.
  private static func version7(moment: UInt64) -> UUID {
    var bytes = UUID().uuid
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: moment >> UInt64(52 - 8 * index)) }
      bytes[6] = 0x70 | UInt8(truncatingIfNeeded: moment >> 8) & 0x0F
      bytes[7] = UInt8(truncatingIfNeeded: moment)
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    return UUID(uuid: bytes)
  }
}

/// The latest timestamp that was used, so that the next one is later.
private final class Version7Clock: Sendable {
  static let shared = Version7Clock()

  private let last = Locked<UInt64>(0)

  /// Returns the current timestamp, or the one after the latest if the clock has not advanced.
  func next() -> UInt64 {
    let now = Self.milliseconds(of: .now) << 12
    return last.withLock { last in
      last = max(now, last + 1)
      return last
    }
  }

  static func milliseconds(of date: Date) -> UInt64 {
    UInt64(max(0, min((date.timeIntervalSince1970 * 1000).rounded(.down), 281_474_976_710_655)))
  }
}
