/// Recognises email addresses in one pass, as defined by ``Email``.
enum EmailForm {
  @Sendable
  static func matches(_ bytes: StringForm.Bytes) -> Bool {
    guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")), at >= 1, at <= 64 else { return false }
    let host = bytes[(at + 1)...]
    return isLocalPart(bytes[..<at]) && HostForm.isName(host) && HostForm.hasNamedTop(host)
  }

  private static func isLocalPart(_ bytes: Slice<StringForm.Bytes>) -> Bool {
    var previous = UInt8(ascii: ".")
    for byte in bytes {
      if byte == UInt8(ascii: ".") ? previous == byte : !isLocal(byte) { return false }
      previous = byte
    }
    return previous != UInt8(ascii: ".")
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte.isBeyondASCII || "!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
  }
}
