/// One way of looking for the bytes of a plain text in those of another.
protocol PlainTextSearch: Sendable {
  /// Nil when the text is not as plain as it would have to be.
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool?
}

/// The whole text.
struct PlainEquality: PlainTextSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = letters.commonPrefix(bytes, text)
    if place == text.count { return place == bytes.count }
    return text.hasASCIICharacter(at: place) ? false : nil
  }
}

/// The beginning of the text.
struct PlainPrefix: PlainTextSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = letters.commonPrefix(bytes, text)
    if place == text.count { return place == bytes.count }
    if place == bytes.count { return text[place] < 0x80 ? true : nil }
    return text.hasASCIICharacter(at: place) ? false : nil
  }
}

/// The end of the text.
struct PlainSuffix: PlainTextSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = text.count &- letters.commonSuffix(bytes, text)
    let isFound = text.count &- place == bytes.count
    if place == 0 { return isFound }
    let before = text[place &- 1]
    // A line feed that is found may be the end of a character that begins with a carriage return.
    return before < 0x80 && !(isFound && before == 0x0D) ? isFound : nil
  }
}

/// Anywhere in the text.
struct PlainPart: PlainTextSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !text.isPlain { return nil }
    let last = text.count &- bytes.count
    return last >= 0 && (0...last).contains { letters.areSame(bytes, text, at: $0) }
  }
}

/// The whole text, by a pattern.
struct PlainPattern: PlainTextSearch {
  let letters: PlainLetters
  let pattern: LikePattern<UInt8>

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !text.isPlain { return nil }
    return pattern.matches(text.lazy.map { letters.folded($0) })
  }
}
