/// The bytes of a text beside those of another, eight at a time.
///
/// NB: Nothing here is called, neither `memcmp` nor `min`: a call might let go of the text, for all that the compiler knows, which would
/// be retained for each row.
extension UnsafeBufferPointer<UInt8> {
  /// Whether these bytes are as many as others and the same.
  ///
  /// The last ones are compared first: texts that begin alike, as names and paths do, differ there.
  @inline(__always)
  func isSame(as other: Self) -> Bool {
    if count != other.count { return false }
    if count < 8 { return commonPrefix(with: other) == count }
    return word(at: count &- 8) == other.word(at: count &- 8) && commonPrefix(with: other) == count
  }

  /// How many bytes at the beginning are the same as those of another text.
  @inline(__always)
  func commonPrefix(with other: Self) -> Int {
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

  /// Eight bytes, the first of them the lowest.
  @inline(__always)
  func word(at place: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Whether there is a character of one byte at a place, which nothing is added to.
  @inline(__always)
  func hasASCIICharacter(at place: Int) -> Bool {
    self[place] < 0x80 && (place &+ 1 == count || self[place &+ 1] < 0x80)
  }
}
