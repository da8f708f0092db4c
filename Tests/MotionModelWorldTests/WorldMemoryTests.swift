import MotionModel
import MotionModelTestSupport
import MotionModelWorld
import Testing

@Suite struct WorldMemoryTests {
  @Test(.disabled("What some worlds leave behind, one or two kilobytes, is still to be found."))
  func `the memory of a world goes back when it ends`() {
    let trial = Trial(seed: 11, count: 60)
    #expect(trial.leakedBytes <= 0)
  }

  @Test func `nobody keeps the store of a world that ended`() throws {
    weak var store: Store?
    do {
      let world = World()
      var generator = Generator(seed: 12)
      for step in generator.steps(80) { try world.make(step) }
      store = world.store
      #expect(store != nil)
    }
    #expect(store == nil)
  }
}
