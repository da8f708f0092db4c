import MotionModel

/// A regular expression and how much of a string has to match it.
struct StringPattern: Sendable {
  enum Extent: Sendable {
    case whole, part, none
  }

  /// The source of the expression, if it was given as a string.
  var source: String?
  private let match: @Sendable (String) throws -> Bool

  init(_ pattern: some RegexComponent, _ extent: Extent) {
    // A Regex is a value, and the program that it compiles at first use is set atomically. It is not declared
    // Sendable, because it may hold users' closures. The closures of a rule must be safe to call from any thread.
    nonisolated(unsafe) let regex = pattern.regex
    switch extent {
    case .whole: match = { try regex.wholeMatch(in: $0) != nil }
    case .part: match = { try regex.firstMatch(in: $0) != nil }
    case .none: match = { try regex.firstMatch(in: $0) == nil }
    }
  }

  /// Creates a pattern that a whole string has to match; traps if no string can match it.
  init<Record: Validatable>(text: String, _ model: Record.Type) {
    func stop(_ problem: String) -> Never {
      Misuse.stop("The rule Format of \(Record.schema.modelName)", problem, "correct its pattern \"\(text)\"")
    }
    guard let regex = try? Regex(text) else { stop("cannot be used, because its pattern is not a regular expression") }
    if PatternAnchors.contradict(in: text) {
      stop("can never be met, because its pattern has text before its beginning or behind its end")
    }
    self.init(regex, .whole)
    source = text
  }

  /// Whether a string meets the pattern.
  ///
  /// - Throws: What user code inside the expression throws.
  func isMet(by text: String) throws -> Bool { try match(text) }
}

/// Finds patterns such as `a^b` and `a$b`, which match no string.
enum PatternAnchors {
  /// Whether a plain character stands before `^` or behind `$`, in a pattern without alternatives, groups, options
  /// or character classes.
  ///
  /// It accepts patterns that it cannot analyse: it finds slips, and proves nothing.
  static func contradict(in pattern: String) -> Bool {
    if pattern.contains(where: { "|()[]*?{}".contains($0) }) { return false }
    let unescaped = removingEscapes(pattern)
    let begin = unescaped.lastIndex(of: "^").map { $0 > unescaped.startIndex } ?? false
    let end = unescaped.firstIndex(of: "$").map { unescaped.index(after: $0) < unescaped.endIndex } ?? false
    return begin && !unescaped.hasPrefix("^^") || end && !unescaped.hasSuffix("$$")
  }

  /// Returns the pattern with each escaped character replaced by a plain one.
  private static func removingEscapes(_ pattern: String) -> String {
    var (result, isEscaped) = ("", false)
    for character in pattern {
      if isEscaped || character != "\\" { result.append(isEscaped ? "x" : character) }
      isEscaped = !isEscaped && character == "\\"
    }
    return result
  }
}
