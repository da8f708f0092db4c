extension Character {
  /// Returns whether the character consists of exactly one scalar, the given one.
  ///
  /// NB: `==` normalizes both sides first. For a letter with a hundred thousand accents, which input may contain,
  /// that takes many seconds.
  package func isExactly(_ scalar: Unicode.Scalar) -> Bool {
    unicodeScalars.first == scalar && unicodeScalars.dropFirst().isEmpty
  }
}
