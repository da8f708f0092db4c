/// Words and prefixes with a number each, found by the bytes of a word without an allocation.
struct WordNumbers: Sendable {
  private var words = ByteNumbers()
  private var prefixes = ByteNumbers()
  /// The lengths of the prefixes.
  private var prefixLengths: Set<Int> = []

  /// Returns the number of a word or prefix, a new one for a new word.
  mutating func number(of text: String, isPrefix: Bool) -> Int {
    let bytes = Array(text.utf8)
    guard isPrefix else { return words.number(of: bytes) * 2 }
    prefixLengths.insert(bytes.count)
    return prefixes.number(of: bytes) * 2 + 1
  }

  /// Calls `body` with the number of a word, and with those of the prefixes with which it begins.
  func forEachNumber(of word: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    if let number = words[word] { body(number * 2) }
    for length in prefixLengths where length <= word.count {
      if let number = prefixes[UnsafeBufferPointer(rebasing: word[..<length])] { body(number * 2 + 1) }
    }
  }
}
