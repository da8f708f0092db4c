/// The seed with which numbers are hashed. It differs in each process, so that ids and keys from outside cannot be
/// chosen to collide.
@usableFromInline struct HashSeed: Sendable {
  @usableFromInline let mask: UInt64
  @usableFromInline let factor: UInt64

  /// The seed of this process, from Swift's own hashing. That is seeded in each process, unless a developer
  /// turns seeding off.
  static let current = HashSeed(mask: word(1), factor: word(2) | 1)

  private static func word(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number.hashValue)) }

  private init(mask: UInt64, factor: UInt64) { (self.mask, self.factor) = (mask, factor) }
}

/// Spreads the bits of a word over all of its bits, reversibly: no two words have the same hash.
///
/// This is the finaliser of MurmurHash3 by Austin Appleby with a seed. The word is masked, so nobody knows the
/// input of the second multiplication. Its factor is an unknown odd number, so any two products share their highest
/// bits as seldom as random numbers (M. Dietzfelbinger et al., *A Reliable Randomized Algorithm for the
/// Closest-Pair Problem*, 1997).
@inlinable @inline(__always) func spread(_ word: UInt64, _ seed: HashSeed) -> UInt64 {
  var hash = word ^ seed.mask
  hash = (hash ^ (hash &>> 33)) &* 0xff51_afd7_ed55_8ccd
  hash = (hash ^ (hash &>> 33)) &* seed.factor
  return hash ^ (hash &>> 33)
}

/// Spreads the bits of a word with the seed of this process.
func spread(_ word: UInt64) -> UInt64 { spread(word, .current) }

/// Returns the hash of a value in the library's hash tables.
///
/// An `Int`, optional or not, is spread. Everything else uses Swift's own hashing, which has a new seed in each
/// process, so that strings from outside cannot be chosen to collide.
///
/// - Parameter seed: The seed of this process, which the caller has at hand.
@inlinable @inline(__always) func tableHash<Value: Hashable>(_ value: Value, _ seed: HashSeed) -> UInt64 {
  if Value.self == Int.self { return spread(UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int.self))), seed) }
  if Value.self == Int?.self {
    return unsafeBitCast(value, to: Int?.self).map { spread(UInt64(bitPattern: Int64($0)), seed) } ?? 0
  }
  return UInt64(bitPattern: Int64(value.hashValue))
}

/// Returns the hash of a value with the seed of this process.
@inline(__always) func tableHash<Value: Hashable>(_ value: Value) -> UInt64 { tableHash(value, .current) }
