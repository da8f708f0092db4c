import MotionModelTestSupport
import Testing

/// Random cases while other threads read what is watched; they run under the thread sanitizer, too.
@Suite(.serialized) struct LiveSwarmConcurrencyTests {
  @Test(arguments: 0..<8) func `random steps while other threads read`(part: Int) {
    var random = TestSeed.generator(67_000 + part)
    for _ in 0..<6 {
      let live = LiveCase.swarm(&random, steps: 20)
      if let fault = LiveScene.fault(live, readers: 2) {
        Issue.record("seed \(TestSeed.current), part \(part): \(live)\n\(fault)")
      }
    }
  }

  @Test(arguments: EarlierLiveFailures.cases.prefix(4)) func `earlier failures while other threads read`(
    text: String
  ) throws {
    let live = try #require(LiveCase(text), "there is no such kind any more")
    #expect(LiveScene.fault(live, readers: 2) == nil)
  }
}
