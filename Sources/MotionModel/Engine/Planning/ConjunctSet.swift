/// Some of the conditions of a finder, by their numbers.
///
/// It is one word, because it is made for each index and each question. Conditions beyond the sixty-fourth are in no set: they are
/// tested, whatever an index knows of them.
struct ConjunctSet: Sendable, Equatable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  init(arrayLiteral numbers: Int...) { for number in numbers { insert(number) } }

  var count: Int { bits.nonzeroBitCount }

  func contains(_ number: Int) -> Bool { number < 64 && bits & (1 &<< UInt64(number)) != 0 }

  func isSubset(of other: ConjunctSet) -> Bool { bits & ~other.bits == 0 }

  /// The conditions that are not among them.
  func others(of conjuncts: [PredicateNode]) -> [PredicateNode] {
    conjuncts.indices.compactMap { contains($0) ? nil : conjuncts[$0] }
  }

  mutating func insert(_ number: Int) { if number < 64 { bits |= 1 &<< UInt64(number) } }

  func union(_ other: ConjunctSet) -> ConjunctSet {
    var union = self
    union.bits |= other.bits
    return union
  }
}
