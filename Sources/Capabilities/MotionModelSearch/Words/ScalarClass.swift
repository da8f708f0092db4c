/// What a Unicode scalar is to the division of a text into words.
enum ScalarClass: UInt8 {
  /// Ends a word: space, punctuation, symbols, controls.
  case separator
  /// A letter or a number.
  case letter
  /// Continues a word, and begins none.
  case mark
  /// As if it were not there: a soft hyphen, a joiner, a variation selector, the colour of a skin.
  case ignorable
  /// A letter or mark of a script without spaces between words.
  case unspaced
  /// A word of its own.
  case emoji
  /// Half of a flag.
  case regionalIndicator

  /// Looks the class up among the properties of the scalar.
  init(of scalar: Unicode.Scalar) {
    switch scalar.value {
    // The zero width space divides words; the letters that look like apostrophes divide as apostrophes do.
    case 0x200B, 0x02BB, 0x02BC: self = .separator
    case 0x1F1E6...0x1F1FF: self = .regionalIndicator
    case 0x1F3FB...0x1F3FF: self = .ignorable
    default: self = scalar.properties.isDefaultIgnorableCodePoint ? .ignorable : Self(ofCategoryOf: scalar)
    }
  }

  private init(ofCategoryOf scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
      .otherNumber:
      self = Self.isUnspaced(scalar.value) ? .unspaced : .letter
    case .decimalNumber: self = .letter
    case .nonspacingMark, .spacingMark: self = Self.isUnspaced(scalar.value) ? .unspaced : .mark
    case .enclosingMark, .format: self = .ignorable
    default: self = Self.isEmoji(scalar) ? .emoji : .separator
    }
  }

  /// Whether a symbol is shown as an emoji, or can be and is not one of the old signs: © and ™ are not words.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmojiPresentation || scalar.properties.isEmoji && scalar.value >= 0x2600
  }

  /// Whether letters and marks of a block belong to a script in which words are written without spaces between them,
  /// or, as in Hangul, with their endings.
  static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao; Burmese; Khmer
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC: true  // Hangul
    case 0x2E80...0x31FF, 0x1AFF0...0x1B16F, 0xFF66...0xFF9F: true  // Kana, bopomofo, signs of Chinese and Japanese
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true  // Han
    case 0xA9E0...0xA9FF, 0xAA60...0xAA7F: true  // More Burmese
    default: false
    }
  }
}
