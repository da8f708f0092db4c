import MotionModelValues

extension StringProtocol {
  /// The string on one line of a terminal: every character takes a place there, and none commands the terminal.
  ///
  /// Control characters are shown by their pictures (␛ for an escape), characters that change the direction of text by
  /// a replacement character, and a combining mark without a base on a dotted circle.
  var shown: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
    return reduce(into: "") { $0 += $1.shown }
  }
}

extension Character {
  /// The character as a terminal may show it.
  fileprivate var shown: String {
    let text = String(self)
    // Controls never combine, so the first scalar says whether this is one; "\r\n" is the one with two.
    if let first = unicodeScalars.first, let picture = first.picture {
      return unicodeScalars.count == 1 ? picture : unicodeScalars.map { $0.picture ?? "" }.joined()
    }
    if text.displayWidth > 0 { return text }
    return unicodeScalars.first?.properties.generalCategory == .format ? "\u{FFFD}" : "\u{25CC}\(text)"
  }
}

extension Unicode.Scalar {
  /// What is shown for a control character; nil for all others.
  fileprivate var picture: String? {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value).map { String($0) }
    case 0x7F: "\u{2421}"
    default: commandsTerminal ? "\u{FFFD}" : nil
    }
  }
}
