/// Finds the strings that equal a given one, nearly all of them without calling Swift's comparison.
///
/// Swift's equality of strings is canonical equivalence. For two ASCII strings that is equality of bytes, because
/// ASCII is its own normal form. The few characters that are equivalent to an ASCII one, such as the kelvin sign to
/// K, are left to Swift.
///
/// A class, so that kernels, which are called for each chunk, hold one reference.
final class StringEquality: Sendable {
  private let text: String?
  private let bits: StringBits
  private let isASCII: Bool
  private let bytes: [UInt8]

  private init(_ text: String?) {
    // A copy of a short string is stored inline, even if the original is not.
    let text = text.map { String(decoding: $0.utf8, as: UTF8.self) }
    let bits = withUnsafePointer(to: text) { StringBits(at: UnsafeRawPointer($0)) }
    (self.text, self.bits, bytes) = (text, bits, text.map { Array($0.utf8) } ?? [])
    isASCII = text != nil && bytes.allSatisfy { $0 < 0x80 }
  }

  /// The kernel for a stored property of type `String` or `String?`.
  ///
  /// - Parameter text: The string to find; nil finds missing ones.
  static func kernel(at offset: Int, _ text: String?) -> Kernel {
    assert(MemoryLayout<String?>.size == MemoryLayout<String>.size, "an optional string has other bits than a string")
    let equality = StringEquality(text)
    guard equality.isASCII, let tag = StringBits.shortTag else { return { equality.rows($0 + offset, $1, $2) } }
    if equality.bits.tag == tag { return equality.shortKernel(at: offset) }
    // A short ASCII string cannot equal this one, which is longer.
    return { base, stride, rows in
      let base = base + offset
      return equality.rows(base, stride, rows.filter { StringBits(at: base + $0 &* stride).tag != tag })
    }
  }

  /// Creates the kernel for a short ASCII string: another one is equal exactly when its bits are.
  private func shortKernel(at offset: Int) -> Kernel {
    let bits = bits
    return { base, stride, rows in
      let base = base + offset
      // Where strings lie side by side, as in a page, their distance is a constant, which makes a quicker loop.
      let side = MemoryLayout<StringBits>.stride
      let (equal, differences) = stride == side ? bits.equal(base, side, rows) : bits.equal(base, stride, rows)
      if StringBits.tag(of: differences) == 0 { return equal }
      return equal | self.rows(base, stride, rows.filter { StringBits(at: base + $0 &* stride).tag != bits.tag })
    }
  }

  private func rows(_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> RowMask {
    var equal = RowMask.none
    bytes.withUnsafeBufferPointer { bytes in
      rows.forEach { row in
        // A string that is not nil has the same bits whether its type is optional or not.
        let text = (base + row &* stride).bound(to: String?.self)
        if isEqualByBytes(text, bytes) ?? (text.pointee == self.text) { equal.insert(row) }
      }
    }
    return equal
  }

  /// Returns whether a string is equal; nil when its bytes do not decide that.
  @inline(__always)
  private func isEqualByBytes(_ text: UnsafePointer<String?>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    if !isASCII { return nil }
    return text.pointee?.utf8.withContiguousStorageIfAvailable { $0.isEqual(toASCII: bytes) } ?? nil
  }
}

extension StringBits {
  /// Returns the rows whose strings have these bits, and in which of the upper bits others differ.
  @inline(__always)
  fileprivate func equal(_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> (RowMask, differences: UInt64) {
    var differences: UInt64 = 0
    let equal = rows.filter { row in
      let other = StringBits(at: base + row &* stride)
      differences |= other.high ^ high
      return other == self
    }
    return (equal, differences)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether these bytes are a string equal to an ASCII string; nil when bytes do not decide that.
  @inline(__always) func isEqual(toASCII ascii: Self) -> Bool? {
    // Another spelling of an ASCII character takes at least two bytes.
    if count < ascii.count { return false }
    if count == ascii.count { return isSame(as: ascii) }
    return hasASCIICharacter(at: commonPrefix(with: ascii)) ? false : nil
  }
}

/// Creates the kernel of equality for a stored property that holds strings; nil for other columns.
func stringEquality<Property: ColumnProperty>(_ property: Property, _ operand: Property.Value) -> Kernel? {
  guard MemoryLayout<String?>.size == MemoryLayout<StringBits>.size else { return nil }
  switch property {
  case let property as StoredProperty<String>:
    return (operand as? String).map { StringEquality.kernel(at: property.offset, $0) }
  case let property as StoredProperty<String?>:
    return (operand as? String?).map { StringEquality.kernel(at: property.offset, $0) }
  default: return nil
  }
}
