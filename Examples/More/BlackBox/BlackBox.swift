import Foundation
import MotionModel
import MotionModelReplay

/// A program whose calls are recorded, until one fails; the recording is a file that fails again, step by step, on any
/// machine.
///
///     swift run BlackBox                     # sells tickets until something goes wrong, and writes a recording
///     swift run BlackBox failure.replay      # plays the recording back
@main
struct BlackBox {
  static func main() throws {
    if let path = CommandLine.arguments.dropFirst().first { return try replay(URL(filePath: path)) }
    let url = FileManager.default.temporaryDirectory.appending(path: "BlackBox-\(UUID().uuidString).replay")
    defer { try? FileManager.default.removeItem(at: url) }
    try record(to: url)
    try replay(url)
  }

  /// Sells tickets until a sale fails that should not.
  private static func record(to url: URL) throws {
    var (session, attempts) = (try Session(), 0)
    while !hasFailed(session) { (session, attempts) = (try Session(), attempts + 1) }
    try session.recording.write(to: url)
    print("A sale has failed after \(attempts) days without a fault. What was recorded:\n")
    print(session.recording)
  }

  /// One day: whether a sale has failed that should not.
  private static func hasFailed(_ session: Session) -> Bool {
    let lottery = Lottery(session: session)
    for (holder, count) in [("ann", 2), ("bob", 3), ("eve", 3), ("zoe", 2)] {
      do { try lottery.sell(Order(holder: holder, count: count)) } catch is LotteryError {} catch { return true }
    }
    return false
  }

  /// Plays the recording back: first the program as it was, then with the fault removed.
  private static func replay(_ url: URL) throws {
    let recording = try Recording(contentsOf: url)
    let session = try recording.replay { step, session in try Lottery(session: session).take(step) }
    print(
      "\nReplayed \(recording.steps.count) steps: the same happens, with \(session.store.table(Ticket.self).count) tickets sold."
    )
    do {
      try recording.replay { step, session in try Lottery(session: session, isCareless: false).take(step) }
      preconditionFailure("The program without the fault does the same.")
    } catch let error as ReplayError {
      print("\nWithout the fault, the replay says where the program does something else:\n\(error)")
    }
  }
}
