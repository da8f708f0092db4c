/// What is asked of all contestants.
struct SearchQuestion: Encodable {
  enum Kind: String, Encodable {
    /// Both words, or either word.
    case word, all, any, phrase, prefix
    /// Both words, with at most ten words between them.
    case near
    /// The last word may be the beginning of one.
    case typed
    /// A word that nothing has, with one slip.
    case slip
  }

  let title: String
  let kind: Kind
  let words: [String]

  /// The query in the library's grammar, or what is typed.
  var text: String {
    switch kind {
    case .word, .all, .typed: words.joined(separator: " ")
    case .any: words.joined(separator: " OR ")
    case .phrase: "\"\(words.joined(separator: " "))\""
    case .prefix: "\(words[0])*"
    case .near: words.joined(separator: " NEAR/10 ")
    // What follows the space would be the beginning of another word.
    case .slip: "\(words[0]) "
    }
  }

  /// The same in FTS5's grammar, which does not forgive slips.
  var fts5: String? {
    switch kind {
    case .word, .all, .any, .phrase, .prefix: text
    case .near: "NEAR(\(words.joined(separator: " ")), 10)"
    case .typed: "\(words[0]) AND (\(words[1]) OR \(words[1])*)"
    case .slip: nil
    }
  }
}
