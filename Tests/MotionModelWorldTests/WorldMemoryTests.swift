import MotionModel
import MotionModelTestSupport
import MotionModelWorld
import Testing

/// What a world leaves behind. Bytes are counted by `Scripts/world.sh memory`, because the testing library keeps a note of each error that is
/// thrown.
@Suite struct WorldMemoryTests {
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
