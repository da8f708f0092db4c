import MotionModel

/// Splits a query into tokens.
struct QueryLexer {
  enum Token: Hashable {
    case phrase(SearchQuery.Phrase)
    case near(Int)
    case not, and, or
    case open, close
    case end
  }

  /// What `NEAR` without a number means.
  static let usualDistance = 10

  private let text: String
  private let scalars: String.UnicodeScalarView
  private var index: String.Index

  /// Where the last token begins.
  private(set) var start: String.Index

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    scalars = text.unicodeScalars
    (index, start) = (scalars.startIndex, scalars.startIndex)
  }

  func offset(of index: String.Index) -> Int { text.utf8.distance(from: text.utf8.startIndex, to: index) }

  func error(at index: String.Index, expected: String, found: String) -> SearchQuery.SyntaxError {
    SearchQuery.SyntaxError(text: text, offset: offset(of: index), expected: expected, found: found)
  }

  // MARK: - Tokens

  mutating func next() throws(SearchQuery.SyntaxError) -> Token {
    skipSpace()
    start = index
    switch peek() {
    case nil: return .end
    case "(": return take(as: .open)
    case ")": return take(as: .close)
    default: break
    }
    if let token = try operation() { return token }
    let field = try field()
    let isAtStart = try beginning()
    guard let words = try words() else {
      throw error(at: index, expected: "a word or a phrase after the column", found: found(at: index))
    }
    return .phrase(SearchQuery.Phrase(words: words, field: field, isAtStart: isAtStart))
  }

  /// What is at a place, in the words of an error.
  func found(at index: String.Index) -> String {
    guard index < scalars.endIndex else { return "the end" }
    let run = scalars[index...].prefix { !Self.isSpecial($0) && !$0.properties.isWhitespace }
    return Self.operators.contains(String(run)) ? String(run) : "\"\(String(scalars[index]).printable)\""
  }

  /// Reads an operator. A word that another sign than a parenthesis or a quotation mark follows directly is none.
  private mutating func operation() throws(SearchQuery.SyntaxError) -> Token? {
    let (word, end) = run(from: index)
    if let sign = end < scalars.endIndex ? scalars[end] : nil, sign == "*" || sign == "^" { return nil }
    let token: Token
    switch word {
    case "AND": token = .and
    case "OR": token = .or
    case "NOT": token = .not
    case "NEAR": token = .near(Self.usualDistance)
    default:
      guard word.hasPrefix("NEAR/") else { return nil }
      token = .near(try distance(scalars.index(index, offsetBy: "NEAR/".count)..<end))
    }
    index = end
    return token
  }

  /// Reads the number of words behind `NEAR/`.
  private func distance(_ place: Range<String.Index>) throws(SearchQuery.SyntaxError) -> Int {
    let digits = scalars[place]
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      throw error(
        at: place.lowerBound, expected: "a number of words after NEAR/", found: found(at: place.lowerBound))
    }
    return min(Int(String(digits)) ?? SearchQuery.farthest, SearchQuery.farthest)
  }

  /// Reads `title:` or `"my column":`, and white space after it.
  private mutating func field() throws(SearchQuery.SyntaxError) -> SearchField? {
    let name: String
    var end = index
    if peek() == "\"" {
      guard let quoted = quoted(from: index) else { return nil }
      (name, end) = quoted
    } else {
      name = String(scalars[index...].prefix(while: Self.isNamePart))
      end = scalars.index(index, offsetBy: name.unicodeScalars.count)
      guard Self.isColumnName(name) else { return nil }
    }
    guard end < scalars.endIndex, scalars[end] == ":" else { return nil }
    let offset = offset(of: index)
    index = scalars.index(after: end)
    skipSpace()
    return SearchField(name: name, origin: (text, offset))
  }

  /// Reads `^` before a word or a phrase. Anywhere else it is punctuation.
  private mutating func beginning() throws(SearchQuery.SyntaxError) -> Bool {
    guard peek() == "^" else { return false }
    let next = scalars.index(after: index)
    guard next < scalars.endIndex, scalars[next] == "\"" || !isEnd(next) else { return false }
    index = next
    let place = index
    guard try field() == nil else {
      throw error(at: place, expected: "the column before ^, as in title:^word", found: found(at: place))
    }
    return true
  }

  /// Reads a phrase in quotation marks, or a word with its asterisk. White space and operators are nil.
  private mutating func words() throws(SearchQuery.SyntaxError) -> [SearchQuery.Phrase.Word]? {
    if peek() == "\"" {
      guard let (content, end) = quoted(from: index) else {
        throw error(at: scalars.endIndex, expected: "a quotation mark that ends the phrase", found: "the end")
      }
      index = end
      return SearchQuery.Phrase(content).words
    }
    guard !isEnd(index) else { return nil }
    var (word, end) = run(from: index)
    if word.isEmpty {
      // A sign that stands where it has no meaning is punctuation.
      word = scalars[end] == "^" ? "^" : ""
      end = scalars.index(after: end)
    }
    if end < scalars.endIndex, scalars[end] == "*" {
      word += "*"
      end = scalars.index(after: end)
    }
    index = end
    return SearchQuery.Phrase(word).words
  }

  // MARK: - Characters

  private func peek() -> Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }

  private mutating func take(as token: Token) -> Token {
    index = scalars.index(after: index)
    return token
  }

  private mutating func skipSpace() {
    while let scalar = peek(), scalar.properties.isWhitespace { index = scalars.index(after: index) }
  }

  /// Whether no word can begin at a place.
  private func isEnd(_ index: String.Index) -> Bool {
    guard index < scalars.endIndex else { return true }
    return scalars[index].properties.isWhitespace || scalars[index] == "(" || scalars[index] == ")"
  }

  /// The characters from a place up to white space or a sign of the grammar.
  private func run(from index: String.Index) -> (String, end: String.Index) {
    let end =
      scalars[index...].firstIndex { Self.isSpecial($0) || $0.properties.isWhitespace } ?? scalars.endIndex
    return (String(scalars[index..<end]), end)
  }

  /// Returns the content of a quoted string, and the index behind it; nil if it has no end. Two quotation marks in it
  /// stand for one.
  private func quoted(from start: String.Index) -> (String, end: String.Index)? {
    var content = String.UnicodeScalarView()
    var index = scalars.index(after: start)
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if scalar == "\"" {
        guard index < scalars.endIndex, scalars[index] == "\"" else { return (String(content), index) }
        index = scalars.index(after: index)
      }
      content.append(scalar)
    }
    return nil
  }

  private static let operators: Set<String> = ["AND", "OR", "NOT", "NEAR"]

  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "(", ")", "*", "^": true
    default: false
    }
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  // MARK: - Writing

  /// Whether a name is read as that of a column without quotation marks: letters, digits and `_`, and no digit first.
  static func isColumnName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.numericType == nil else { return false }
    return name.unicodeScalars.allSatisfy(isNamePart)
  }

  /// Whether a word is read as such without quotation marks.
  static func isPlainWord(_ word: String) -> Bool {
    !operators.contains(word) && !word.hasPrefix("NEAR/")
      && word.unicodeScalars.allSatisfy { !isSpecial($0) && $0 != ":" }
  }
}
