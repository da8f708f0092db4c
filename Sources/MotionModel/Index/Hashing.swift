/// Spreads the bits of a word over all of its bits, reversibly: no two words have one hash.
///
/// This is the finaliser of MurmurHash3 by Austin Appleby.
@inlinable @inline(__always)
func spread(_ word: UInt64) -> UInt64 {
  var hash = word
  hash = (hash ^ (hash &>> 33)) &* 0xff51_afd7_ed55_8ccd
  hash = (hash ^ (hash &>> 33)) &* 0xc4ce_b9fe_1a85_ec53
  return hash ^ (hash &>> 33)
}

/// The hash of a value in the library's hash tables.
///
/// An `Int`, optional or not, is spread; everything else goes through Swift's own hashing, which is seeded anew in each
/// process, so that texts from outside cannot be chosen to collide.
@inlinable @inline(__always)
func tableHash<Value: Hashable>(_ value: Value) -> UInt64 {
  if Value.self == Int.self { return spread(UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int.self)))) }
  if Value.self == Int?.self {
    return unsafeBitCast(value, to: Int?.self).map { spread(UInt64(bitPattern: Int64($0))) } ?? 0
  }
  return UInt64(bitPattern: Int64(value.hashValue))
}
