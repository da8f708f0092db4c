import MotionModelWorld
import Testing

@Suite struct ShrinkerTests {
  private let create = Step.create(
    Draft(kind: .site, id: .byHand(7), edits: [Edit(field: 3, value: 99), Edit(field: 1, value: 5)]), .save)
  private let delete = Step.delete(Target(kind: .site, index: 4, which: .present))

  @Test func `steps that are not needed for the failure are removed`() {
    var generator = Generator(seed: 3)
    let steps = generator.steps(40) + [create] + generator.steps(40) + [.snapshot, delete]
    var shrinker = Shrinker(steps) { steps in
      let names = steps.map { "\($0)" }
      let first = names.firstIndex { $0.hasPrefix("create") && $0.contains("byHand(7)") }
      return first != nil && names.last?.hasPrefix("delete") == true
    }
    let shrunk = shrinker.shrink()
    #expect(shrunk.count == 2)
  }

  @Test func `the remaining steps are simplified`() {
    let steps: [Step] = [.transaction([.snapshot, .transaction([create, delete], .commit)], .fail)]
    var shrinker = Shrinker(steps) { "\($0)".contains("delete") && "\($0)".contains("create") }
    #expect("\(shrinker.shrink())".contains("transaction") == false)
  }

  @Test func `a shrinker stops at its budget`() {
    var count = 0
    var generator = Generator(seed: 1)
    var shrinker = Shrinker(generator.steps(300), budget: 50) { _ in
      count += 1
      return false
    }
    #expect(shrinker.shrink().count == 300)
    #expect(count == 50)
  }
}
