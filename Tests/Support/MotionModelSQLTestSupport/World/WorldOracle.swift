import Foundation
package import MotionModel
import MotionModelTestSupport
import MotionModelValues
import Testing

/// Random steps that use everything at once have the same results in a store whose records a database keeps, and in
/// memory.
package enum WorldOracle {
  /// Makes worlds, one after the other, until a time is over, but at least one.
  ///
  /// `MOTIONMODEL_WORLD_SECONDS` is another time for each part.
  ///
  /// - Parameters:
  ///   - part: Which of several parts of a test this is.
  ///   - makeAdapter: Creates an adapter that has no records.
  ///   - disturb: Runs a statement as another program with the database of the adapter would; nil for no other program.
  package static func compare<Adapter: StorageAdapter>(
    part: Int, seconds: Double, _ makeAdapter: () throws -> Adapter,
    disturb: (@Sendable (String) throws -> Void)? = nil
  ) throws {
    let asked = ProcessInfo.processInfo.environment["MOTIONMODEL_WORLD_SECONDS"].flatMap { Double($0) }
    let end = Date.now.addingTimeInterval(asked ?? seconds)
    var (world, steps) = (0, 0)
    repeat {
      let random = TestSeed.generator(part + 1_000 * (world + 1))
      let length = 120
      let adapter = try makeAdapter()
      let writer = disturb.map { Disturbance<Adapter>($0, random) }
      defer { writer?.end() }
      guard compare(random, length, adapter, givesIDs: disturb != nil) else {
        Issue.record("World \(world) of part \(part). MOTIONMODEL_SEED=\(TestSeed.current)")
        return
      }
      (world, steps) = (world + 1, steps + length)
    } while Date.now < end
    print("\(Adapter.self): \(world) worlds, \(steps) steps, part \(part), MOTIONMODEL_SEED=\(TestSeed.current)")
  }

  private static func compare<Adapter: StorageAdapter>(
    _ random: SplitMix64, _ length: Int, _ adapter: Adapter, givesIDs: Bool
  ) -> Bool {
    var kept = WorldTwin<Adapter>([adapter], random, givesIDs: givesIDs)
    var memory = WorldTwin<ArrayAdapter>([], random, givesIDs: givesIDs)
    var past: [String] = []
    for number in 0..<length {
      let (found, expected) = (kept.next(), memory.next())
      past.append("\(number) \(expected)")
      if found != expected {
        Issue.record(
          "step \(number)\n  kept:      \(found)\n  in memory: \(expected)\nafter\n\(past.suffix(8).joined(separator: "\n"))"
        )
        return false
      }
      do {
        let (state, expectedState) = (try kept.state(), try memory.state())
        if state == expectedState { continue }
        Issue.record(
          "step \(number) \(found)\nkept:\n\(difference(state, expectedState))\nin memory:\n\(difference(expectedState, state))"
        )
      } catch { Issue.record("step \(number): \(error)") }
      return false
    }
    return true
  }

  /// The lines of one text that another does not have.
  private static func difference(_ text: String, _ other: String) -> String {
    let others = Set(other.split(separator: "\n"))
    return text.split(separator: "\n").filter { !others.contains($0) }.joined(separator: "\n")
  }
}

/// Another program, which writes rows as they are: it changes nothing, and is in the way of transactions that have read them.
private final class Disturbance<Adapter: StorageAdapter>: Sendable {
  private let isOver = Locked(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ run: @escaping @Sendable (String) throws -> Void, _ random: SplitMix64) {
    let tables = [
      Site<Adapter>.schema.modelName, Worker<Adapter>.schema.modelName, Job<Adapter>.schema.modelName,
      Shift<Adapter>.schema.modelName, Permit<Adapter>.schema.modelName, Remark<Adapter>.schema.modelName,
      Booking<Adapter>.schema.modelName,
    ]
    Thread.detachNewThread { [isOver, ended] in
      var random = random
      while !isOver.withLock({ $0 }) {
        let (table, remainder) = (random.pick(tables), random.number(0...2))
        // The table is not there yet, or a transaction of the world is in the way.
        try? run("UPDATE \"\(table)\" SET _position = _position WHERE _position % 3 = \(remainder)")
        // Now and then it rests, so that a long transaction comes to an end, also on a busy machine.
        Thread.sleep(forTimeInterval: random.chance(20) ? 0.7 : Double(random.number(0...60)) / 1_000)
      }
      ended.signal()
    }
  }

  func end() {
    isOver.withLock { $0 = true }
    ended.wait()
  }
}
