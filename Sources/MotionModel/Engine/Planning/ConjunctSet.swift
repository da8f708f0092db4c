/// A set of conditions of one query, by their numbers.
///
/// It is one machine word, because each query creates a set for each index. A set cannot contain conditions after the
/// 64th, so these are tested even if an index decides them.
struct ConjunctSet: Sendable, Equatable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  init(arrayLiteral numbers: Int...) { for number in numbers { insert(number) } }

  var count: Int { bits.nonzeroBitCount }

  func contains(_ number: Int) -> Bool { number < 64 && bits & (1 &<< UInt64(number)) != 0 }

  /// Returns the conditions that are not in this set.
  func others(of conjuncts: [PredicateNode]) -> [PredicateNode] {
    conjuncts.indices.compactMap { contains($0) ? nil : conjuncts[$0] }
  }

  func isSubset(of other: ConjunctSet) -> Bool { bits & ~other.bits == 0 }

  mutating func insert(_ number: Int) { if number < 64 { bits |= 1 &<< UInt64(number) } }

  func union(_ other: ConjunctSet) -> ConjunctSet {
    var union = self
    union.bits |= other.bits
    return union
  }
}

extension ConjunctSet: Sequence, IteratorProtocol {
  /// Removes the lowest number and returns it.
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits - 1 }
    return bits.trailingZeroBitCount
  }
}
