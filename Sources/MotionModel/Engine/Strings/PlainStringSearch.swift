/// One way to find the bytes of a plain string in the bytes of another.
protocol PlainStringSearch: Sendable {
  /// Returns nil when the searched string is not plain enough to decide by bytes.
  func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool?
}

/// Whether texts begin with the bytes, or equal them.
struct PlainPrefix: PlainStringSearch {
  let letters: PlainLetters
  let isWhole: Bool

  @inline(__always) func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = letters.commonPrefix(bytes, text)
    if place == text.count { return place == bytes.count }
    if !isWhole && place == bytes.count { return text[place] < 0x80 ? true : nil }
    return text.hasASCIICharacter(at: place) ? false : nil
  }
}

/// Compares the end of the string.
struct PlainSuffix: PlainStringSearch {
  let letters: PlainLetters

  @inline(__always) func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let place = text.count &- letters.commonSuffix(bytes, text)
    let isFound = text.count &- place == bytes.count
    if place == 0 { return isFound }
    let before = text[place &- 1]
    // A line feed that was found may be the end of a character that begins with a carriage return.
    return before < 0x80 && !(isFound && before == 0x0D) ? isFound : nil
  }
}

/// Searches the whole string for a part.
///
/// It looks at eight places at a time, and compares the part only where its first and its last byte are. (W. Muła,
/// *SIMD-friendly algorithms for substring searching*, 2016.)
struct PlainPart: PlainStringSearch {
  let letters: PlainLetters

  @inline(__always) func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !text.isPlain { return nil }
    let last = text.count &- bytes.count
    if last < 7 || bytes.isEmpty { return last >= 0 && (0...last).contains { letters.areSame(bytes, text, at: $0) } }
    let (first, end) = (letters.wanted(bytes[0]), letters.wanted(bytes[bytes.count &- 1]))
    var place = 0
    while place <= last {
      // The last eight places overlap the ones before them.
      let start = place < last &- 7 ? place : last &- 7
      var places = first.places(in: text.word(at: start)) & end.places(in: text.word(at: start &+ bytes.count &- 1))
      while places != 0 {
        if letters.areSame(bytes, text, at: start &+ places.trailingZeroBitCount &>> 3) { return true }
        places &= places &- 1
      }
      place &+= 8
    }
    return false
  }
}

/// Matches the whole string against a pattern.
struct PlainPattern: PlainStringSearch {
  let letters: PlainLetters
  let pattern: LikePattern<UInt8>

  @inline(__always) func isFound(_ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !text.isPlain { return nil }
    return pattern.matches(text.lazy.map { letters.folded($0) })
  }
}
