import Foundation
import MotionModelValues

/// Splits a condition into tokens.
struct Lexer {
  private let subject: String
  private let text: String
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// Whether the last token can end a value, so that a minus sign behind it subtracts.
  private var isBehindValue = false

  init(_ text: String, subject: String) {
    (self.text, self.subject) = (text, subject)
    scalars = Array(text.unicodeScalars)
  }

  func error(at position: Int, expected: String, found: String) -> ConditionError {
    ConditionError(subject: subject, text: text, position: position, expected: expected, found: found)
  }

  /// Returns the next token, and where it begins.
  mutating func next() throws(ConditionError) -> (token: Token, start: Int) {
    while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
    let start = position
    let token = try read()
    switch token {
    case .name, .quotedName, .value, .sign(")"), .sign("]"): isBehindValue = true
    default: isBehindValue = false
    }
    return (token, start)
  }

  private mutating func read() throws(ConditionError) -> Token {
    guard position < scalars.count else { return .end }
    let first = scalars[position]
    if first == "\"" { return .value(.string(try quoted())) }
    if first == "`" { return .quotedName(try backquoted()) }
    if let hint = hint() { throw error(at: position, expected: hint.expected, found: hint.found) }
    if let sign = sign() { return sign }
    if first == "-", !isBehindValue, let value = negative() { return value }
    if let value = url() ?? uuid() { return .value(value) }
    if first.isDigit { return .value(try numberOrDate()) }
    if first.isNameStart { return .name(take(while: \.isNamePart)) }
    if first == "-" {
      position += 1
      return .sign("-")
    }
    throw error(at: position, expected: "a name, a value or an operator", found: "a character of no meaning")
  }

