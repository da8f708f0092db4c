import Testing

@testable import MotionModel

/// Texts that a stranger chose must not fall into one place of a hash table.
@Suite struct HashingTests {
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

  /// Numbers of which the first 24 bits are the same in the well known finaliser of MurmurHash3: it can be calculated backwards.
  private var numbers: [Int] {
    func unshifted(_ word: UInt64) -> UInt64 { word ^ (word >> 33) }
    return (0..<4_096).map { number in
      var word = unshifted(UInt64(number) << 20)
      word = unshifted(word &* Self.inverse(of: 0xc4ce_b9fe_1a85_ec53))
      word = unshifted(word &* Self.inverse(of: 0xff51_afd7_ed55_8ccd))
      return Int(bitPattern: UInt(word))
    }
  }

  /// The number with which an odd number gives 1, by Newton's method: each step doubles the bits that are right.
  private static func inverse(of odd: UInt64) -> UInt64 {
    (0..<6).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) }
  }

  private func murmur(_ number: Int) -> UInt64 {
    var hash = UInt64(bitPattern: Int64(number))
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 33)
  }

  @Test func `numbers that collide in a well known hash function do not here`() {
    #expect(Set(numbers.map { murmur($0) >> 40 }).count == 1, "they do collide there")
    #expect(Set(numbers).count == 4_096)
    #expect(Set(numbers.map { tableHash($0) >> 40 }).count > 4_080)
    #expect(Set(numbers.map { tableHash(Int?.some($0)) >> 40 }).count > 4_080)
  }

  #if os(macOS) || os(Linux)  // a test in a process of its own
    @Test func `numbers are hashed in another way by another process`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        print("hash \(tableHash(1))")
      }
      let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(text.contains("hash "))
      #expect(!text.contains("hash \(tableHash(1))"))
    }
  #endif

  @Test func `numbers in a row do not share places either`() {
    #expect(Set((0..<4_096).map { tableHash($0 << 24) >> 40 }).count > 4_080)
    #expect(Set((0..<4_096).map { tableHash($0) & 0xFFF }).count > 2_400, "as many as random numbers would")
  }
}
