import Foundation
import MotionModel
import MotionModelReplay
import MotionModelTestSupport

/// Recordings of sessions.
enum Recordings {
  static let target = Target("recording", .records(of: MemoryLayout<AllTypes>.stride).adding(1 << 22)) { random in
    let session = try Session(clock: Target.clock) { clock, ids in
      let store = Store(clock: clock, ids: ids, notificationCenter: nil)
      if random.chance(50) { try store.table(Todo.self).insert(contentsOf: [Todo("kept")]) }
      return store
    }
    for name in ["add", "change", "roll", "ask", "fail"] where random.chance(60) {
      try? session.step(name, String.nasty(using: &random)) { try take(name, $0, session) }
    }
    return Data(session.recording.text.utf8)
  } read: { input, bound in
    do {
      let recording = try bound.check(input.count) { try Recording(text: String(decoding: input, as: UTF8.self)) }
      if try Recording(text: recording.text) != recording { throw Target.Changed(what: "a recording") }
      let session = try recording.replay(models: Target.models) { step, session in
        let input: String = try step.input()
        try session.step(step.name, input) { try take(step.name, $0, session) }
      }
      try Target.check(session.store, input.count)
      return true
    } catch let error as ReplayError {
      _ = "\(error)"
      return false
    } catch let error where error is FileError || error is StoreError || error is DecodingError || error is Refusal {
      return false
    }
  }

  private struct Refusal: Error {}

  private static func take(_ name: String, _ input: String, _ session: Session) throws {
    switch name {
    case "add": try Todo.create { $0.name = input }
    case "change":
      for var todo in Todo.all {
        todo.name += input
        try todo.save()
      }
    case "roll":
      let random = session.random
      for _ in 0..<random.next() % 3 { try Project.create { $0.name = input } }
    case "ask": _ = try session.outside("weather") { input }
    default: throw Refusal()
    }
  }
}
