extension StringProtocol {
  /// How many columns of a terminal the string takes: two for wide characters of East Asia and emoji, none for marks
  /// that combine with the character before.
  package var displayWidth: Int {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The string with spaces behind it, or before it, up to a width.
  package func padded(to width: Int, onTheLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: Swift.max(0, width - displayWidth))
    return onTheLeft ? spaces + self : self + spaces
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
    }
  }

  /// The wide blocks of Unicode's East Asian Width, roughly: what is not assigned counts as the block does.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