  /// What was meant by a sign of SQL.
  private func hint() -> (expected: String, found: String)? {
    if scalars[position] == "'" { return ("a string in double quotation marks", "a single one") }
    if has("<>", at: position) { return ("!=", "<>") }
    return scalars[position] == "=" && !has("==", at: position) ? ("==", "=") : nil
  }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    var taken = String.UnicodeScalarView()
    while position < scalars.count, condition(scalars[position]) {
      taken.append(scalars[position])
      position += 1
    }
    return String(taken)
  }

  private func has(_ word: String, at position: Int) -> Bool {
    scalars[position...].starts(with: word.unicodeScalars)
  }

  // MARK: - Signs

  private mutating func sign() -> Token? {
    let (first, second) = (scalars[position], position + 1 < scalars.count ? scalars[position + 1] : " ")
    switch (first, second) {
    case ("=", "="), ("!", "="), ("<", "="), (">", "="), ("&", "&"), ("|", "|"):
      position += 2
      return .sign("\(first)\(second)")
    case ("(", "c"), ("(", "a"):
      let folding = Folding.allCases.first { has($0.rawValue, at: position) }
      position += folding?.rawValue.unicodeScalars.count ?? 1
      return folding.map(Token.folding) ?? .sign("(")
    case ("<", _), (">", _), ("!", _), ("(", _), (")", _), ("[", _), ("]", _), (",", _), (":", _), ("+", _), ("*", _):
      position += 1
      return .sign("\(first)")
    default: return nil
    }
  }

  // MARK: - Strings and names

  /// Reads a string that is quoted and escaped as in Swift.
  private mutating func quoted() throws(ConditionError) -> String {
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == "\"" { return String(text) }
      text.append(scalar == "\\" ? try escape() : scalar)
    }
    throw error(at: start, expected: "a quotation mark at the end of the string", found: "none")
  }

  private mutating func escape() throws(ConditionError) -> Unicode.Scalar {
    let start = position - 1
    guard position < scalars.count else { throw unknownEscape(at: start) }
    position += 1
    switch scalars[position - 1] {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case "\"": return "\""
    case "'": return "'"
    case "\\": return "\\"
    case "u":
      guard position < scalars.count, scalars[position] == "{" else { throw unknownEscape(at: start) }
      position += 1
      let digits = take { $0.properties.isASCIIHexDigit }
      guard position < scalars.count, scalars[position] == "}", let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw unknownEscape(at: start) }
      position += 1
      return scalar
    default: throw unknownEscape(at: start)
    }
  }

  private func unknownEscape(at position: Int) -> ConditionError {
    error(at: position, expected: #"an escape such as \", \\, \n or \u{E9}"#, found: "another one")
  }

  private mutating func backquoted() throws(ConditionError) -> String {
    let start = position
    position += 1
    let name = take { $0 != "`" }
    guard position < scalars.count else {
      throw error(at: start, expected: "a backquote at the end of the name", found: "none")
    }
    position += 1
    return name
  }

  // MARK: - Values

  private mutating func negative() -> Token? {
    if has("-Infinity", at: position) {
      position += 9
      return .value(.double(-.infinity))
    }
    guard position + 1 < scalars.count, scalars[position + 1].isDigit else { return nil }
    let start = position
    position += 1
    if let number = Self.number("-" + take(while: \.isWordPart)) { return .value(number) }
    position = start
    return nil
  }

  private mutating func numberOrDate() throws(ConditionError) -> AttributeValue {
    let start = position
    let word = take(while: \.isWordPart)
    if let number = Self.number(word) { return number }
    let text = word + (takeOffset() ?? "")
    if let date = try? Date(attribute: .string(text)) { return .date(date) }
    throw error(
      at: start, expected: "a number, a date such as 2012-09-15T10:20:30Z or a UUID",
      found: "a word of another form (is a quotation mark or a space missing?)")
  }

  /// Reads what follows in a date outside the years 1 to 9999: ` + 1e+300 s`.
  private mutating func takeOffset() -> String? {
    guard has(" + ", at: position) else { return nil }
    let start = position
    position += 3
    let seconds = take { $0.isWordPart }
    guard has(" s", at: position) else {
      position = start
      return nil
    }
    position += 2
    return " + \(seconds) s"
  }

  /// Returns a number with all digits that it has.
  static func number(_ word: String) -> AttributeValue? {
    if let integer = Int64(word) { return .int(integer) }
    if let integer = UInt64(word) { return .uint(integer) }
    guard word.unicodeScalars.allSatisfy({ $0.isDigit || "+-.eE".unicodeScalars.contains($0) }) else { return nil }
    if let decimal = try? Decimal(attribute: .string(word)) { return .decimal(decimal) }
    return Double(word).map { .double($0) }
  }

  private mutating func uuid() -> AttributeValue? {
    let end = position + 36
    guard end <= scalars.count, end == scalars.count || !scalars[end].isNamePart, scalars[position + 8] == "-",
      let uuid = UUID(uuidString: scalars[position..<end].reduce(into: "") { $0.unicodeScalars.append($1) })
    else { return nil }
    position = end
    return .uuid(uuid)
  }

  /// The greatest length of a URL's scheme. Without a limit, `a+a+a+…` would take quadratic time.
  private static let schemeLimit = 40

  /// Reads an address such as `https://swift.org`, up to a space. Brackets and commas at its end are not part of it.
  private mutating func url() -> AttributeValue? {
    guard scalars[position].isNameStart else { return nil }
    let isScheme = { (scalar: Unicode.Scalar) in
      scalar.isASCII && (scalar.isNamePart || "+-.".unicodeScalars.contains(scalar))
    }
    let scheme = scalars[position...].prefix(Self.schemeLimit).prefix(while: isScheme)
    guard has("://", at: scheme.endIndex) else { return nil }
    let word = scalars[position...].prefix { !$0.properties.isWhitespace }
    guard let last = word.lastIndex(where: { !",)]".unicodeScalars.contains($0) }) else { return nil }
    let text = word[...last].reduce(into: "") { $0.unicodeScalars.append($1) }
    guard let url = URL(string: text) else { return nil }
    position = last + 1
    return .url(url)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

  /// Whether it may begin a name.
  fileprivate var isNameStart: Bool { self == "_" || self == "$" || properties.isXIDStart }

  fileprivate var isNamePart: Bool { self == "_" || self == "$" || properties.isXIDContinue }

  /// Whether it may be part of a number or a date.
  fileprivate var isWordPart: Bool { isNamePart || "-+.:".unicodeScalars.contains(self) }
}
