/// A text with numbers, as far as its spelling says something: digits, the signs between them, words and a minus.
///
/// Foundation's formats read the beginning of a text, and whatever may be meant by it: `12abc` as 12, in German `1.50`
/// as 150, and 31 February as 2 March. Such a reading shows in how the format writes the value.
struct SpelledText {
  /// Runs of digits.
  private var runs: [String] = []
  /// The signs before each run.
  private var signs: [String] = []
  private var words = ""
  private var minuses = 0

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars).filter { $0.properties.generalCategory != .format }
    var sign = ""
    var isInRun = false
    for (index, scalar) in scalars.enumerated() {
      if let digit = Self.digit(scalar) {
        if !isInRun { (runs, signs, sign) = (runs + [""], signs + [sign], "") }
        runs[runs.count - 1] += digit
      } else if scalar.properties.isWhitespace {
        sign += " "
      } else if Self.isDash(scalar), !isInRun || index + 1 == scalars.count || Self.digit(scalars[index + 1]) == nil {
        minuses += 1
      } else if let known = Self.sign(scalar) {
        sign += known
      } else {
        words += scalar.properties.lowercaseMapping
      }
      isInRun = Self.digit(scalar) != nil
    }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return String(Int(value))
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2212}" }

  /// Returns a sign that may stand between digits; nil if the scalar is part of a word.
  private static func sign(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "'", "\u{2019}": "'"
    case ".", ",", "/", ":", "-", "\u{2212}", "\u{66B}", "\u{66C}": String(scalar)
    default: nil
    }
  }

  // MARK: - Comparing

  /// Whether the same day or time is written as in another text, apart from leading zeros and the signs in between.
  func isDate(_ written: SpelledText) -> Bool {
    func numbers(_ text: SpelledText) -> [Substring] { text.runs.map { $0.drop { $0 == "0" } } }
    return words == written.words && numbers(self) == numbers(written)
  }

  /// Whether the same number is written as in another text. The signs between groups, zeros at the end of the fraction
  /// and the words, such as the sign of a currency, may be missing.
  func isNumber(_ written: SpelledText) -> Bool {
    guard minuses == written.minuses, words.isEmpty || words == written.words else { return false }
    let (mine, theirs) = (digits, written.digits)
    return !runs.isEmpty && theirs.text.hasPrefix(mine.text)
      && theirs.text.dropFirst(mine.text.count).allSatisfy { $0 == "0" }
      && mine.signs.allSatisfy { theirs.signs[$0] == $1 }
  }

  /// All digits without zeros before the number, and the signs by the count of digits before them.
  private var digits: (text: String, signs: [Int: String]) {
    guard let first = runs.first else { return ("", [:]) }
    var text = String(first.drop { $0 == "0" })
    var places: [Int: String] = [:]
    for (run, sign) in zip(runs, signs).dropFirst() {
      places[text.count] = sign
      text += run
    }
    return (text, places)
  }
}
