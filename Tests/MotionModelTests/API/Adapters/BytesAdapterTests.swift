import MotionModel
import MotionModelAdapterTests
import MotionModelTestSupport
import Testing

/// The tests that every adapter has to pass, with one that keeps encoded bytes and with the one of memory.
@Suite struct BytesAdapterTests {
  @Test(arguments: AdapterTest.allCases) func `an adapter of bytes does what memory does`(test: AdapterTest) throws {
    try test.run(seed: TestSeed.current) { BytesAdapter() }
  }

  @Test(arguments: 0..<10) func `random steps come to the same`(part: Int) throws {
    try AdapterTest.random.run(seed: TestSeed.current &+ UInt64(part) &* 7919) { BytesAdapter() }
  }
}
