import MotionModelGenerator

/// A word of SQL, of Swift, or of the part of Ruby in which Rails writes its schema.
struct SourceToken {
  enum Kind: Equatable {
    /// A keyword or a name, as it is written; in Ruby, also names with points between: `t.string`.
    case word(String)
    /// A name of SQL in quotation marks, without them.
    case name(String)
    /// A string, without its quotation marks.
    case string(String)
    /// `:cascade` of Ruby.
    case symbol(String)
    /// `null:` of Ruby, before a value.
    case label(String)
    case number(String)
    /// A character of punctuation, some that belong together, or a literal of bytes or bits of SQL: `X'00'`.
    case sign(String)
    /// The end of a line of Ruby.
    case endOfLine
  }

  let kind: Kind
  let place: SourcePlace
  /// Whether it is a string whose quotation mark was escaped, if the dialect of SQL has escapes: `'it\'s`.
  var isTorn = false
  /// Whether it is the first one of a line of Swift.
  var startsLine = false
  /// The documentation comment of Swift in front of it.
  var documentation: String?

  func isWord(_ word: String) -> Bool { kind == .word(word) }

  func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

  var word: String? { if case .word(let text) = kind { text } else { nil } }

  /// The token as it is in an expression.
  var text: String {
    switch kind {
    case .word(let text), .number(let text), .sign(let text): text
    case .name(let text), .string(let text): "\"\(text)\""
    case .symbol(let text): ":\(text)"
    case .label(let text): "\(text):"
    case .endOfLine: ""
    }
  }
}
