import MotionModelValues
import Synchronization

/// The statements that a database runs for one question, for the logs of finders.
package final class FinderStatements: Sendable {
  /// What collects the statements of the calling task; nil unless there is a log.
  @TaskLocal static var current: FinderStatements?
  /// Whether there ever was a log. NB: It is read for each statement, and a task local takes ten times as long to read.
  private static let isUsed = Atomic(false)

  private let texts = Locked<[String]>([])

  /// The texts, without values.
  var all: [String] { texts.withLock(\.self) }

  init() { Self.isUsed.store(true, ordering: .relaxed) }

  /// Adds a statement that the calling task has run.
  package static func add(_ text: String) {
    if isUsed.load(ordering: .relaxed) { current?.texts.withLock { $0.append(text) } }
  }
}
