/// Everything that was found about a data model, in the order in which it was found.
package final class Diagnostics {
  package private(set) var all: [Diagnostic] = []

  package init() {}

  /// Whether one of them is an error, with which no file is written.
  package var hasErrors: Bool { all.contains { $0.severity == .error } }

  private var known: Set<Diagnostic> = []

  /// Adds what was found, unless it is known, as what several entities inherit is found for each.
  package func add(_ diagnostic: Diagnostic) {
    if known.insert(diagnostic).inserted { all.append(diagnostic) }
  }

  func error(_ message: String, at place: SourcePlace) { add(Diagnostic(message, at: place)) }

  func warning(_ message: String, at place: SourcePlace) { add(Diagnostic(message, .warning, at: place)) }
}
