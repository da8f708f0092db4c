// NB: No import of Foundation, whose `contains` finds parts of characters.

/// A test of a text.
///
/// Without regard to case, two texts are the same when their full lower-case mappings are, by Unicode's default rules and
/// canonical equivalence; no language's own rules take part.
struct TextTest: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case equal, contains, startsWith, endsWith, like
  }

  let function: @Sendable (String) -> Bool
  /// The same by bytes, which is quicker, for the texts that allow it.
  private(set) var plain: PlainTextTest?
  let description: String
  /// What makes it the same as another; nil where that cannot be told.
  private var identity: Identity?

  private struct Identity: Hashable {
    let kind: Kind
    let text: String
    let caseSensitive: Bool
  }

  /// Whether it is sure to say the same of every text as another.
  func isSame(as other: TextTest) -> Bool { identity != nil && identity == other.identity }

  /// What kind of test it is, without the text.
  var kindName: String { identity.map { "\($0.kind)" } ?? "matches" }

  /// A text that has to be in each that passes, at least without regard to case; nil when there is none.
  private(set) var part: String?
  /// The texts that are looked for, where it is enough that a text is one of them without regard to case.
  var caselessTexts: [String]?

  /// A test against a text.
  init(_ kind: Kind, _ text: String, caseSensitive: Bool) {
    description = "\(kind) \"\(text)\"\(caseSensitive ? "" : " (case-insensitive)")"
    plain = PlainTextTest(kind, text, ignoresCase: !caseSensitive)
    let text = caseSensitive ? text : text.lowercased()
    let test = Self.test(kind, text)
    if caseSensitive { function = test } else { function = { test($0.lowercased()) } }
    if case .equal = kind, !caseSensitive { caselessTexts = [text] }
    if kind != .like { part = text }
    identity = Identity(kind: kind, text: text, caseSensitive: caseSensitive)
  }

  /// A test for membership in a list of texts without regard to case.
  init(caseInsensitivelyIn texts: [String]) {
    description = "in \(texts) (case-insensitive)"
    let texts = Set(texts.map { $0.lowercased() })
    caselessTexts = Array(texts)
    function = { texts.contains($0.lowercased()) }
  }

  /// A test whether a pattern is found anywhere in a text of no more characters than a limit.
  init(_ pattern: some RegexComponent, limit: Int = .max) {
    description = "matches a pattern"
    // A Regex is a value; the program that it is compiled to at first use is put in place atomically. It is not declared
    // Sendable, because it may hold users' closures: those of a finder must be safe to call from any thread.
    nonisolated(unsafe) let regex = pattern.regex
    function = { text in
      // The number of bytes, which is no smaller than that of characters, is known at once.
      (text.utf8.count <= limit || text.count <= limit) && (try? regex.firstMatch(in: text)) != nil
    }
  }

  /// What it costs to test a row, beside comparing a number.
  var cost: Int { plain == nil ? 64 : 16 }

  private static func test(_ kind: Kind, _ text: String) -> @Sendable (String) -> Bool {
    switch kind {
    case .equal: return { $0 == text }
    case .startsWith: return { $0.hasPrefix(text) }
    case .endsWith: return { $0.hasSuffix(text) }
    case .contains: return { text.isEmpty || $0.contains(text) }
    case .like:
      let pattern = LikePattern(text)
      return { pattern.matches($0) }
    }
  }
}
