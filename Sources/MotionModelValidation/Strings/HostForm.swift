/// Recognises host names in one pass.
enum HostForm {
  typealias Part = Slice<StringForm.Bytes>

  /// Whether the bytes are labels with dots between them.
  static func isName(_ bytes: Part) -> Bool {
    guard !bytes.isEmpty, bytes.count <= 253 else { return false }
    var (length, previous) = (0, UInt8(ascii: "."))
    for byte in bytes {
      if byte == UInt8(ascii: ".") {
        if length == 0 || previous == UInt8(ascii: "-") { return false }
        length = 0
      } else {
        if !isLabel(byte) || length == 0 && byte == UInt8(ascii: "-") || length == 63 { return false }
        length += 1
      }
      previous = byte
    }
    return length > 0 && previous != UInt8(ascii: "-")
  }

  /// Whether there are several labels, of which the last has two bytes or more and is not a number.
  static func hasNamedTop(_ bytes: Part) -> Bool {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let top = bytes[(dot + 1)...]
    return top.count >= 2 && !top.allSatisfy(\.isDigit)
  }

  /// Whether the bytes are four numbers up to 255 with dots between them.
  static func isIPv4(_ bytes: Part) -> Bool {
    let numbers = bytes.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { digits in
        (1...3).contains(digits.count) && digits.allSatisfy(\.isDigit)
          && digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 255
      }
  }

  /// Whether the bytes look like an IPv6 address: hexadecimal digits with two to seven colons, and dots if needed.
  static func isIPv6(_ bytes: Part) -> Bool {
    let colons = bytes.count { $0 == UInt8(ascii: ":") }
    return (2...7).contains(colons) && bytes.count <= 45
      && bytes.allSatisfy { $0.isHexadecimal || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
  }

  private static func isLabel(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte.isBeyondASCII || byte == UInt8(ascii: "-")
  }
}
