/// Finds a string in others by bytes, where both are plain: ASCII without carriage returns.
///
/// In plain strings each byte is a character, none is equivalent to another, and a letter has one other case, 32
/// away, so this finds what Swift finds character by character. A carriage return and a line feed after it are one
/// character.
///
/// A test of the beginning or end of a string needs plain bytes only up to the first byte that decides it.
struct PlainStringTest: Sendable {
  private let kind: StringTest.Kind
  private let bytes: [UInt8]
  private let letters: PlainLetters

  /// - Returns: Nil when bytes are not enough for this test.
  init?(_ kind: StringTest.Kind, _ text: String, ignoresCase: Bool) {
    guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return nil }
    let letters = PlainLetters(ignoresCase: ignoresCase)
    (self.kind, self.letters) = (kind, letters)
    bytes = text.utf8.map { letters.folded($0) }
  }

  /// The kernel for a stored property of type `String` or `String?`.
  ///
  /// Each kind has its own loop. Parts of a shared loop would be too large to be inlined, and a call costs more
  /// than itself here; see StringBytes.swift.
  ///
  /// - Parameter isMet: The test for strings that are not plain.
  func kernel(at offset: Int, otherwise isMet: @escaping @Sendable (String) -> Bool) -> Kernel {
    switch kind {
    case .equal: kernel(PlainPrefix(letters: letters, isWhole: true), offset, isMet)
    case .startsWith: kernel(PlainPrefix(letters: letters, isWhole: false), offset, isMet)
    case .endsWith: kernel(PlainSuffix(letters: letters), offset, isMet)
    case .contains: kernel(PlainPart(letters: letters), offset, isMet)
    case .like: kernel(PlainPattern(letters: letters, pattern: LikePattern(ASCII: bytes)), offset, isMet)
    }
  }

  @inline(__always) private func kernel(
    _ search: some PlainStringSearch, _ offset: Int, _ isMet: @escaping @Sendable (String) -> Bool
  ) -> Kernel {
    assert(MemoryLayout<String?>.size == MemoryLayout<String>.size, "an optional string has other bits than a string")
    let bytes = bytes
    return { base, stride, rows in
      let base = base + offset
      var found = RowMask.none
      bytes.withUnsafeBufferPointer { bytes in
        rows.forEach { row in
          // A string that is not nil has the same bits whether its type is optional or not.
          let text = (base + row &* stride).bound(to: String?.self)
          let isFound = text.pointee?.utf8.withContiguousStorageIfAvailable { search.isFound(bytes, in: $0) } ?? nil
          if isFound ?? text.pointee.map(isMet) ?? false { found.insert(row) }
        }
      }
      return found
    }
  }
}
