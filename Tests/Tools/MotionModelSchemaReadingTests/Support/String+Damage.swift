extension String {
  /// Calls `body` with the text cut before each of its bytes, and with each byte replaced by each of some characters.
  ///
  /// - Parameter characters: Characters of ASCII that mean something where the text is read.
  func forEachDamage(_ characters: String, _ body: (String) -> Void) {
    let bytes = Array(utf8)
    for end in bytes.indices { body(String(decoding: bytes[..<end], as: UTF8.self)) }
    for place in bytes.indices {
      for character in characters.utf8 {
        var damaged = bytes
        damaged[place] = character
        body(String(decoding: damaged, as: UTF8.self))
      }
    }
  }
}
