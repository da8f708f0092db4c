import MotionModelGenerator

/// Reads the words of one statement one after the other.
struct SQLCursor {
  private let tokens: [SourceToken]
  private(set) var index = 0

  init(_ tokens: [SourceToken]) { self.tokens = tokens }

  var next: SourceToken? { index < tokens.count ? tokens[index] : nil }
  var isAtEnd: Bool { index >= tokens.count }
  var place: SourcePlace { next?.place ?? tokens.last?.place ?? SourcePlace() }

  mutating func skip() { index += 1 }

  func isKeyword(_ word: String, ahead: Int = 0) -> Bool {
    index + ahead < tokens.count && tokens[index + ahead].isKeyword(word)
  }

  /// Skips some words if all of them are next.
  mutating func take(_ words: String...) -> Bool {
    for (offset, word) in words.enumerated() {
      guard index + offset < tokens.count, tokens[index + offset].isKeyword(word) else { return false }
    }
    index += words.count
    return true
  }

  mutating func takeSign(_ sign: String) -> Bool {
    guard next?.isSign(sign) == true else { return false }
    skip()
    return true
  }

  /// Skips one of some words if it is next.
  mutating func take(anyOf words: Set<String>) -> Bool {
    guard case .word(let word)? = next?.kind, words.contains(word.uppercased()) else { return false }
    skip()
    return true
  }

  mutating func expectSign(_ sign: String, _ context: String) throws(Diagnostic) {
    guard takeSign(sign) else { throw unexpected("\(sign) \(context)") }
  }

  func unexpected(_ expected: String) -> Diagnostic {
    Diagnostic("Expected \(expected), and found \(next?.written ?? "the end of the statement").", at: place)
  }

  /// Takes a name. SQLite takes strings for names.
  mutating func takeName(_ what: String) throws(Diagnostic) -> String {
    guard let name = next?.name ?? next?.string else { throw unexpected("the name of \(what)") }
    skip()
    return name
  }

  /// Takes a name with the schema in front of it, if there is one. Parts in front of that are the database's.
  mutating func takeQualifiedName(_ what: String) throws(Diagnostic) -> TableName {
    var name = TableName(try takeName(what))
    while takeSign(".") { name = TableName(try takeName(what), in: name.name) }
    return name
  }

  /// Takes names in brackets. An expression stands as it is written, and lengths and orders of indexes are left out.
  mutating func takeNames(_ what: String) throws(Diagnostic) -> [String] {
    let start = place
    try expectSign("(", "before the names of \(what)")
    var names: [String] = []
    while true {
      let part = try takeExpression(until: [","])
      if !part.isEmpty { names.append(part.indexedName ?? part.expression) }
      if takeSign(",") { continue }
      if takeSign(")") { return names }
      throw Diagnostic("The bracket has no second one: add ).", at: start)
    }
  }

  /// Takes words up to one of some signs, or a bracket that closes one from before, or the end. Brackets in it are
  /// balanced.
  mutating func takeExpression(until ends: Set<String> = [], orWords words: Set<String> = []) throws(Diagnostic)
    -> [SourceToken]
  {
    var taken: [SourceToken] = []
    var open: [SourceToken] = []
    while let token = next {
      if open.isEmpty {
        if token.isSign(")") { break }
        if case .sign(let sign) = token.kind, ends.contains(sign) { break }
        if case .word(let word) = token.kind, words.contains(word.uppercased()), !taken.isEmpty { break }
      }
      if token.isSign("(") || token.isSign("[") { open.append(token) }
      if token.isSign(")") || token.isSign("]") && open.last?.isSign("[") == true {
        let first = open.removeLast()
        if first.isSign("[") != token.isSign("]") {
          throw Diagnostic("The bracket has no second one: add ].", at: first.place)
        }
      }
      taken.append(token)
      skip()
    }
    if let place = open.last?.place { throw Diagnostic("The bracket has no second one: add ).", at: place) }
    return taken
  }

  /// Takes what is in brackets, without them.
  mutating func takeBrackets(_ context: String) throws(Diagnostic) -> [SourceToken] {
    let start = place
    try expectSign("(", context)
    let content = try takeExpression()
    guard takeSign(")") else { throw Diagnostic("The bracket has no second one: add ).", at: start) }
    return content
  }
}

extension [SourceToken] {
  /// The name of a column in an index, behind which a length, an order or an operator class may be; nil for an
  /// expression.
  fileprivate var indexedName: String? {
    var rest = dropFirst()
    if rest.first?.isSign("(") == true, rest.count > 2, case .number = rest[rest.startIndex + 1].kind,
      rest[rest.startIndex + 2].isSign(")")
    {
      rest = rest.dropFirst(3)
    }
    return rest.allSatisfy { $0.name != nil } ? first?.name ?? first?.string : nil
  }

  /// The tokens as an expression, on one line.
  var expression: String {
    var text = ""
    for token in self {
      let joins = token.isSign("(") || token.isSign(")") || token.isSign(",") || token.isSign(".") || token.isSign("::")
      let follows = text.isEmpty || text.hasSuffix("(") || text.hasSuffix(".") || text.hasSuffix("::")
      text += (joins || follows ? "" : " ") + token.written
    }
    return text
  }
}
