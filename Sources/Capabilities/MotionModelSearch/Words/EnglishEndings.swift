/// The endings of the English stemmer, and the words that are exceptions.
enum EnglishEndings {
  /// What is done with an ending.
  struct Rule: Sendable {
    /// What has to be true of what comes before the ending. If it is not, no shorter ending is tried.
    enum Condition: Sendable {
      case always
      case afterOneOf(StaticString)
      case inR2
    }

    let ending: StaticString
    let replacement: StaticString
    let condition: Condition

    var length: Int { ending.utf8CodeUnitCount }

    init(_ ending: StaticString, _ replacement: StaticString = "", _ condition: Condition = .always) {
      (self.ending, self.replacement, self.condition) = (ending, replacement, condition)
    }
  }

  /// The rules of a step, by the last letter of their endings, so that few are tried for a word.
  struct Step: Sendable {
    /// For each letter, the rules from long endings to short ones.
    private let rules: [[Rule]]

    init(_ list: [Rule]) {
      var rules: [[Rule]] = Array(repeating: [], count: 256)
      for rule in list.sorted(by: { $0.length > $1.length }) {
        rules[Int(rule.ending.utf8Start[rule.length - 1])].append(rule)
      }
      self.rules = rules
    }

    /// Returns the rule with the longest ending that a word of some letters has.
    func longest(of word: UnsafeMutableBufferPointer<UInt8>, _ count: Int) -> Rule? {
      guard count > 0 else { return nil }
      return rules[Int(word[count - 1])].first { rule in
        let start = count - rule.length
        return start >= 0
          && rule.ending.withUTF8Buffer { ending in ending.indices.allSatisfy { ending[$0] == word[start + $0] } }
      }
    }
  }

  /// Words that are stemmed in their own way, or not at all.
  static let exceptions: [(word: StaticString, stem: StaticString)] = [
    ("skis", "ski"), ("skies", "sky"), ("idly", "idl"), ("gently", "gentl"), ("ugly", "ugli"), ("early", "earli"),
    ("only", "onli"), ("singly", "singl"), ("sky", "sky"), ("news", "news"), ("howe", "howe"), ("atlas", "atlas"),
    ("cosmos", "cosmos"), ("bias", "bias"), ("andes", "andes"),
  ]

  /// Beginnings after which R1 begins, so that words of different meanings keep different stems.
  static let starts: [StaticString] = [
    "gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter",
  ]

  static let possessives: [StaticString] = ["'s'", "'s", "'"]
  static let eed: [StaticString] = ["eedly", "eed"]
  static let verbs: [StaticString] = ["ingly", "edly", "ing", "ed"]

  /// Words that keep -eed.
  static let beforeEed: [StaticString] = ["proc", "exc", "succ"]
  /// Words that keep -ing.
  static let beforeIng: [StaticString] = ["inn", "out", "cann", "herr", "earr", "even"]

  static let step2 = Step([
    Rule("tional", "tion"), Rule("enci", "ence"), Rule("anci", "ance"), Rule("abli", "able"), Rule("entli", "ent"),
    Rule("izer", "ize"), Rule("ization", "ize"), Rule("ational", "ate"), Rule("ation", "ate"), Rule("ator", "ate"),
    Rule("alism", "al"), Rule("aliti", "al"), Rule("alli", "al"), Rule("fulness", "ful"), Rule("ousli", "ous"),
    Rule("ousness", "ous"), Rule("iveness", "ive"), Rule("iviti", "ive"), Rule("biliti", "ble"), Rule("bli", "ble"),
    Rule("ogist", "og"), Rule("ogi", "og", .afterOneOf("l")), Rule("fulli", "ful"), Rule("lessli", "less"),
    Rule("li", "", .afterOneOf("cdeghkmnrt")),
  ])

  static let step3 = Step([
    Rule("tional", "tion"), Rule("ational", "ate"), Rule("alize", "al"), Rule("icate", "ic"), Rule("iciti", "ic"),
    Rule("ical", "ic"), Rule("ful"), Rule("ness"), Rule("ative", "", .inR2),
  ])

  static let step4 = Step([
    Rule("al"), Rule("ance"), Rule("ence"), Rule("er"), Rule("ic"), Rule("able"), Rule("ible"), Rule("ant"),
    Rule("ement"), Rule("ment"), Rule("ent"), Rule("ism"), Rule("ate"), Rule("iti"), Rule("ous"), Rule("ive"),
    Rule("ize"), Rule("ion", "", .afterOneOf("st")),
  ])
}
