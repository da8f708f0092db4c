/// The rules of one direction: replacements for words and for endings. Of the rules that match, the one added last
/// wins.
///
/// Rules are stored by word or ending, and a word is looked up as a whole and by each of its last few endings. The
/// time therefore does not depend on the number of rules, and only the end of a long word is read.
struct WordRules: Sendable {
  private struct Rule {
    let replacement: String
    /// The number of the rule; a later rule has a greater one.
    let number: Int
  }

  /// The result of a rule for a word: its last `length` letters are replaced.
  struct Match {
    let length: Int
    let replacement: String
  }

  private var words: [String: Rule] = [:]
  private var suffixes: [String: Rule] = [:]
  private var longest = 0
  private var count = 0

  /// Adds a rule for a whole word.
  mutating func add(word: String, _ replacement: String) { words[word.lowercased()] = rule(word, replacement) }

  /// Adds a rule for all words that end in `suffix`.
  mutating func add(suffix: String, _ replacement: String) { suffixes[suffix.lowercased()] = rule(suffix, replacement) }

  private mutating func rule(_ text: String, _ replacement: String) -> Rule {
    longest = max(longest, text.count)
    count += 1
    return Rule(replacement: replacement.lowercased(), number: count)
  }

  /// Returns the replacement of a word by the rule for the whole word; nil when there is none.
  func match(whole word: String) -> Match? {
    // NB: Hashing a letter with very many accents would take long, see `Character.isExactly(_:)`.
    guard word.utf8.count <= 64 * longest, let rule = words[word.lowercased()] else { return nil }
    let length = word.count
    return Match(length: length, replacement: rule.replacement)
  }

  /// Returns the replacement of a word by the latest rule for it or its ending; nil when there is none.
  func match(_ word: ArraySlice<Character>) -> Match? {
    let tail = String(word.suffix(longest)).lowercased()
    var best: (length: Int, rule: Rule)?
    func consider(_ rule: Rule?, _ length: Int) {
      if let rule, rule.number > best?.rule.number ?? 0 { best = (length, rule) }
    }
    var length = 0
    var start = tail.endIndex
    while true {
      let ending = String(tail[start...])
      consider(suffixes[ending], length)
      if start == tail.startIndex {
        if length == word.count { consider(words[ending], length) }
        return best.map { Match(length: $0.length, replacement: $0.rule.replacement) }
      }
      start = tail.index(before: start)
      length += 1
    }
  }
}
