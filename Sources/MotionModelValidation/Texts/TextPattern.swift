import MotionModel

/// A regular expression and how much of a text has to match it.
struct TextPattern: Sendable {
  enum Extent: Sendable {
    case whole, part, none
  }

  /// The expression as a text, where it was given as one.
  var source: String?
  private let match: @Sendable (String) throws -> Bool

  init(_ pattern: some RegexComponent, _ extent: Extent) {
    // A Regex is a value; the program that it is compiled to at first use is put in place atomically. It is not declared
    // Sendable, because it may hold users' closures: those of a rule must be safe to call from any thread.
    nonisolated(unsafe) let regex = pattern.regex
    switch extent {
    case .whole: match = { try regex.wholeMatch(in: $0) != nil }
    case .part: match = { try regex.firstMatch(in: $0) != nil }
    case .none: match = { try regex.firstMatch(in: $0) == nil }
    }
  }

  /// A pattern that a whole text has to match; it traps when that is impossible.
  init<Record: Model>(text: String, _ model: Record.Type) {
    func stop(_ problem: String) -> Never {
      Misuse.stop("The rule Format of \(Record.schema.modelName)", problem, "correct its pattern \"\(text)\"")
    }
    guard let regex = try? Regex(text) else { stop("cannot be used, because its pattern is no regular expression") }
    if PatternAnchors.contradict(in: text) {
      stop("can never be met, because its pattern has text before its beginning or behind its end")
    }
    self.init(regex, .whole)
    source = text
  }

  /// Whether a text is as it should be.
  ///
  /// - Throws: What a part of the expression that is code throws.
  func isMet(by text: String) throws -> Bool { try match(text) }
}

/// Finds patterns such as `a^b` and `a$b`, which match nothing.
enum PatternAnchors {
  /// Whether, in a pattern without alternatives, groups, options or classes of characters, a plain character stands before
  /// the anchor for the beginning or behind the one for the end.
  ///
  /// What it does not see through it lets pass: it is there to find slips, not to prove anything.
  static func contradict(in pattern: String) -> Bool {
    if pattern.contains(where: { "|()[]*?{}".contains($0) }) { return false }
    let unescaped = removingEscapes(pattern)
    let begin = unescaped.lastIndex(of: "^").map { $0 > unescaped.startIndex } ?? false
    let end = unescaped.firstIndex(of: "$").map { unescaped.index(after: $0) < unescaped.endIndex } ?? false
    return begin && !unescaped.hasPrefix("^^") || end && !unescaped.hasSuffix("$$")
  }

  /// The pattern with a plain character for each escaped one.
  private static func removingEscapes(_ pattern: String) -> String {
    var (result, isEscaped) = ("", false)
    for character in pattern {
      if isEscaped || character != "\\" { result.append(isEscaped ? "x" : character) }
      isEscaped = !isEscaped && character == "\\"
    }
    return result
  }
}
