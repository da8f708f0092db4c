/// The migrations that a person's file has, as far as its text says.
///
/// The file is Swift, which is not parsed: what counts is `from:`, `to:` and `of:` or `inFileOf:` with two numbers and
/// the name of a model behind one another. Titles, order and layout may be changed. A comment counts as well, by which
/// a person says that a step is elsewhere.
struct WrittenMigrations {
  private struct Span {
    let from: Int
    let to: Int
    /// The line, beginning with 1.
    let line: Int
  }

  /// By the names of models.
  private var spans: [String: [Span]] = [:]
  private var lastLine = 1

  /// - Complexity: O(*n*) in the length of the text.
  init(in text: String) {
    let pattern = /\bfrom:\s*(\d+)\s*,\s*to:\s*(\d+)\s*,\s*(?:of|inFileOf):\s*"([^"\n]*)"/
    var (line, position) = (1, text.startIndex)
    for match in text.matches(of: pattern) {
      guard let from = Int(match.1), let to = Int(match.2) else { continue }
      line += text[position..<match.range.lowerBound].count { $0.isNewline }
      position = match.range.lowerBound
      spans[String(match.3), default: []].append(Span(from: from, to: to, line: line))
      lastLine = line
    }
  }

  /// Whether a migration leads on from a step's version.
  private func has(_ step: DataModelHistory.Step) -> Bool {
    spans[step.model]?.contains { $0.from <= step.from && step.from < $0.to } ?? false
  }

  /// Returns a warning for each step that no migration takes, at the last migration of the file.
  func diagnostics(of steps: [DataModelHistory.Step], file: String) -> [Diagnostic] {
    steps.filter { !has($0) }.map { step in
      Diagnostic(
        "It has no migration of \(step.model) from version \(step.from) to \(step.to), which \"\(step.dataModelVersion)\" needs: add "
          + "Migration(\(SwiftLiteral.string(step.dataModelVersion)), \(step.versions)) { … }.",
        .warning, at: SourcePlace(file: file, line: lastLine, column: 1))
    }
  }
}

extension DataModelHistory.Step {
  var to: Int { from + 1 }

  /// What a migration says of its versions and its model.
  var versions: String { "from: \(from), to: \(to), \(isOfFile ? "inFileOf" : "of"): \(SwiftLiteral.string(model))" }
}
