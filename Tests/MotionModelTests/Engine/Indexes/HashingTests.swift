import Testing

@testable import MotionModel

/// An attacker who chooses strings or numbers must not be able to make their hashes collide.
@Suite struct HashingTests {
  /// 4,096 strings with the same hash in the usual hash functions that multiply by 31 or 33. They consist of two pairs
  /// of letters that these functions do not distinguish.
  private var strings: [String] {
    (0..<4_096).map { number in
      (0..<12).map { bit in number >> bit & 1 == 0 ? "Aa" : "BB" }.joined()
    }
  }

  @Test func `strings that collide in well-known hash functions do not collide`() {
    let simple = Set(strings.map { $0.utf8.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) } })
    #expect(simple.count == 1, "they do collide there")
    // An entry keeps 24 bits of the hash. Of 4,096 hashes among 16 million, hardly any have the same bits.
    let fragments = Set(strings.map { tableHash($0) >> 40 })
    #expect(fragments.count > 4_080)
    #expect(Set(strings.map { tableHash(String?.some($0)) >> 40 }).count > 4_080)
  }

  /// Numbers whose hashes have the same first 24 bits in the finaliser of MurmurHash3, which can be inverted.
  private var numbers: [Int] {
    func unshifted(_ word: UInt64) -> UInt64 { word ^ (word >> 33) }
    return (0..<4_096).map { number in
      var word = unshifted(UInt64(number) << 20)
      word = unshifted(word &* Self.inverse(of: 0xc4ce_b9fe_1a85_ec53))
      word = unshifted(word &* Self.inverse(of: 0xff51_afd7_ed55_8ccd))
      return Int(bitPattern: UInt(word))
    }
  }

  /// Returns the multiplicative inverse of an odd number, by Newton's method: each step doubles the correct bits.
  private static func inverse(of odd: UInt64) -> UInt64 {
    (0..<6).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) }
  }

  private func murmur(_ number: Int) -> UInt64 {
    var hash = UInt64(bitPattern: Int64(number))
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 33)
  }

  @Test func `numbers that collide in a well-known hash function do not collide`() {
    #expect(Set(numbers.map { murmur($0) >> 40 }).count == 1, "they do collide there")
    #expect(Set(numbers).count == 4_096)
    #expect(Set(numbers.map { tableHash($0) >> 40 }).count > 4_080)
    #expect(Set(numbers.map { tableHash(Int?.some($0)) >> 40 }).count > 4_080)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `another process computes other hashes of numbers`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        print("hash \(tableHash(1))")
      }
      let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(text.contains("hash "))
      #expect(!text.contains("hash \(tableHash(1))"))
    }
  #endif

  @Test func `hashes of consecutive numbers do not collide either`() {
    #expect(Set((0..<4_096).map { tableHash($0 << 24) >> 40 }).count > 4_080)
    #expect(Set((0..<4_096).map { tableHash($0) & 0xFFF }).count > 2_400, "as many as random numbers would")
  }
}
