/// Text in addresses: all bytes but the unreserved ones of RFC 3986 are `%XX`. Foundation's own decoding drops a
/// byte-order mark at the start.
package enum PercentEncoding {
  /// Encodes all but letters, digits, `-`, `.`, `_` and `~`, or but other bytes.
  ///
  /// - Parameters:
  ///   - sign: What stands before two digits.
  ///   - isPlain: Whether a byte stays as it is.
  package static func encoded(
    _ text: some StringProtocol, sign: Unicode.Scalar = "%",
    keeping isPlain: (UInt8) -> Bool = PercentEncoding.isUnreserved
  ) -> String {
    if text.utf8.allSatisfy(isPlain) { return String(text) }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += "\(sign)\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a text; nil if that is not UTF-8, or has a percent sign without two digits.
  ///
  /// - Parameter isForm: Whether a plus sign is a space.
  package static func decoded(_ text: some StringProtocol, isForm: Bool = false) -> String? {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether a byte is a letter, a digit, `-`, `.`, `_` or `~`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit of ASCII; nil for other bytes.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
