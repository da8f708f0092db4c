import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Live results of all kinds, and commits of all kinds: after each step, each live result is what its finder answers, each
/// change, applied to what was shown before it, gives that, and nobody is told when nothing changed.
@Suite struct LiveSwarmTests {
  private func check(_ live: LiveCase, _ part: Int) {
    guard let fault = LiveScene.fault(live) else { return }
    let shrunk = live.shrunk { LiveScene.fault($0) != nil }
    Issue.record("seed \(TestSeed.current), part \(part): \(shrunk)\n\(LiveScene.fault(shrunk) ?? fault)")
  }

  @Test(arguments: EarlierLiveFailures.cases) func `what went wrong once goes right`(text: String) throws {
    check(try #require(LiveCase(text), "there is no such kind any more"), 0)
  }

  /// Each two kinds of steps, one after the other, while some kinds of subjects are watched.
  @Test(arguments: LiveStepKind.allCases) func `any two kinds of steps follow each other`(first: LiveStepKind) {
    var random = TestSeed.generator(61_000)
    let kinds = LiveSubjectKind.allCases.filter { !$0.writes }.shuffled(using: &random)
    // Without optimisation a third of the pairs, which are others in each run.
    let seconds = LiveStepKind.allCases.enumerated().shuffled(using: &random)
    for (number, second) in seconds.prefix(shortened(seconds.count)) {
      let seeds = (0..<13).map { _ in UInt64(random.number(0...9999)) }
      let start = seeds.dropFirst(4).map { LiveCase.Item(LiveStepKind.edit, $0) }
      let steps = zip([.insertMany, first, second, first], seeds).map { LiveCase.Item($0, $1) }
      let subjects = (0..<7).map { LiveCase.Item(kinds[(number * 7 + $0) % kinds.count], seeds[$0]) }
      check(LiveCase(subjects: subjects, steps: start + steps), 0)
    }
  }

  @Test(arguments: 0..<shortened(24)) func `random steps while random subjects are watched`(part: Int) {
    var random = TestSeed.generator(62_000 + part)
    for _ in 0..<5 { check(.swarm(&random, steps: 30), part) }
  }

  @Test(arguments: 0..<8) func `cases like those that went wrong`(part: Int) {
    var random = TestSeed.generator(63_000 + part)
    let earlier = EarlierLiveFailures.cases.compactMap { LiveCase($0) }
    for _ in 0..<12 {
      guard let one = random.pickAny(earlier) else { return }
      check(one.mutated(&random), part)
    }
  }

  @Test func `a case is read as it is written`() {
    var random = TestSeed.generator(64_000)
    for _ in 0..<20 {
      let live = LiveCase.swarm(&random, steps: 5)
      #expect(LiveCase(live.description) == live)
    }
    #expect(LiveCase("cards.x | edit.1") == nil && LiveCase("cards.1") == nil && LiveCase("a.1 | ") == nil)
  }
}
