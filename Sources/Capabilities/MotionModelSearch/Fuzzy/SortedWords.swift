/// The different words of an index, in the order of their UTF-8.
package protocol SortedWords {
  /// Calls `body` with each word that is not less than `start`, in ascending order, and with its number of records,
  /// until `body` returns false.
  func forEachWord(from start: [UInt8], _ body: (UnsafeBufferPointer<UInt8>, Int) -> Bool)
}

extension SortedWords {
  /// Whether the word, or a word that begins with it, is there.
  func hasWord(_ word: String, isPrefix: Bool) -> Bool {
    var isThere = false
    let bytes = Array(word.utf8)
    forEachWord(from: bytes) { other, _ in
      isThere = isPrefix ? other.starts(with: bytes) : other.elementsEqual(bytes)
      return false
    }
    return isThere
  }

  /// Calls `body` with each word that begins with a prefix.
  func forEachWord(withPrefix prefix: String, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
    let bytes = Array(prefix.utf8)
    forEachWord(from: bytes) { word, count in
      guard word.starts(with: bytes) else { return false }
      body(word, count)
      return true
    }
  }
}
