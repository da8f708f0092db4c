import MotionModelGenerator

/// A word of SQL.
struct SQLToken {
  enum Kind: Equatable {
    /// A keyword or a name, as it is written.
    case word(String)
    /// A name in quotation marks, without them.
    case name(String)
    /// A string, without its quotation marks.
    case string(String)
    case number(String)
    /// A character of punctuation, `::`, or a literal of bytes or bits: `X'00'`.
    case sign(String)
  }

  let kind: Kind
  let place: SourcePlace
  /// Whether it is a string whose quotation mark was escaped, if the dialect has escapes: `'it\'s`.
  var isTorn = false

  /// Whether it is a keyword, whatever its case.
  func isWord(_ word: String) -> Bool {
    if case .word(let text) = kind { text.uppercased() == word } else { false }
  }

  func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

  /// The name that it may be; nil for anything else. Without quotation marks, a keyword may be a name too.
  var name: String? {
    switch kind {
    case .word(let text), .name(let text): text
    default: nil
    }
  }

  /// The string that it may be: MySQL has them in both kinds of quotation marks.
  var string: String? {
    switch kind {
    case .string(let text), .name(let text): text
    default: nil
    }
  }

  /// The token as it is in an expression.
  var text: String {
    switch kind {
    case .word(let text), .number(let text), .sign(let text): text
    case .name(let text): "\"\(text)\""
    case .string(let text): "'\(text)'"
    }
  }
}
