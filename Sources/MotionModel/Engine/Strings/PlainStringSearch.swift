/// One way to find the bytes of a plain string in the bytes of another.
protocol PlainStringSearch: Sendable {
  /// Returns nil when the searched string is not plain enough to decide by bytes.
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool?
}

/// Compares the whole string.
struct PlainEquality: PlainStringSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = letters.commonPrefix(bytes, text)
    if place == text.count { return place == bytes.count }
    return text.hasASCIICharacter(at: place) ? false : nil
  }
}

/// Compares the beginning of the string.
struct PlainPrefix: PlainStringSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = letters.commonPrefix(bytes, text)
    if place == text.count { return place == bytes.count }
    if place == bytes.count { return text[place] < 0x80 ? true : nil }
    return text.hasASCIICharacter(at: place) ? false : nil
  }
}

/// Compares the end of the string.
struct PlainSuffix: PlainStringSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = text.count &- letters.commonSuffix(bytes, text)
    let isFound = text.count &- place == bytes.count
    if place == 0 { return isFound }
    let before = text[place &- 1]
    // A line feed that was found may be the end of a character that begins with a carriage return.
    return before < 0x80 && !(isFound && before == 0x0D) ? isFound : nil
  }
}

/// Searches the whole string for a part.
struct PlainPart: PlainStringSearch {
  let letters: PlainLetters

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !text.isPlain { return nil }
    let last = text.count &- bytes.count
    return last >= 0 && (0...last).contains { letters.areSame(bytes, text, at: $0) }
  }
}

/// Matches the whole string against a pattern.
struct PlainPattern: PlainStringSearch {
  let letters: PlainLetters
  let pattern: LikePattern<UInt8>

  @inline(__always)
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !text.isPlain { return nil }
    return pattern.matches(text.lazy.map { letters.folded($0) })
  }
}
