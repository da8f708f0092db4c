import MotionModelGenerator

/// Reads the words of one statement one after the other.
struct SQLCursor {
  private let tokens: [SQLToken]
  private(set) var index = 0
  /// Where the statement begins, for what is missing at its end.
  private let start: SourcePlace

  init(_ tokens: [SQLToken]) {
    self.tokens = tokens
    start = tokens.first?.place ?? SourcePlace()
  }

  var next: SQLToken? { index < tokens.count ? tokens[index] : nil }
  var isAtEnd: Bool { index >= tokens.count }
  var place: SourcePlace { next?.place ?? tokens.last?.place ?? start }

  mutating func skip() { index += 1 }

  func isWord(_ word: String) -> Bool { next?.isWord(word) ?? false }

  /// Skips some words if all of them are next.
  mutating func take(_ words: String...) -> Bool {
    for (offset, word) in words.enumerated() {
      guard index + offset < tokens.count, tokens[index + offset].isWord(word) else { return false }
    }
    index += words.count
    return true
  }

  mutating func takeSign(_ sign: String) -> Bool {
    guard next?.isSign(sign) == true else { return false }
    skip()
    return true
  }

  mutating func expectSign(_ sign: String, _ context: String) throws(Diagnostic) {
    guard takeSign(sign) else { throw unexpected("\(sign) \(context)") }
  }

  func unexpected(_ expected: String) -> Diagnostic {
    Diagnostic("Expected \(expected), and found \(next?.text ?? "the end of the statement").", at: place)
  }

  /// Takes a name, of which parts in front of points are those of a schema.
  mutating func takeName(_ what: String) throws(Diagnostic) -> String {
    guard var name = next?.name else { throw unexpected("the name of \(what)") }
    skip()
    while next?.isSign(".") == true {
      skip()
      guard let part = next?.name else { throw unexpected("the name of \(what)") }
      name = part
      skip()
    }
    return name
  }

  /// Takes names in brackets. An expression stands as it is written, and lengths and orders of indexes are left out.
  mutating func takeNames(_ what: String) throws(Diagnostic) -> [String] {
    let start = place
    try expectSign("(", "before the names of \(what)")
    var names: [String] = []
    while true {
      let part = try takeExpression(until: [","])
      if let first = part.first {
        let rest = part.dropFirst()
        let isPlain =
          first.name != nil && !rest.contains { $0.isSign(".") || $0.isSign("::") || $0.kind.isOperator }
          && !(rest.first?.isSign("(") == true && !rest.contains { if case .number = $0.kind { true } else { false } })
        names.append(isPlain ? first.name ?? "" : part.map(\.text).joined(separator: " "))
      }
      if takeSign(",") { continue }
      if takeSign(")") { return names }
      throw Diagnostic("The bracket has no second one: add ).", at: start)
    }
  }

  /// Takes words up to one of some signs, or a bracket that closes one from before, or the end. Brackets in it are balanced.
  mutating func takeExpression(until ends: Set<String> = [], orWords words: Set<String> = []) throws(Diagnostic)
    -> [SQLToken]
  {
    var taken: [SQLToken] = []
    var open: [SourcePlace] = []
    while let token = next {
      if open.isEmpty {
        if token.isSign(")") { break }
        if case .sign(let sign) = token.kind, ends.contains(sign) { break }
        if case .word(let word) = token.kind, words.contains(word.uppercased()), !taken.isEmpty { break }
      }
      if token.isSign("(") { open.append(token.place) }
      if token.isSign(")") { open.removeLast() }
      taken.append(token)
      skip()
    }
    if let place = open.last { throw Diagnostic("The bracket has no second one: add ).", at: place) }
    return taken
  }

  /// Takes what is in brackets, without them.
  mutating func takeBrackets(_ context: String) throws(Diagnostic) -> [SQLToken] {
    let start = place
    try expectSign("(", context)
    let content = try takeExpression()
    guard takeSign(")") else { throw Diagnostic("The bracket has no second one: add ).", at: start) }
    return content
  }
}

extension SQLToken.Kind {
  /// Whether it is a sign of an expression.
  fileprivate var isOperator: Bool {
    if case .sign(let sign) = self { sign != "(" && sign != ")" } else { false }
  }
}

extension [SQLToken] {
  /// The tokens as an expression, on one line.
  var expression: String {
    var text = ""
    for token in self {
      let joins = token.isSign("(") || token.isSign(")") || token.isSign(",") || token.isSign(".") || token.isSign("::")
      let follows = text.isEmpty || text.hasSuffix("(") || text.hasSuffix(".") || text.hasSuffix("::")
      text += (joins || follows ? "" : " ") + token.text
    }
    return text
  }
}
