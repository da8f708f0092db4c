extension DecimalForm {
  /// Why a string is not read as a number of this form.
  enum Failure: Error {
    case notANumber
    /// More digits than any decimal number holds.
    case tooManyDigits
  }

  /// Reads a whole string, ignoring white space around it.
  init?(_ text: String) {
    guard case .success(let form) = DecimalForm.read(text) else { return nil }
    self = form
  }

  /// Reads `12`, `-12.5`, `+.5` or `1e-3` with white space around it; ASCII digits only, and no separators.
  static func read(_ text: String) -> Result<DecimalForm, Failure> {
    text.withBytes { cursor in
      guard let form = DecimalForm.take(from: &cursor) else { return .failure(.notANumber) }
      return cursor.isAtEnd ? form : .failure(.notANumber)
    }
  }

  /// Takes a number from a cursor; nil if no number starts there.
  static func take(from cursor: inout ByteCursor) -> Result<DecimalForm, Failure>? {
    let isNegative = cursor.take(UInt8(ascii: "-"))
    if !isNegative { _ = cursor.take(UInt8(ascii: "+")) }
    var scanner = DigitScanner()
    scanner.takeDigits(from: &cursor)
    if cursor.take(UInt8(ascii: ".")) { scanner.takeFraction(from: &cursor) }
    guard scanner.hasDigits, let exponent = takeExponent(from: &cursor) else { return nil }
    guard !scanner.isTooLong else { return .failure(.tooManyDigits) }
    let power = exponent + scanner.pendingZeros - scanner.fractionDigits
    return .success(DecimalForm(isNegative: isNegative, digits: scanner.digits, exponent: power))
  }

  /// Takes `e` with a power of ten; zero if there is none, nil if it is malformed.
  private static func takeExponent(from cursor: inout ByteCursor) -> Int? {
    guard cursor.byte?.lowercasedLetter == UInt8(ascii: "e") else { return 0 }
    cursor.advance()
    let isNegative = cursor.take(UInt8(ascii: "-"))
    if !isNegative { _ = cursor.take(UInt8(ascii: "+")) }
    guard cursor.byte?.digit != nil else { return nil }
    var exponent = 0
    while let digit = cursor.takeDigit() {
      // This is far beyond what any number holds, so the rest of a hostile exponent changes nothing.
      if exponent < 100_000_000 { exponent = exponent * 10 + Int(digit) }
    }
    return isNegative ? -exponent : exponent
  }
}

/// Collects digits, and holds zeros back until another digit follows.
private struct DigitScanner {
  var digits: UInt128 = 0
  var pendingZeros = 0
  var fractionDigits = 0
  var hasDigits = false
  var isTooLong = false

  mutating func takeDigits(from cursor: inout ByteCursor) {
    while let digit = cursor.takeDigit() {
      hasDigits = true
      append(digit)
    }
  }

  mutating func takeFraction(from cursor: inout ByteCursor) {
    let start = cursor.index
    takeDigits(from: &cursor)
    fractionDigits = cursor.index - start
  }

  private mutating func append(_ digit: UInt8) {
    if digit == 0 {
      pendingZeros += 1
    } else if digits >> 120 == 0 && pendingZeros == 0 {
      digits = digits &* 10 &+ UInt128(digit)
    } else {
      shift(by: pendingZeros + 1, adding: digit)
      pendingZeros = 0
    }
  }

  private mutating func shift(by count: Int, adding digit: UInt8) {
    guard !isTooLong, let shifted = digits.timesTen(toThe: count) else { return isTooLong = true }
    let (sum, overflow) = shifted.addingReportingOverflow(UInt128(digit))
    if overflow { isTooLong = true } else { digits = sum }
  }
}
