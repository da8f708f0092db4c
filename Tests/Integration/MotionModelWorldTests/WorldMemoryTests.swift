import MotionModel
import MotionModelTestSupport
import MotionModelWorld
import Testing

/// Worlds must not leak their store. `Scripts/world.sh memory` counts bytes; a test cannot, because the testing library
/// records each thrown error.
@Suite struct WorldMemoryTests {
  @Test func `the store of a world is freed with the world`() throws {
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
