// NB: No import of Foundation, whose `contains` finds parts of characters.

/// A test of a string.
///
/// Without regard to case, two strings are equal when their full lower-case mappings are, by Unicode's default
/// rules and canonical equivalence. The rules of particular languages are not used.
package struct StringTest: Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable, CaseIterable {
    case equal, contains, startsWith, endsWith, like
  }

  package let function: @Sendable (String) -> Bool
  /// The quicker test by bytes, for strings that are plain; nil when there is none.
  private(set) var plain: PlainStringTest?
  /// The test as in source code: `contains "dog"`. Its string is quoted as Swift does, so that it can be read again.
  package let description: String
  /// What distinguishes the test from others; nil when it cannot be compared.
  private var identity: Identity?

  private struct Identity: Hashable {
    let kind: Kind
    let text: String
    let caseSensitive: Bool
  }

  /// Tells the test from others when it cannot be compared.
  private var ownIdentity: CodeIdentity?

  /// Returns whether both tests are certain to give the same result for every string.
  ///
  /// - Parameter copies: Whether a test that cannot be compared is the same as a copy of itself.
  func isSame(as other: StringTest, countingCopies copies: Bool) -> Bool {
    if let identity { return identity == other.identity }
    return copies && ownIdentity != nil && ownIdentity === other.ownIdentity
  }

  /// The kind of the test, without its string.
  var kindName: String { identity.map { "\($0.kind)" } ?? "matches" }

  /// The kind and the string of the test, which is in lower case if case is ignored; nil when it is not a test with one
  /// string.
  package var form: (kind: Kind, text: String, caseSensitive: Bool)? {
    identity.map { ($0.kind, $0.text, $0.caseSensitive) }
  }

  /// A string that every matching string contains, at least without regard to case; nil when none is known.
  private(set) var part: String?
  /// A text with which every matching string begins; nil when none is known.
  private(set) var beginning: String?
  /// The lower-case strings that the test matches without regard to case; nil when the test is not equality with
  /// one of them.
  var caselessStrings: [String]?

  /// Creates a test against a string.
  package init(_ kind: Kind, _ text: String, caseSensitive: Bool) {
    description = "\(kind) \(text.debugDescription)\(caseSensitive ? "" : " (case-insensitive)")"
    plain = PlainStringTest(kind, text, ignoresCase: !caseSensitive)
    let text = caseSensitive ? text : text.lowercased()
    let test = Self.test(kind, text)
    if caseSensitive { function = test } else { function = { test($0.lowercased()) } }
    if case .equal = kind, !caseSensitive { caselessStrings = [text] }
    if kind != .like { part = text }
    if caseSensitive { beginning = Self.beginning(kind, text) }
    identity = Identity(kind: kind, text: text, caseSensitive: caseSensitive)
  }

  /// Creates a test for membership in a list of strings without regard to case.
  package init(caseInsensitivelyIn texts: [String]) {
    description = "in \(texts) (case-insensitive)"
    let texts = Set(texts.map { $0.lowercased() })
    caselessStrings = Array(texts)
    ownIdentity = CodeIdentity()
    function = { texts.contains($0.lowercased()) }
  }

  /// Creates a test that finds a pattern anywhere in a string of at most `limit` characters.
  package init(_ pattern: some RegexComponent, limit: Int = .max) {
    description = "matches a pattern"
    ownIdentity = CodeIdentity()
    // A Regex is a value. It is compiled at first use, and its program is stored atomically. It is not declared
    // Sendable, because it may hold users' closures: those of a finder must be safe to call from any thread.
    nonisolated(unsafe) let regex = pattern.regex
    function = { text in
      // The number of bytes, which is no smaller than that of characters, is known in constant time.
      (text.utf8.count <= limit || text.count <= limit) && (try? regex.firstMatch(in: text)) != nil
    }
  }

  private static func beginning(_ kind: Kind, _ text: String) -> String? {
    switch kind {
    case .startsWith, .equal: return text
    case .like:
      let beginning = LikePattern(text).beginning
      return beginning.isEmpty ? nil : beginning
    case .contains, .endsWith: return nil
    }
  }

  /// The cost of testing a row, relative to comparing a number.
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
