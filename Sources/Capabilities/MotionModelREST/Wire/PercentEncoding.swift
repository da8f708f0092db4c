/// The form of strings in addresses: all bytes but the unreserved ones of RFC 3986 are `%XX`.
enum PercentEncoding {
  /// Encodes a part of a path; nil for one that would lead elsewhere, even encoded: nothing, `.` and `..`.
  static func encodeSegment(_ text: String) -> String? {
    text.isEmpty || text == "." || text == ".." ? nil : encode(text)
  }

  /// Encodes a name or a value of a query.
  static func encode(_ text: String) -> String {
    var encoded = ""
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += byte < 16 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
