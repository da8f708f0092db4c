@testable import MotionModel
import MotionModelTestSupport
import Testing

/// The kernel of a stored `Bool` must find the rows that a loop finds, in rows and in pages of any number of values.
@Suite struct BooleanEqualityTests {
  @Test func `booleans are found side by side and in rows, whatever lies behind them`() throws {
    var random = TestSeed.generator(5_100)
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    for stride in [1, 24] {
      let property = StoredProperty<Bool>(offset: stride == 1 ? 3 : 17)
      let kernels = [false, true].compactMap { booleanEquality(property, $0) }
      try #require(kernels.count == 2)
      for count in [1, 7, 8, 9, 63, 64, 65, 100, 127, 128] {
        // Bytes that are no booleans lie behind the last one.
        var bytes = (0..<(128 * stride + 24)).map { _ in UInt8(random.number(0...255)) }
        let values = (0..<count).map { _ in random.chance(50) }
        for (row, value) in values.enumerated() { bytes[property.offset + row * stride] = value ? 1 : 0 }
        let rows = random.chance(50) ? RowMask(prefix: count) : RowMask(prefix: count).filter { $0 % 3 != 1 }
        bytes.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          for (operand, kernel) in zip([false, true], kernels) {
            #expect(kernel(base, stride, rows) == rows.filter { values[$0] == operand }, comment)
          }
        }
      }
    }
  }

  @Test func `only a stored boolean has the kernel`() {
    #expect(booleanEquality(StoredProperty<Int>(offset: 0), 1) == nil)
    #expect(booleanEquality(StoredProperty<Bool?>(offset: 0), true) == nil)
    #expect(booleanEquality(KeyPathProperty<Parcel, Bool>(\.isSold), true) == nil)
  }
}
