import MotionModelValues

extension FormLocale {
  /// Rewrites a number to the store's spelling, as `1234.5`; nil if the text is not a number of this locale.
  ///
  /// White space around the number is ignored. Groups must have two or three digits, the last one three.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func number(from text: String) -> String? {
    if Self.wordNumbers.contains(text) { return text }
    var reader = NumberReader(text, decimal: Self.sign(decimalSign), grouping: groupingSign.flatMap(Self.sign))
    return reader.read()
  }

  /// Writes a number, given in the store's spelling.
  package func text(fromNumber number: String) -> String {
    decimalSign == "."
      ? number : number.split(separator: ".", omittingEmptySubsequences: false).joined(separator: decimalSign)
  }

  /// The spellings of numbers that are not finite, which are the same in all locales.
  private static let wordNumbers: Set<String> = ["NaN", "Infinity", "-Infinity"]

  private static func sign(_ text: String) -> NumberSign? { text.unicodeScalars.first.map(NumberSign.init) }
}

/// A sign in a number. Signs that look alike are one.
private enum NumberSign: Equatable {
  case space
  case apostrophe
  case minus
  case other(Unicode.Scalar)

  init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ", "\u{A0}", "\u{2009}", "\u{202F}": self = .space
    case "'", "\u{2019}": self = .apostrophe
    case "-", "\u{2212}": self = .minus
    default: self = .other(scalar)
    }
  }
}

/// Reads a number, sign by sign.
private struct NumberReader {
  private var rest: ArraySlice<Unicode.Scalar>
  private let decimal: NumberSign?
  private let grouping: NumberSign?
  private var number = ""

  init(_ text: String, decimal: NumberSign?, grouping: NumberSign?) {
    let scalars = Array(text.unicodeScalars)
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let start = scalars.firstIndex { !isBlank($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    (rest, self.decimal, self.grouping) = (scalars[start..<end], decimal, grouping)
  }

  mutating func read() -> String? {
    takeMinusOrPlus()
    guard let whole = takeGroups() else { return nil }
    number += whole
    var fraction = ""
    if let next = rest.first, NumberSign(next) == decimal {
      rest.removeFirst()
      fraction = takeDigits()
      number += "." + fraction
    }
    if whole.isEmpty && fraction.isEmpty { return nil }
    if !takeExponent() { return nil }
    return rest.isEmpty ? number : nil
  }

  private mutating func takeMinusOrPlus() {
    guard let next = rest.first else { return }
    if NumberSign(next) == .minus { number = "-" } else if next != "+" { return }
    rest.removeFirst()
  }

  /// Takes the digits before the fraction; nil if they are not grouped as people do it.
  private mutating func takeGroups() -> String? {
    var groups = [takeDigits()]
    while let next = rest.first, NumberSign(next) == grouping {
      rest.removeFirst()
      groups.append(takeDigits())
    }
    if groups.count == 1 { return groups[0] }
    guard (1...3).contains(groups[0].count), groups.last?.count == 3,
      groups.dropFirst().allSatisfy({ $0.count == 2 || $0.count == 3 })
    else { return nil }
    return groups.joined()
  }

  private mutating func takeDigits() -> String {
    var digits = String.UnicodeScalarView()
    while let next = rest.first, ("0"..."9").contains(next) {
      digits.append(next)
      rest.removeFirst()
    }
    return String(digits)
  }

  /// Takes a power of ten, if there is one; false if it is malformed.
  private mutating func takeExponent() -> Bool {
    guard let next = rest.first, next == "e" || next == "E" else { return true }
    rest.removeFirst()
    number += "e"
    if let sign = rest.first, NumberSign(sign) == .minus || sign == "+" {
      number += NumberSign(sign) == .minus ? "-" : "+"
      rest.removeFirst()
    }
    let digits = takeDigits()
    number += digits
    return !digits.isEmpty
  }
}
