/// Splits what a person typed into tokens. Its parentheses are in pairs, and what follows a minus can be excluded.
struct TypedLexer {
  enum Token: Hashable {
    /// A word, or the content of a phrase. It is unfinished at the end of the text.
    case words(String, isUnfinished: Bool)
    /// Before a word, a phrase or a parenthesis.
    case minus
    case and, or
    case open, close
  }

  /// How deep groups nest. Each is at most three queries inside each other: `OR`, `NOT` and `AND`.
  static let deepest = 64

  private let scalars: String.UnicodeScalarView
  private var index: String.Index

  static func tokens(of text: String) -> [Token] {
    var text = text
    text.makeContiguousUTF8()
    var lexer = TypedLexer(scalars: text.unicodeScalars, index: text.startIndex)
    var tokens: [Token] = []
    while let token = lexer.next() { tokens.append(token) }
    return paired(tokens)
  }

  private init(scalars: String.UnicodeScalarView, index: String.Index) { (self.scalars, self.index) = (scalars, index) }

  /// The tokens without parentheses that have no counterpart or are too deep.
  private static func paired(_ tokens: [Token]) -> [Token] {
    var isKept = tokens.map { $0 != .open && $0 != .close }
    var opened: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token == .open { opened.append(index) }
      guard token == .close, let start = opened.popLast() else { continue }
      (isKept[start], isKept[index]) = (true, true)
    }
    var depth = 0
    for index in tokens.indices where isKept[index] {
      if tokens[index] == .open { depth += 1 }
      let isTooDeep = depth > deepest
      if tokens[index] == .close { depth -= 1 }
      if isTooDeep, tokens[index] == .open || tokens[index] == .close { isKept[index] = false }
    }
    return tokens.indices.filter { isKept[$0] }.map { tokens[$0] }
  }

  // MARK: - Tokens

  private mutating func next() -> Token? {
    while index < scalars.endIndex, scalars[index].properties.isWhitespace { advance() }
    guard index < scalars.endIndex else { return nil }
    switch scalars[index] {
    case "(":
      advance()
      return .open
    case ")":
      advance()
      return .close
    case "-" where isMinus:
      advance()
      return .minus
    case let scalar where Self.isQuotationMark(scalar): return phrase()
    default: return word()
    }
  }

  private mutating func phrase() -> Token {
    advance()
    let start = index
    guard let end = scalars[start...].firstIndex(where: Self.isQuotationMark) else {
      index = scalars.endIndex
      return .words(String(scalars[start...]), isUnfinished: !endsWithSpace)
    }
    index = scalars.index(after: end)
    return .words(String(scalars[start..<end]), isUnfinished: false)
  }

  private mutating func word() -> Token {
    let start = index
    index = scalars[start...].firstIndex(where: Self.endsWord) ?? scalars.endIndex
    switch String(scalars[start..<index]) {
    case "OR": return .or
    case "AND": return .and
    case let word: return .words(word, isUnfinished: index == scalars.endIndex)
    }
  }

  /// Whether the minus at the place excludes what follows: there is something, and the minus is not inside of a word.
  private var isMinus: Bool {
    let next = scalars.index(after: index)
    guard next < scalars.endIndex else { return false }
    if index > scalars.startIndex, !Self.endsWord(scalars[scalars.index(before: index)]) { return false }
    let scalar = scalars[next]
    return scalar == "(" || Self.isQuotationMark(scalar) || Self.isOfWord(scalar)
  }

  // MARK: - Characters

  private mutating func advance() { index = scalars.index(after: index) }

  private var endsWithSpace: Bool { scalars.last?.properties.isWhitespace ?? false }

  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "(" || scalar == ")" || scalar.properties.isWhitespace
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil || properties.isEmojiPresentation
  }

  private static func isQuotationMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "“", "”", "„", "‟", "«", "»": true
    default: false
    }
  }
}
