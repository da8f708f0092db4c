@testable import MotionModel
import MotionModelTestSupport
import Testing

/// What is computed in C must be what plain Swift does.
@Suite struct IntegerVectorsTests {
  private func value(_ random: inout SplitMix64) -> Int {
    random.pick([.min, .min + 1, -1, 0, 1, .max - 1, .max, random.number(-3...3), random.number(-1_000...1_000)])
  }

  @Test func `integers within bounds are found side by side and in rows, and nothing behind the last is read`() {
    var random = TestSeed.generator(5_200)
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    for stride in [8, 40] {
      let offset = stride == 8 ? 0 : 16
      let plain = StoredProperty<Int>(offset: offset)
      let other = StoredProperty<Int64>(offset: offset)
      for count in [1, 2, 7, 63, 64, 65, 100, 127, 128] {
        for _ in 0..<40 {
          let values = (0..<count).map { _ in value(&random) }
          let rows = RowMask(prefix: count).filter { _ in random.chance(90) }
          let (least, greatest) = (value(&random), value(&random))
          let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count * stride, alignment: 8)
          defer { bytes.deallocate() }
          for (row, value) in values.enumerated() {
            bytes.storeBytes(of: value, toByteOffset: offset + row * stride, as: Int.self)
          }
          guard let base = UnsafeRawPointer(bytes.baseAddress) else { continue }
          let expected = rows.filter { least <= values[$0] && values[$0] <= greatest }
          let slow = plain.kernel(IsWithin<PlainTraits<Int>>(least: least, greatest: greatest))
          #expect(slow(base, stride, rows) == expected, comment)
          #expect(integersWithin(plain, least, greatest, slow)(base, stride, rows) == expected, comment)
          let same = integersWithin(other, Int64(least), Int64(greatest), slow)
          #expect(same(base, stride, rows) == expected, comment)
        }
      }
    }
  }

  @Test func `each comparison of a column finds what a loop finds`() {
    var random = TestSeed.generator(5_201)
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    let kernels = ColumnKernels(StoredProperty<Int>(offset: 0), PlainTraits<Int>.self)
    for _ in 0..<200 {
      let values = (0..<128).map { _ in value(&random) }
      let operand = value(&random)
      values.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        let rows = RowMask(prefix: 128)
        let found = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].map {
          kernels.comparison($0, operand)(base, 8, rows)
        }
        let tests: [(Int, Int) -> Bool] = [(==), (!=), (<), (<=), (>), (>=)]
        #expect(found == tests.map { test in rows.filter { test(values[$0], operand) } }, comment)
      }
    }
  }

  /// Returns the sum of integers; nil if one of them is beyond ±2⁵⁵.
  private func plainSum(_ values: [Int]) -> Int? {
    values.allSatisfy { $0 >= -(1 << 55) && $0 < 1 << 55 } ? values.reduce(0, +) : nil
  }

  @Test func `sums of 64 integers are those of plain Swift`() {
    var random = TestSeed.generator(5_202)
    var known = 0
    for _ in 0..<2_000 {
      let limit = 1 << random.number(52...57)
      var values = (0..<64).map { _ in random.number(-limit...limit - 1) }
      if random.chance(50) { values = values.map { $0 / 8 } }
      if random.chance(20) { values[random.number(0...63)] = random.pick([1 << 55, (1 << 55) - 1, -(1 << 55), .min]) }
      let expected = plainSum(values)
      known += expected == nil ? 0 : 1
      values.withUnsafeBufferPointer { values in
        guard let base = values.baseAddress else { return }
        #expect(sumOfSmall(base) == expected, "seed \(TestSeed.current)")
      }
    }
    #expect(known > 500 && known < 1_900)
  }
}
