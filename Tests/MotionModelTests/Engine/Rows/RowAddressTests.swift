import MotionModel
import MotionModelTestSupport
import Testing

struct RowAddressTests {
  @Test func `values are read and written at their addresses`() {
    var pair = (first: 7, second: "seven")
    withUnsafeMutableBytes(of: &pair) { bytes in
      guard let start = bytes.baseAddress else { return }
      let offset = MemoryLayout<Int>.stride
      #expect(start.bound(to: Int.self).pointee == 7)
      #expect(UnsafeRawPointer(start + offset).bound(to: String.self).pointee == "seven")
      start.bound(to: Int.self).pointee = 8
    }
    #expect(pair == (8, "seven"))
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test(.enabled(if: !Allocations.areOptimised))
    func `without optimisation, an address that no value of the type can have traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [1, 2].withUnsafeBytes { bytes in
          _ = bytes.baseAddress.map { ($0 + 4).bound(to: Int.self).pointee }
        }
      }
      expectSentence("no Int can be at the address", result)
    }
  #endif
}
