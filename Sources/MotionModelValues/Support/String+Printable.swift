extension String {
  /// The string with control characters, among them the ends of lines, as Swift escapes them.
  package var printable: String {
    if unicodeScalars.allSatisfy({ !$0.isControl }) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would not print it but do something, or print what follows in another direction.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
