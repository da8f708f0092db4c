extension String {
  /// The string with control characters, among them the ends of lines, as Swift escapes them.
  package var printable: String {
    if unicodeScalars.allSatisfy({ !$0.commandsTerminal }) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.commandsTerminal ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }

  /// JSON of the same values, in which each scalar that commands a terminal is escaped.
  package var printableJSON: String {
    // A JSON writer escapes such characters of ASCII itself, except one, and text between strings is ASCII.
    func isPrinted(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x7F || !scalar.commandsTerminal }
    if utf8.allSatisfy({ $0 < 0x7F }) || unicodeScalars.allSatisfy(isPrinted) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isPrinted(scalar) { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would not print it but do something, or print what follows in another direction.
  package var commandsTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
