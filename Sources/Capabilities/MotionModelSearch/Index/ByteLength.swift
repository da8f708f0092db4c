/// How many words a row has, as a byte: exact below 128, and else rounded down, by less than a sixteenth.
///
/// A bound that takes a row for shorter than it is still holds. The order of the bytes is that of the lengths.
enum ByteLength {
  /// The byte of the greatest length. Longer rows have it, too. The next byte means that there is no row.
  private static let longest: UInt32 = 254

  /// Returns the byte of a length.
  @inline(__always)
  static func code(_ length: UInt32) -> UInt8 {
    if length < 128 { return UInt8(length) }
    let doublings = UInt32(24 - length.leadingZeroBitCount)
    return UInt8(min(128 + doublings << 4 + length >> (doublings + 3) & 15, longest))
  }

  /// Returns the least length that has a byte.
  @inline(__always)
  static func length(_ code: UInt8) -> UInt32 {
    if code < 128 { return UInt32(code) }
    let (doublings, sixteenths) = (UInt32(code - 128) >> 4, UInt32(code) & 15)
    return (16 + sixteenths) << (doublings + 3)
  }
}
