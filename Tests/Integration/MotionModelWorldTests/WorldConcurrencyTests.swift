import MotionModelTestSupport
import MotionModelWorld
import Testing

@Suite struct WorldConcurrencyTests {
  @Test func `readers beside steps and other writers see only whole commits`() throws {
    var seeds = TestSeed.generator()
    let steps = _isDebugAssertConfiguration() ? 200 : 2000
    #expect(try Storm(seed: seeds.next(), steps: steps).run() == nil)
  }
}
