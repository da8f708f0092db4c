import MotionModelGenerator
import MotionModelValues

/// A call with its arguments: `t.string "name", null: false`.
struct RubyCall {
  let name: String
  /// The arguments without a name.
  var arguments: [Value] = []
  var options: [String: Value] = [:]
  let place: SourcePlace

  indirect enum Value {
    /// A string or a symbol.
    case text(String)
    case number(String)
    case bool(Bool)
    case null
    case array([Value])
    case hash([(name: String, value: Value)])
    /// What Rails computes: `-> { "now()" }`, with its words.
    case code(String)

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The texts of an array, or the single one.
    var texts: [String] {
      switch self {
      case .text(let text): [text]
      case .array(let values): values.compactMap(\.text)
      default: []
      }
    }

    /// Whether it is there and neither `false` nor `nil`.
    var isTrue: Bool {
      switch self {
      case .bool(false), .null: false
      default: true
      }
    }

    /// A member of a hash; nil for anything else.
    subscript(name: String) -> Value? {
      if case .hash(let members) = self { members.last { $0.name == name }?.value } else { nil }
    }

    /// The value as JSON; nil for code.
    var json: String? {
      switch self {
      case .text(let text): JSONFormat.written(.string(text))
      case .number(let text): text
      case .bool(let value): "\(value)"
      case .null: "null"
      case .array(let values): values.map(\.json).joined(from: "[", to: "]")
      case .hash(let members):
        members.map { member in member.value.json.map { "\(JSONFormat.written(.string(member.name))):\($0)" } }
          .joined(from: "{", to: "}")
      case .code: nil
      }
    }
  }

  /// Whether an option is there and neither `false` nor `nil`.
  func has(_ option: String) -> Bool { options[option]?.isTrue ?? false }
}

/// Reads the lines of Ruby as calls.
struct RubyCalls {
  /// How deep arrays and hashes nest.
  private static let deepestNesting = 32

  private let tokens: [SourceToken]
  private var index = 0

  init(_ text: String, file: String) throws(Diagnostic) {
    var lexer = try RubyLexer(text, file: file)
    tokens = try lexer.tokens()
  }

  private var token: SourceToken { tokens[min(index, tokens.count - 1)] }
  private var isAtEnd: Bool { index >= tokens.count }

  /// Returns the call of the next line; nil at the end. A line that is not a call has the name of its first word, or
  /// none.
  mutating func next() throws(Diagnostic) -> RubyCall? {
    while !isAtEnd, token.kind == .endOfLine { index += 1 }
    guard !isAtEnd else { return nil }
    guard case .word(let name) = token.kind else {
      skipLine()
      return RubyCall(name: "", place: token.place)
    }
    var call = RubyCall(name: name, place: token.place)
    index += 1
    if RubyCalls.isRead(name) { try readArguments(of: &call) }
    skipLine()
    return call
  }

  /// Whether a call says something of tables, by its name.
  private static func isRead(_ name: String) -> Bool {
    name.hasPrefix("t.") || name.hasPrefix("create_") || name.hasPrefix("add_")
  }

  private mutating func skipLine() {
    while !isAtEnd, token.kind != .endOfLine { index += 1 }
  }

  private mutating func readArguments(of call: inout RubyCall) throws(Diagnostic) {
    let hasBrackets = token.isSign("(")
    if hasBrackets { index += 1 }
    while token.kind != .endOfLine, !token.isWord("do"), !token.isSign(")") {
      if case .label(let name) = token.kind {
        index += 1
        call.options[name] = try readValue(depth: 0)
      } else {
        let first = try readValue(depth: 0)
        if token.isSign("=>"), let name = first.text {
          index += 1
          call.options[name] = try readValue(depth: 0)
        } else {
          call.arguments.append(first)
        }
      }
      guard token.isSign(",") else { break }
      index += 1
    }
    let isComplete = token.kind == .endOfLine || token.isWord("do") || token.isSign(")") || token.isWord("if")
    if !isComplete {
      throw Diagnostic("Expected a comma or the end of the line behind an argument of \(call.name).", at: token.place)
    }
  }

  private mutating func readValue(depth: Int) throws(Diagnostic) -> RubyCall.Value {
    if depth > Self.deepestNesting {
      throw Diagnostic("Arrays and hashes are nested more than \(Self.deepestNesting) deep.", at: token.place)
    }
    let place = token.place
    defer { index += 1 }
    switch token.kind {
    case .string(let text), .symbol(let text): return .text(text)
    case .number(let text): return .number(text)
    case .word("true"): return .bool(true)
    case .word("false"): return .bool(false)
    case .word("nil"): return .null
    case .sign("["): return .array(try readArray(depth: depth, from: place))
    case .sign("{"): return .hash(try readHash(depth: depth, from: place))
    case .sign("->"), .word:
      let start = index
      try skipCode()
      return .code(tokens[start...min(index, tokens.count - 1)].map(\.text).joined(separator: " "))
    default: throw Diagnostic("Expected a value.", at: place)
    }
  }

  /// Reads the elements of an array, up to the bracket that closes it.
  private mutating func readArray(depth: Int, from place: SourcePlace) throws(Diagnostic) -> [RubyCall.Value] {
    index += 1
    var values: [RubyCall.Value] = []
    while !token.isSign("]") {
      if isAtEnd || token.kind == .endOfLine && index == tokens.count - 1 { throw unclosed(place) }
      values.append(try readValue(depth: depth + 1))
      if token.isSign(",") { index += 1 }
    }
    return values
  }

  private mutating func readHash(depth: Int, from place: SourcePlace) throws(Diagnostic)
    -> [(name: String, value: RubyCall.Value)]
  {
    index += 1
    var members: [(name: String, value: RubyCall.Value)] = []
    while !token.isSign("}") {
      if isAtEnd || token.kind == .endOfLine && index == tokens.count - 1 { throw unclosed(place) }
      if case .label(let name) = token.kind {
        index += 1
        members.append((name, try readValue(depth: depth + 1)))
      } else {
        let name = try readValue(depth: depth + 1)
        guard token.isSign("=>") else { throw Diagnostic("Expected => behind a key.", at: token.place) }
        index += 1
        members.append((name.text ?? "", try readValue(depth: depth + 1)))
      }
      if token.isSign(",") { index += 1 }
    }
    return members
  }

  private func unclosed(_ place: SourcePlace) -> Diagnostic {
    Diagnostic("The bracket has no second one: add it.", at: place)
  }

  /// Passes over code up to its last word: a block in braces, or words with brackets behind them.
  private mutating func skipCode() throws(Diagnostic) {
    let place = token.place
    var depth = 0
    while index + 1 < tokens.count {
      if ["{", "(", "["].contains(where: token.isSign) { depth += 1 }
      if ["}", ")", "]"].contains(where: token.isSign) { depth -= 1 }
      let following = tokens[index + 1]
      let ends =
        following.isSign(",") || following.kind == .endOfLine || following.isSign(")") || following.isSign("]")
        || following.isSign("}") || following.isWord("do")
      if depth <= 0 && ends { return }
      index += 1
    }
    if depth > 0 { throw unclosed(place) }
  }
}

extension [String?] {
  /// The texts between two brackets; nil if one of them is missing.
  fileprivate func joined(from open: String, to close: String) -> String? {
    let texts = compactMap(\.self)
    return texts.count == count ? open + texts.joined(separator: ",") + close : nil
  }
}
