extension StringTest {
  /// Returns what strings become so that their order is that of the numbers in them.
  ///
  /// - Parameter fold: What they become before; nil for nothing.
  static func orderingNumbers(_ fold: (@Sendable (String) -> String)?) -> @Sendable (String) -> String {
    { text in markingNumbers(in: fold?(text) ?? text) }
  }

  /// Returns a string in which each number, without its leading zeros, stands behind a zero and a character for how
  /// many digits it has. So a number is at its old place among other characters, and behind each number with fewer
  /// digits.
  private static func markingNumbers(in text: String) -> String {
    if !text.utf8.contains(where: isDigit) { return text }
    var (marked, rest) = ([UInt8](), Substring(text).utf8)
    while let first = rest.first {
      let run = rest.prefix { isDigit($0) == isDigit(first) }
      rest.removeFirst(run.count)
      let digits = isDigit(first) ? run.drop { $0 == UInt8(ascii: "0") } : run
      if isDigit(first) { marked += "0\(mark(of: digits.count))".utf8 }
      marked += digits
    }
    return String(decoding: marked, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  /// Returns a character for a number of digits: a private one, which has no composed form. Numbers of more than 6,399
  /// digits have the same.
  private static func mark(of count: Int) -> Character {
    Unicode.Scalar(UInt32(0xE000 + min(count, 0x18FF))).map(Character.init) ?? "0"
  }
}
