import Testing

@testable import MotionModel

/// Texts that a stranger chose must not fall into one place of a hash table.
@Suite struct HashFloodingTests {
  /// 4,096 texts that have one hash in the usual hash functions of 31 and 33 times: pairs of letters can be swapped for others.
  private var texts: [String] {
    (0..<4_096).map { number in
      (0..<12).map { bit in number >> bit & 1 == 0 ? "Aa" : "BB" }.joined()
    }
  }

  @Test func `texts that collide in well known hash functions do not here`() {
    let simple = Set(texts.map { $0.utf8.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) } })
    #expect(simple.count == 1, "they do collide there")
    // 24 bits of the hash are kept with an entry; of 4,096 among 16 million hardly any share them.
    let fragments = Set(texts.map { tableHash($0) >> 40 })
    #expect(fragments.count > 4_080)
    #expect(Set(texts.map { tableHash(String?.some($0)) >> 40 }).count > 4_080)
  }

  @Test func `numbers in a row do not share places either`() {
    #expect(Set((0..<4_096).map { tableHash($0 << 24) >> 40 }).count > 4_080)
    #expect(Set((0..<4_096).map { tableHash($0) & 0xFFF }).count > 2_400, "as many as random numbers would")
  }
}
