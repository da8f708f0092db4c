/// Returns the kernel that finds the booleans that equal a given one; nil if the property is not a stored `Bool`.
///
/// In a page, eight are tested at once: each is a byte of 0 or 1, and a multiplication puts the last bits of eight
/// bytes side by side.
func booleanEquality<Property: ColumnProperty>(_ property: Property, _ operand: Property.Value) -> Kernel? {
  guard let property = property as? StoredProperty<Bool>, let operand = operand as? Bool else { return nil }
  let offset = property.offset
  return { base, stride, rows in
    let base = base + offset
    guard stride == 1 else {
      return rows.filter { (base + $0 &* stride).load(as: Bool.self) == operand }
    }
    let found = rows.filter(bytesAt: base) { lastBits(ofBytes: $0) }
    return operand ? found : rows.subtracting(found)
  }
}

extension RowMask {
  /// Returns the rows that pass a test of their bytes, which tests eight at once and returns a bit for each. It reads
  /// no others but those of the same eight.
  @inline(__always) func filter(bytesAt base: UnsafeRawPointer, _ test: (_ eight: UInt64) -> UInt64) -> RowMask {
    RowMask(low: Self.filter(low, base, test), high: Self.filter(high, base + 64, test))
  }

  @inline(__always)
  private static func filter(_ rows: UInt64, _ base: UnsafeRawPointer, _ test: (UInt64) -> UInt64) -> UInt64 {
    var bits: UInt64 = 0
    for group in stride(from: 0, to: 64, by: 8) where (rows &>> UInt64(group)) & 0xFF != 0 {
      bits |= test(UInt64(littleEndian: (base + group).loadUnaligned(as: UInt64.self))) &<< UInt64(group)
    }
    return bits & rows
  }
}

/// Returns the last bits of eight bytes, side by side.
@inline(__always) func lastBits(ofBytes eight: UInt64) -> UInt64 {
  // Other bits, such as those of bytes behind the last row of a page, must not be carried to others.
  ((eight & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56
}
