extension String {
  /// The string with every character that is not an ASCII letter, a digit or an underscore replaced, and with an
  /// underscore before a digit at its beginning.
  var asASCIIWord: String {
    var word = ""
    for scalar in unicodeScalars { word.unicodeScalars.append(scalar.isASCIIWord ? scalar : "_") }
    guard let first = word.unicodeScalars.first else { return "_" }
    return ("0"..."9").contains(first) ? "_\(word)" : word
  }
}

extension Unicode.Scalar {
  private static let letters: [ClosedRange<Unicode.Scalar>] = ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"]

  fileprivate var isASCIIWord: Bool { Self.letters.contains { $0.contains(self) } }
}
