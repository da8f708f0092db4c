extension SourceToken {
  /// Whether it is a keyword, whatever its case.
  func isKeyword(_ word: String) -> Bool { self.word?.uppercased() == word }

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

  /// The token as it is in an expression of SQL.
  var written: String { if case .string(let text) = kind { "'\(text)'" } else { text } }
}
