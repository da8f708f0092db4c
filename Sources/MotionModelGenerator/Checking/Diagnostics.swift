/// Everything that was found about a data model, in the order in which it was found.
package final class Diagnostics {
  package private(set) var all: [Diagnostic] = []

  package init() {}

  /// Whether one of them is an error, with which no file is written.
  package var hasErrors: Bool { all.contains { $0.severity == .error } }

  func error(_ message: String, at place: SourcePlace) { all.append(Diagnostic(message, at: place)) }

  func warning(_ message: String, at place: SourcePlace) { all.append(Diagnostic(message, .warning, at: place)) }
}
