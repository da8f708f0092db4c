// NB: No import of Foundation, whose `contains` finds parts of characters.

/// A test of a string.
///
/// Without regard to case, two strings are equal when their full lower-case mappings are, by Unicode's default
/// rules and canonical equivalence. The rules of particular languages are not used. Without regard to accents, both
/// strings are first folded by `AccentFolding`.
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
    let accentSensitive: Bool
  }

  /// Distinguishes the test from others when it cannot be compared.
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
  /// string, or ignores accents.
  package var form: (kind: Kind, text: String, caseSensitive: Bool)? {
    identity.flatMap { $0.accentSensitive ? ($0.kind, $0.text, $0.caseSensitive) : nil }
  }

  /// A string that every matching string contains, at least without regard to case; nil when none is known.
  private(set) var part: String?
  /// A text with which every matching string begins; nil when none is known.
  private(set) var beginning: String?
  /// A lower-case string without accents that every matching string contains in this form; nil when none is known, or
  /// when the test has regard to accents.
  private(set) var plainPart: String?
  /// A lower-case text without accents with which every matching string begins in this form; nil when none is known, or
  /// when the test has regard to accents.
  private(set) var plainBeginning: String?
  /// The lower-case strings that the test matches without regard to case; nil when the test is not equality with
  /// one of them.
  var caselessStrings: [String]?
  /// The lower-case strings without accents that the test matches without regard to accents, and at most to case; nil
  /// when the test is not equality with one of them.
  private(set) var plainStrings: [String]?

  /// Creates a test against a string.
  package init(_ kind: Kind, _ text: String, caseSensitive: Bool, accentSensitive: Bool = true) {
    let words = Self.words(caseSensitive: caseSensitive, accentSensitive: accentSensitive)
    description = "\(kind) \(text.debugDescription)\(words)"
    let fold = Self.folding(caseSensitive: caseSensitive, accentSensitive: accentSensitive)
    let text = accentSensitive ? text : AccentFolding.folded(text)
    // Bytes decide the same for plain strings, which have no accents.
    plain = PlainStringTest(kind, text, ignoresCase: !caseSensitive)
    let folded = caseSensitive ? text : text.lowercased()
    let test = Self.test(kind, folded)
    if let fold { function = { test(fold($0)) } } else { function = test }
    identity = Identity(kind: kind, text: folded, caseSensitive: caseSensitive, accentSensitive: accentSensitive)
    if !accentSensitive {
      let plain = folded.lowercased()
      if case .equal = kind { plainStrings = [plain] }
      if kind != .like { plainPart = plain }
      plainBeginning = Self.beginning(kind, plain)
      // Other indexes hold strings with their accents.
      return
    }
    if case .equal = kind, !caseSensitive { caselessStrings = [folded] }
    if kind != .like { part = folded }
    if caseSensitive { beginning = Self.beginning(kind, folded) }
  }

  /// Creates a test for membership in a list of strings without regard to case, to accents, or to both.
  package init(in texts: [String], caseSensitive: Bool, accentSensitive: Bool) {
    description = "in \(texts)\(Self.words(caseSensitive: caseSensitive, accentSensitive: accentSensitive))"
    let fold = Self.folding(caseSensitive: caseSensitive, accentSensitive: accentSensitive) ?? { $0 }
    let texts = Set(texts.map(fold))
    if accentSensitive && !caseSensitive { caselessStrings = Array(texts) }
    if !accentSensitive { plainStrings = Array(Set(texts.map { $0.lowercased() })) }
    ownIdentity = CodeIdentity()
    function = { texts.contains(fold($0)) }
  }

  /// Returns what strings become before they are compared; nil if they stay as they are.
  static func folding(caseSensitive: Bool, accentSensitive: Bool) -> (@Sendable (String) -> String)? {
    switch (caseSensitive, accentSensitive) {
    case (true, true): nil
    case (false, true): { $0.lowercased() }
    case (true, false): { AccentFolding.folded($0) }
    case (false, false): { AccentFolding.folded($0).lowercased() }
    }
  }

  static func words(caseSensitive: Bool, accentSensitive: Bool) -> String {
    let words = (caseSensitive ? [] : ["case-insensitive"]) + (accentSensitive ? [] : ["accent-insensitive"])
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }

  /// Creates a test that finds a pattern anywhere in a string of at most `limit` characters.
  package init(_ pattern: some RegexComponent, limit: Int = .max) {
    description = "matches a pattern"
    ownIdentity = CodeIdentity()
    // A Regex is a value. It is compiled at first use, and its program is stored atomically. It is not declared
    // Sendable, because it may hold users' closures: those of a finder must be safe to call from any thread.
    nonisolated(unsafe) let regex = pattern.regex
    function = { text in
      // The number of bytes, which is at least the number of characters, is known in constant time. A pattern whose own
      // code throws is not found, as by `contains` of the standard library.
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

  /// Whether testing a string certainly calls no code of the program's, as a regular expression may.
  var callsNoCode: Bool { identity != nil }

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
