extension ByteCursor {
  /// Takes a JSON number of at most 15 digits if one comes next; nil for any other, which takes longer to read.
  ///
  /// A double holds each of these digits, and all powers of ten up to 10²² are doubles, so one division or
  /// multiplication rounds only once: the result is the number nearest to the text, and its shortest form is the text
  /// (W. Clinger, "How to Read Floating Point Numbers Accurately", 1990).
  mutating func takeShortNumber() -> AttributeValue? {
    var ahead = self
    let isNegative = ahead.take(UInt8(ascii: "-"))
    let beginsWithZero = ahead.byte == UInt8(ascii: "0")
    guard var (digits, count) = ahead.takeShortDigits(0, 0), !beginsWithZero || count == 1 else { return nil }
    var fraction = 0
    if ahead.take(UInt8(ascii: ".")) {
      let before = count
      guard let longer = ahead.takeShortDigits(digits, count) else { return nil }
      (digits, count) = longer
      fraction = count - before
    }
    // Zero may have a sign, which an integer would lose.
    if digits == 0 || ahead.byte?.lowercasedLetter == UInt8(ascii: "e") { return nil }
    self = ahead
    if fraction == 0 { return .int(isNegative ? -digits : digits) }
    let number = Double(digits) / Self.powersOfTen[fraction]
    return .double(isNegative ? -number : number)
  }

  /// Takes digits behind others, of which there are at most 15 together; nil if there is none, or more.
  private mutating func takeShortDigits(_ before: Int64, _ countBefore: Int) -> (Int64, Int)? {
    var (digits, count) = (before, countBefore)
    while let digit = takeDigit() {
      digits = digits * 10 + Int64(digit)
      count += 1
      if count > 15 { return nil }
    }
    return count > countBefore ? (digits, count) : nil
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
