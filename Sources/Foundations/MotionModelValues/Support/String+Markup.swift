extension StringProtocol {
  /// The text with a reference for each character that could mean something in HTML or XML, between tags and in
  /// attributes with quotes alike. NUL, which HTML cannot have, is U+FFFD.
  ///
  /// - Parameter isAttribute: Whether tabs and line feeds are references too, as attributes need them.
  package func inMarkup(isAttribute: Bool = false) -> String {
    func reference(_ byte: UInt8) -> String? {
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "'"): "&#39;"
      case 0: "\u{FFFD}"
      // HTML reads a bare carriage return as a line feed.
      case 0x0D: "&#13;"
      case 0x0A where isAttribute: "&#10;"
      case 0x09 where isAttribute: "&#9;"
      default: nil
      }
    }
    if !utf8.contains(where: { $0 < 0x3F && reference($0) != nil }) { return String(self) }
    var bytes: [UInt8] = []
    for byte in utf8 {
      if let reference = reference(byte) { bytes += reference.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
