import Foundation
package import MotionModel
import MotionModelTestSupport
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
  package static func compare<Adapter: StorageAdapter>(
    part: Int, seconds: Double, _ makeAdapter: () throws -> Adapter
  ) throws {
    let asked = ProcessInfo.processInfo.environment["MOTIONMODEL_WORLD_SECONDS"].flatMap { Double($0) }
    let end = Date.now.addingTimeInterval(asked ?? seconds)
    var (world, steps) = (0, 0)
    repeat {
      let random = TestSeed.generator(part + 1_000 * (world + 1))
      let length = 120
      guard compare(random, length, try makeAdapter()) else {
        Issue.record("World \(world) of part \(part). MOTIONMODEL_SEED=\(TestSeed.current)")
        return
      }
      (world, steps) = (world + 1, steps + length)
    } while Date.now < end
    print("\(Adapter.self): \(world) worlds, \(steps) steps, part \(part), MOTIONMODEL_SEED=\(TestSeed.current)")
  }

  private static func compare<Adapter: StorageAdapter>(_ random: SplitMix64, _ length: Int, _ adapter: Adapter) -> Bool
  {
    var kept = WorldTwin<Adapter>([adapter], random)
    var memory = WorldTwin<ArrayAdapter>([], random)
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
