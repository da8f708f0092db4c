/// Recognises telephone numbers in one pass, as defined by ``Phone``.
enum PhoneForm {
  static func matches(_ bytes: StringForm.Bytes, _ international: Bool) -> Bool {
    if bytes.count > 40 { return false }
    var number = bytes[...]
    guard removeExtension(from: &number) else { return false }
    let hasPlus = number.first == UInt8(ascii: "+")
    if hasPlus { number = number.dropFirst() }
    if international && !hasPlus || hasPlus && number.first == UInt8(ascii: "0") { return false }
    guard let digits = digits(in: number) else { return false }
    return (hasPlus ? 7...15 : 3...15).contains(digits)
  }

  /// Removes an extension from the end.
  ///
  /// - Returns: False if there is an extension that is not valid.
  private static func removeExtension(from number: inout HostForm.Part) -> Bool {
    guard let mark = number.firstIndex(where: \.isLetter) else { return true }
    let rest = number[mark...]
    let word = rest.prefix { $0.isLetter || $0 == UInt8(ascii: ".") }
    let digits = rest.dropFirst(word.count).drop { $0 == UInt8(ascii: " ") }
    let isWord = ["x", "ext", "ext."].contains { spelling in
      word.map { $0.isLetter ? $0 | 0x20 : $0 }.elementsEqual(spelling.utf8)
    }
    number = number[..<mark]
    while number.last == UInt8(ascii: " ") { number = number.dropLast() }
    return isWord && (1...6).contains(digits.count) && digits.allSatisfy(\.isDigit)
  }

  /// Returns the number of digits; nil if another character is misplaced.
  private static func digits(in number: HostForm.Part) -> Int? {
    var (count, isOpen, previous) = (0, false, UInt8(ascii: "("))
    for (index, byte) in number.enumerated() {
      switch byte {
      case _ where byte.isDigit: count += 1
      case UInt8(ascii: "("):
        if isOpen || index > 0 && !previous.isDigit && previous != UInt8(ascii: " ") { return nil }
        isOpen = true
      case UInt8(ascii: ")"):
        if !isOpen || !previous.isDigit { return nil }
        isOpen = false
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
        if index == 0 || !previous.isDigit && previous != UInt8(ascii: ")") { return nil }
      default: return nil
      }
      previous = byte
    }
    return !isOpen && (previous.isDigit || previous == UInt8(ascii: ")")) ? count : nil
  }
}
