import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelValues

/// Sends one browser what is committed, a few times a second, in events.
///
/// It reads the log at its own pace. What was forgotten meanwhile, because the browser is slow or the commits are
/// many, is counted. A browser that takes nothing for a while is dropped.
struct EventStream {
  /// How long it waits between two looks at the log, and after how many of them it sends a sign of life.
  static let (pause, quiet) = (0.1, 100)
  /// How many commits an event describes; of others it says how many they are.
  static let described = 20
  /// How many ids of changed records of a commit it says.
  static let idLimit = 50

  let log: CommitLogBuffer
  let connection: Connection
  let listener: Listener

  /// Sends until the browser or the inspector ends.
  ///
  /// - Parameter number: The number of the latest commit that the browser knows of.
  func run(after number: Int) {
    let head = Reply.head(200, ["Content-Type: text/event-stream"] + Reply.pageHeaders)
    guard connection.send(head + Array("retry: 2000\n\n".utf8)) else { return }
    var (seen, idle) = (min(max(0, number), log.last), 0)
    while !listener.isEnded {
      Thread.sleep(forTimeInterval: Self.pause)
      let last = log.last
      if last == seen {
        idle += 1
        // Without it, the end of a browser would not be noticed.
        if idle % Self.quiet == 0, !connection.send(Array(": still here\n\n".utf8)) { return }
        continue
      }
      if !connection.send(Self.event(log.entries(after: seen, limit: Self.described), after: seen)) { return }
      (seen, idle) = (max(last, seen), 0)
    }
  }

  /// The event of commits behind a number, some of which may be forgotten.
  static func event(_ entries: [CommitLogBuffer.Entry], after seen: Int) -> [UInt8] {
    let last = entries.last?.number ?? seen
    let commits = entries.map { entry -> AttributeValue in
      let models = entry.changeset?.ids(limit: idLimit).mapValues { ids in
        AttributeValue.array(ids.map { .string($0.plainString) })
      }
      return [
        "number": .int(Int64(entry.number)), "id": .int(Int64(entry.id)), "summary": .string(entry.summary),
        "models": models.map { .dictionary($0) } ?? .null,
      ]
    }
    let data: AttributeValue = [
      "last": .int(Int64(last)), "skipped": .int(Int64(max(0, last - seen - entries.count))),
      "commits": .array(commits),
    ]
    // JSON of one line: line ends in strings are escaped there.
    return Array("event: commits\nid: \(last)\ndata: \(JSONFormat.written(data).replacing("\n", with: " "))\n\n".utf8)
  }
}
