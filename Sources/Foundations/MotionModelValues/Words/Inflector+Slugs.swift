import Foundation

extension Inflector {
  /// Returns a name in small letters with hyphens: ``underscore(_:)`` with hyphens for underscores.
  ///
  /// ```swift
  /// dasherize("dueDate")   // => "due-date"
  /// ```
  public func dasherize(_ name: String) -> String {
    underscore(name).replacing("_", with: "-")
  }

  /// Returns a text as a part of an address: its letters and digits in lower case, with a separator for each run of
  /// other characters between them.
  ///
  /// ```swift
  /// parameterize("Donald E. Knuth")             // => "donald-e-knuth"
  /// parameterize("Crème Brûlée!")               // => "creme-brulee"
  /// parameterize("Über uns", separator: "_")    // => "uber_uns"
  /// ```
  ///
  /// Latin letters lose their accents, by Unicode's canonical decomposition. Letters that it does not decompose, and
  /// those of other scripts, are kept.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func parameterize(_ text: String, separator: String = "-") -> String {
    var words: [String] = [""]
    var isLatin = false
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark where isLatin: continue
      case .nonspacingMark, .spacingMark: words[words.count - 1].unicodeScalars.append(scalar)
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber:
        isLatin = scalar.isASCII
        words[words.count - 1].unicodeScalars.append(scalar)
      default:
        isLatin = false
        if words.last?.isEmpty == false { words.append("") }
      }
    }
    let kept = words.filter { !$0.isEmpty }.joined(separator: separator)
    return kept.lowercased().precomposedStringWithCanonicalMapping
  }

  /// Returns a text in ASCII characters: letters without their accents, and a question mark for each other character.
  ///
  /// ```swift
  /// transliterate("Ærøskøbing")                 // => "AEroskobing"
  /// transliterate("Straße")                     // => "Strasse"
  /// transliterate("日本 Köln", replacement: "")   // => " Koln"
  /// ```
  ///
  /// Accents are left out by the rule of searches, which belongs to no particular language: `ü` becomes `u`.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - replacement: The string for a character that has no letters in ASCII.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func transliterate(_ text: String, replacement: String = "?") -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return AccentFolding.folded(text).reduce(into: "") { result, character in
      switch character {
      case "ß": result += "ss"
      case "ẞ": result += "SS"
      case "ı": result += "i"
      default: if character.utf8.allSatisfy({ $0 < 0x80 }) { result.append(character) } else { result += replacement }
      }
    }
  }

  /// Returns a number with its ending as an ordinal: `3rd`.
  ///
  /// ```swift
  /// ordinalize(1)      // => "1st"
  /// ordinalize(112)    // => "112th"
  /// ```
  ///
  /// An inflector without rules returns the number alone; ``adding(ordinals:)`` sets the rule.
  public func ordinalize(_ number: Int) -> String { "\(number)\(ordinals?(number) ?? "")" }

  /// Returns an inflector with another rule for ordinals.
  ///
  /// ```swift
  /// Inflector.english.adding(ordinals: { _ in "." }).ordinalize(3)   // => "3."
  /// ```
  ///
  /// - Parameter ending: Returns what follows a number.
  public func adding(ordinals ending: @escaping @Sendable (Int) -> String) -> Inflector {
    var copy = self
    copy.ordinals = ending
    return copy
  }
}

extension English {
  /// Returns the ending of an ordinal.
  static func ordinalEnding(_ number: Int) -> String {
    let last = number.magnitude % 100
    if (11...13).contains(last) { return "th" }
    return switch last % 10 {
    case 1: "st"
    case 2: "nd"
    case 3: "rd"
    default: "th"
    }
  }
}
