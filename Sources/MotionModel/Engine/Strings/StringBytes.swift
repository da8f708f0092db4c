/// Comparisons of the bytes of two strings, eight at a time.
///
/// NB: This code calls no functions, not even `memcmp` or `min`. The compiler assumes that a call might release the
/// string, and would retain it for each row.
extension UnsafeBufferPointer<UInt8> {
  /// Returns whether two buffers have the same bytes.
  ///
  /// The last bytes are compared first: strings that begin alike, as names and paths do, differ there.
  @inline(__always) func isSame(as other: Self) -> Bool {
    if count != other.count { return false }
    if count < 8 { return commonPrefix(with: other) == count }
    return word(at: count &- 8) == other.word(at: count &- 8) && commonPrefix(with: other) == count
  }

  /// Returns how many bytes at the beginning are the same in both buffers.
  @inline(__always) func commonPrefix(with other: Self) -> Int {
    let common = count < other.count ? count : other.count
    var place = 0
    if common < 8 {
      while place < common && self[place] == other[place] { place &+= 1 }
      return place
    }
    while place < common {
      // The last word overlaps the one before it.
      let start = place < common &- 8 ? place : common &- 8
      let difference = word(at: start) ^ other.word(at: start)
      if difference != 0 { return start &+ difference.trailingZeroBitCount &>> 3 }
      place &+= 8
    }
    return common
  }

  /// Returns eight bytes as a number, the first byte the lowest.
  @inline(__always) func word(at place: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Returns whether an ASCII byte at a position is a character of its own, not combined with what follows.
  @inline(__always) func hasASCIICharacter(at place: Int) -> Bool {
    self[place] < 0x80 && (place &+ 1 == count || self[place &+ 1] < 0x80)
  }
}
