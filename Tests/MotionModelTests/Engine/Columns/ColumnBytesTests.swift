import Testing

@testable import MotionModel

@Suite struct ColumnBytesTests {
  private let row: [UInt8] = Array(0..<24)

  private func areSame(_ columns: [Range<Int>?], changed byte: Int) -> Bool {
    var other = row
    other[byte] = 99
    return row.withUnsafeBytes { row in
      other.withUnsafeBytes { other in
        guard let row = row.baseAddress, let other = other.baseAddress else { return false }
        return ColumnBytes(columns).areSame(Row(row), Row(other))
      }
    }
  }

  @Test(arguments: 0..<24) func `rows differ if the bytes of a column differ, not if bytes between columns do`(
    byte: Int
  ) {
    let columns = [8..<16, 0..<8, 17..<20, 18..<19]
    #expect(areSame(columns, changed: byte) == !columns.contains { $0.contains(byte) })
  }

  @Test func `with a computed column, equal bytes do not prove that rows are the same`() {
    #expect(!areSame([0..<8, nil], changed: 20))
    #expect(areSame([0..<8], changed: 20))
  }
}
