import Foundation

/// A test of a text.
///
/// Without regard to case, two texts are the same when their full lower-case mappings are, by Unicode's default rules and
/// canonical equivalence; no language's own rules take part.
struct TextTest: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case equal, contains, startsWith, endsWith, like
  }

  let function: @Sendable (String) -> Bool
  let description: String

  /// A test against a text.
  init(_ kind: Kind, _ text: String, caseSensitive: Bool) {
    description = "\(kind) \"\(text)\"\(caseSensitive ? "" : " (case-insensitive)")"
    let text = caseSensitive ? text : text.lowercased()
    let test = Self.test(kind, text)
    if caseSensitive { function = test } else { function = { test($0.lowercased()) } }
  }

  /// A test for membership in a list of texts without regard to case.
  init(caseInsensitivelyIn texts: [String]) {
    description = "in \(texts) (case-insensitive)"
    let texts = Set(texts.map { $0.lowercased() })
    function = { texts.contains($0.lowercased()) }
  }

  /// A test whether a pattern is found anywhere in a text.
  init(_ pattern: some RegexComponent) {
    description = "matches a pattern"
    // A Regex is a value; the program that it is compiled to at first use is put in place atomically. It is not declared
    // Sendable, because it may hold users' closures: those of a finder must be safe to call from any thread.
    nonisolated(unsafe) let regex = pattern.regex
    function = { (try? regex.firstMatch(in: $0)) != nil }
  }

  private static func test(_ kind: Kind, _ text: String) -> @Sendable (String) -> Bool {
    switch kind {
    case .equal: return { $0 == text }
    case .startsWith: return { $0.hasPrefix(text) }
    case .endsWith: return { $0.hasSuffix(text) }
    case .contains:
      let search = TextSearch(text)
      return { search.isFound(in: $0) }
    case .like:
      let pattern = LikePattern(text)
      return { pattern.matches($0) }
    }
  }
}

/// Looks for a text in others.
///
/// It finds what Swift's `contains` finds, whole characters by canonical equivalence, but goes by bytes where both texts
/// are plain ASCII without carriage returns, in which each byte is a character.
struct TextSearch: Sendable {
  private let text: String
  private let bytes: [UInt8]?

  init(_ text: String) {
    self.text = text
    bytes = text.utf8.allSatisfy(Self.isPlain) ? Array(text.utf8) : nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x0D }

  func isFound(in other: String) -> Bool {
    if let bytes,
      let found = other.utf8.withContiguousStorageIfAvailable({ Self.isFound(bytes, in: $0) }), let found
    {
      return found
    }
    return text.isEmpty || other.contains(text)
  }

  /// Whether bytes are found in others; nil when those are not plain.
  private static func isFound(_ bytes: [UInt8], in other: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard other.allSatisfy(isPlain) else { return nil }
    guard let first = bytes.first else { return true }
    guard other.count >= bytes.count else { return false }
    for start in 0...(other.count - bytes.count) where other[start] == first {
      if (1..<bytes.count).allSatisfy({ other[start + $0] == bytes[$0] }) { return true }
    }
    return false
  }
}

/// A pattern in the manner of SQL: `%` stands for any number of characters, `_` for one, a backslash takes the meaning
/// from the character behind it.
struct LikePattern: Sendable {
  private enum Part: Sendable {
    case one, many
    case character(Character)
  }

  private let parts: [Part]

  init(_ text: String) {
    var parts: [Part] = []
    var isEscaped = false
    for character in text {
      switch character {
      case _ where isEscaped: parts.append(.character(character))
      case "\\":
        isEscaped = true
        continue
      case "%": parts.append(.many)
      case "_": parts.append(.one)
      default: parts.append(.character(character))
      }
      isEscaped = false
    }
    if isEscaped { parts.append(.character("\\")) }
    self.parts = parts
  }

  /// Whether a whole text fits the pattern.
  ///
  /// It goes back to the latest `%` only, which is enough, as any earlier one could but take in more.
  ///
  /// - Complexity: O(*n* · *m*) at worst, in the lengths of the text and the pattern.
  func matches(_ text: String) -> Bool {
    let characters = Array(text)
    var (index, part) = (0, 0)
    var retry: (index: Int, part: Int)?
    while index < characters.count {
      if part < parts.count, case .many = parts[part] {
        retry = (index, part)
        part += 1
      } else if part < parts.count, fits(characters[index], parts[part]) {
        (index, part) = (index + 1, part + 1)
      } else if let last = retry {
        retry = (last.index + 1, last.part)
        (index, part) = (last.index + 1, last.part + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { if case .many = $0 { true } else { false } }
  }

  private func fits(_ character: Character, _ part: Part) -> Bool {
    switch part {
    case .one: true
    case .many: false
    case .character(let other): character == other
    }
  }
}
