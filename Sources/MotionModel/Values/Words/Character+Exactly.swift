extension Character {
  /// Whether the character is one scalar and this one.
  ///
  /// NB: `==` brings both sides into a normal form first. For a letter with a hundred thousand accents, which a text from
  /// elsewhere may have, that takes many seconds.
  func isExactly(_ scalar: Unicode.Scalar) -> Bool {
    unicodeScalars.first == scalar && unicodeScalars.dropFirst().isEmpty
  }
}
