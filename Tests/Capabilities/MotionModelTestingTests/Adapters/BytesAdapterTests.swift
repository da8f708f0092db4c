import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// The tests that every adapter has to pass, for an adapter of encoded bytes and for the one of memory.
@Suite struct BytesAdapterTests {
  @Test(arguments: AdapterTest.allCases) func `an adapter of encoded bytes passes the same tests as memory`(
    test: AdapterTest
  ) throws {
    try test.run(seed: TestSeed.current) { BytesAdapter() }
  }

  @Test(arguments: KeptRecordsTest.allCases) func `its records do all that those in memory do`(
    test: KeptRecordsTest
  ) throws {
    try test.run { BytesAdapter() }
  }

  @Test(arguments: 0..<10) func `random steps have the same result`(part: Int) throws {
    try AdapterTest.random.run(seed: TestSeed.current &+ UInt64(part) &* 7919) { BytesAdapter() }
  }
}
