/// The last word of a string, which is the word that takes the plural: the `Address` of `emailAddress`.
struct LastWord {
  private let text: String
  private let word: ArraySlice<Character>
  private let isWholeText: Bool
  private let textIsCapitals: Bool
  private let acronyms: Acronyms

  /// Finds the last word; nil when the string does not end in one.
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

  /// An acronym's plural ending, as the `s` of `IDs`, and the ending that the acronym has: the plural ending or "".
  struct Acronym {
    let pluralEnding: String
    let ending: String
  }

  /// The word as an acronym; nil when it is not one.
  ///
  /// In a string that also has small letters, every word in capitals is an acronym. In a string of capitals, only a
  /// known acronym that stands alone is one.
  var acronym: Acronym? {
    let capitals = word.prefix { !$0.isLowercase }
    let ending = String(word.dropFirst(capitals.count))
    guard capitals.count > 1, capitals.first?.isUppercase == true, let last = capitals.last else { return nil }
    let pluralEnding = last == "S" ? "es" : "s"
    let isAcronym = ending.isEmpty ? !textIsCapitals || isWholeText && acronyms.contains(word) : ending == pluralEnding
    return isAcronym ? Acronym(pluralEnding: pluralEnding, ending: ending) : nil
  }

  // MARK: - Rules

  /// Returns the string with its last word changed by the rules.
  func changed(by rules: WordRules) -> String {
    let whole = isWholeText ? nil : rules.match(whole: text)
    guard let match = whole ?? rules.match(word) else { return text }
    let tail = Array(text.suffix(match.length))
    let result = text.dropLast(match.length) + matchingCase(match.replacement, of: tail)
    // An ending without a word before it is not a plural.
    return result.isEmpty ? text : String(result)
  }

  /// Returns a replacement in the case of the original: `people` for `Person` becomes `People`.
  private func matchingCase(_ replacement: String, of tail: [Character]) -> String {
    if textIsCapitals && word.count > 1 { return replacement.uppercased() }
    let letters = Array(replacement)
    let shared = zip(tail, letters).prefix { $0.lowercased() == $1.lowercased() }.count
    let rest = String(letters[shared...])
    if shared == 0, tail.first?.isUppercase == true { return rest.prefix(1).uppercased() + rest.dropFirst() }
    return String(tail[..<shared]) + rest
  }
}
