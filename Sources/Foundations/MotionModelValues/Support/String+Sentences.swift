extension String {
  /// The sentence as it stands behind a colon in another one: its article or pronoun in small letters.
  package var behindColon: String {
    for word in ["The ", "A ", "An ", "It "] where hasPrefix(word) { return word.lowercased() + dropFirst(word.count) }
    return self
  }
}
