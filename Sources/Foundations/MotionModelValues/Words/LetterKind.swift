/// The role of a character in the words of a name.
enum LetterKind {
  /// A capital.
  case upper
  /// Any other letter.
  case lower
  case digit
  /// An apostrophe between letters, which belongs to its word.
  case apostrophe
  /// Only separates words: `_`, `-`, white space, and the `.`, `/` and `::` of a path.
  case separator
  /// Any other character. It also separates words, but is kept.
  case mark

  /// NB: The first scalar decides, because it is the letter, and comparing whole characters may take long. A
  /// character with dozens of accents is not a letter, so that other code on words need not guard against it.
  private init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first, character.utf8.count <= 64 else {
      self = .mark
      return
    }
    switch scalar {
    case "_", "-", " ", "/": self = .separator
    case _ where scalar.properties.isUppercase: self = .upper
    case _ where scalar.properties.isAlphabetic: self = .lower
    case _ where scalar.properties.numericType != nil: self = .digit
    case _ where scalar.properties.isWhitespace: self = .separator
    default: self = .mark
    }
  }

  var isLetter: Bool { self == .upper || self == .lower }

  /// Returns the kinds of all characters of a name; some depend on the neighbours of the character.
  static func kinds(of letters: [Character]) -> [LetterKind] {
    var kinds = letters.map { LetterKind($0) }
    for index in letters.indices.dropFirst().dropLast() where kinds[index] == .mark {
      let isInside = kinds[index - 1] != .mark && kinds[index - 1] != .separator && kinds[index + 1].isLetter
      if !isInside { continue }
      if letters[index].isExactly(".") { kinds[index] = .separator }
      if letters[index].isExactly("'") || letters[index].isExactly("’") { kinds[index] = .apostrophe }
    }
    return kinds
  }
}
