import MotionModel
import MotionModelReplay

/// A run of steps in the store of a session, which records it, so that it can be made again.
package struct RecordedTrial {
  private let steps: [Step]

  /// Creates a run of a number of steps, which are generated from a seed.
  package init(seed: UInt64, count: Int) {
    var generator = Generator(seed: seed)
    steps = generator.steps(count)
  }

  /// Makes the steps, and makes those of the recording again, which was written to a text and read.
  ///
  /// - Returns: The first difference; nil when there is none.
  package func run() -> Difference? {
    do {
      let session = try record()
      let replayed = try replay(try Recording(text: session.recording.text))
      let (text, other) = (try session.store.sortedString(), try replayed.store.sortedString())
      return text == other ? nil : Difference("replayed records", "\(other), expected \(text)")
    } catch {
      return error as? Difference ?? Difference("recorded run", "\(error)")
    }
  }

  private func record() throws -> Session {
    let time = WorldClock()
    let session = try Session(clock: { time.now }, ids: .ofWorld) { clock, ids in
      Store(clock: clock, ids: ids, notificationCenter: nil)
    }
    let world = World(in: session.store, time)
    for number in steps.indices { try make(number, in: world, session) }
    return session
  }

  private func replay(_ recording: Recording) throws -> Session {
    let time = WorldClock()
    var world: World?
    return try recording.replay(models: World.models) { step, session in
      let there = world ?? World(in: session.store, time)
      world = there
      try make(step.input(), in: there, session)
    }
  }

  private func make(_ number: Int, in world: World, _ session: Session) throws {
    try session.step("make", number) { number in try world.make(steps[number]) }
  }
}
