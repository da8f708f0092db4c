import MotionModelValues

/// The statements that a database runs for one question, for the logs of finders.
package final class FinderStatements: Sendable {
  /// What collects the statements of the calling task; nil unless there is a log.
  @TaskLocal package static var current: FinderStatements?

  private let texts = Locked<[String]>([])

  /// The texts, without values.
  var all: [String] { texts.withLock(\.self) }

  package func add(_ text: String) { texts.withLock { $0.append(text) } }
}
