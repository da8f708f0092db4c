/// Finds the texts that equal a given one, nearly all of them without calling Swift's comparison.
///
/// Texts are equal by canonical equivalence. That comes down to their bytes where both are ASCII, which is its own normal
/// form. The few characters that are equivalent to an ASCII one, such as the kelvin sign to K, are left to Swift.
///
/// It is a class so that kernels, which are called for each chunk, hold one reference.
final class TextEquality: Sendable {
  private let text: String?
  private let bits: TextBits
  /// The mark of texts that are equal only if their bits are; one that no text has where there is none.
  private let tag: UInt64
  private let isASCII: Bool
  private let bytes: [UInt8]

  private init(_ text: String?) {
    // A copy of few bytes is held in place, even if the text that came in was not.
    let text = text.map { String(decoding: $0.utf8, as: UTF8.self) }
    let bits = withUnsafePointer(to: text) { TextBits(at: UnsafeRawPointer($0)) }
    (self.text, self.bits, bytes) = (text, bits, text.map { Array($0.utf8) } ?? [])
    isASCII = text != nil && bytes.allSatisfy { $0 < 0x80 }
    let isDecidedByBits = isASCII && (bytes.count > 15 || bits.tag == TextBits.shortTag)
    tag = isDecidedByBits ? TextBits.shortTag ?? .max : .max
  }

  /// The kernel for a stored property of type `String` or `String?`.
  ///
  /// - Parameter text: Nil for one that is missing.
  static func kernel(at offset: Int, _ text: String?) -> Kernel {
    let equality = TextEquality(text)
    let (bits, tag) = (equality.bits, equality.tag)
    return { base, stride, rows in
      let base = base + offset
      let equal = rows.filter { TextBits(at: base + $0 &* stride) == bits }
      let undecided = rows.filter { TextBits(at: base + $0 &* stride).tag != tag }.subtracting(equal)
      return undecided.isEmpty ? equal : equal | equality.rows(base, stride, undecided)
    }
  }

  private func rows(_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> RowMask {
    var equal = RowMask.none
    bytes.withUnsafeBufferPointer { bytes in
      rows.forEach { row in
        // A text that is there has the same bits whether its type is optional or not.
        let text = (base + row &* stride).assumingMemoryBound(to: String?.self)
        if isEqualByBytes(text, bytes) ?? (text.pointee == self.text) { equal.insert(row) }
      }
    }
    return equal
  }

  /// Whether a text is equal; nil where its bytes do not tell.
  @inline(__always)
  private func isEqualByBytes(_ text: UnsafePointer<String?>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !isASCII { return nil }
    return text.pointee?.utf8.withContiguousStorageIfAvailable { isEqual($0, bytes) } ?? nil
  }
}

/// Whether bytes spell the same text as those of an ASCII text; nil where that takes more than a look.
@inline(__always)
private func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ ascii: UnsafeBufferPointer<UInt8>) -> Bool? {
  // Another spelling of an ASCII character takes two bytes at least.
  if bytes.count < ascii.count { return false }
  if bytes.count == ascii.count { return areSame(bytes, ascii) }
  let place = ascii.indices.first { ascii[$0] != bytes[$0] } ?? ascii.count
  // A character of one byte that nothing is added to is what it looks like.
  let isPlain = bytes[place] < 0x80 && (place + 1 == bytes.count || bytes[place + 1] < 0x80)
  return isPlain ? false : nil
}

/// Whether as many bytes are the same.
///
/// NB: A call of `memcmp` might let go of the text, for all that the compiler knows, and it would be retained for each row.
@inline(__always)
private func areSame(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
  let words = first.count &>> 3
  let (bytes, others) = (UnsafeRawBufferPointer(first), UnsafeRawBufferPointer(second))
  for word in 0..<words {
    let offset = word &* 8
    let difference =
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      ^ others.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if difference != 0 { return false }
  }
  for index in words &* 8..<first.count where first[index] != second[index] { return false }
  return true
}

/// The kernel of equality for texts in stored properties; nil for all else.
func textEquality<Access: ValueAccess>(_ access: Access, _ operand: Access.Value) -> Kernel? {
  guard MemoryLayout<String?>.size == MemoryLayout<TextBits>.size else { return nil }
  switch access {
  case let access as StoredAccess<String>:
    return (operand as? String).map { TextEquality.kernel(at: access.offset, $0) }
  case let access as StoredAccess<String?>:
    return (operand as? String?).map { TextEquality.kernel(at: access.offset, $0) }
  default: return nil
  }
}
