/// The last word of a text, which is the one that has a plural: the `Address` of `emailAddress`.
struct LastWord {
  private let text: String
  private let word: ArraySlice<Character>
  private let isWholeText: Bool
  private let textIsCapitals: Bool
  private let acronyms: Acronyms

  /// Finds the last word; nil when the text does not end in one.
  init?(of text: String, _ acronyms: Acronyms) {
    let words = Words(text, acronyms)
    guard let range = words.ranges.last, range.upperBound == words.letters.count else { return nil }
    word = words.letters[range]
    guard word.contains(where: \.isLetter) else { return nil }
    self.text = text
    self.acronyms = acronyms
    isWholeText = words.ranges.count == 1 && range.lowerBound == 0
    textIsCapitals = words.areCapitals
  }

  // MARK: - Acronyms

  /// A word in capitals, `ID`, and the ending that makes it a plural, `s`, or "".
  struct Acronym {
    let pluralEnding: String
    let ending: String
  }

  /// The word as an acronym; nil when it is none.
  ///
  /// A word in capitals is one in a text that has small letters too, and where it is known and stands alone. In any other
  /// text of capitals, words are words.
  var acronym: Acronym? {
    let capitals = word.prefix { !$0.isLowercase }
    let ending = String(word.dropFirst(capitals.count))
    guard capitals.count > 1, capitals.first?.isUppercase == true, let last = capitals.last else { return nil }
    let pluralEnding = last == "S" ? "es" : "s"
    let isAcronym = ending.isEmpty ? !textIsCapitals || isWholeText && acronyms.contains(word) : ending == pluralEnding
    return isAcronym ? Acronym(pluralEnding: pluralEnding, ending: ending) : nil
  }

  // MARK: - Rules

  /// The text with its last word changed as the rules say.
  func changed(by rules: WordRules) -> String {
    let whole = isWholeText ? nil : rules.match(whole: text)
    guard let match = whole ?? rules.match(word) else { return text }
    let tail = Array(text.suffix(match.length))
    let result = text.dropLast(match.length) + matchingCase(match.replacement, of: tail)
    // What is nothing but the ending of a plural is no plural.
    return result.isEmpty ? text : String(result)
  }

  /// A replacement in the case of what it replaces: `people` for `Person` becomes `People`.
  private func matchingCase(_ replacement: String, of tail: [Character]) -> String {
    if textIsCapitals && word.count > 1 { return replacement.uppercased() }
    let letters = Array(replacement)
    let shared = zip(tail, letters).prefix { $0.lowercased() == $1.lowercased() }.count
    let rest = String(letters[shared...])
    if shared == 0, tail.first?.isUppercase == true { return rest.prefix(1).uppercased() + rest.dropFirst() }
    return String(tail[..<shared]) + rest
  }
}
