/// Returns the kernel that finds the booleans that equal a given one; nil if the property is not a stored `Bool`.
///
/// In a page, eight are tested at once: each is a byte of 0 or 1, and a multiplication puts the last bits of eight
/// bytes side by side.
func booleanEquality<Property: ColumnProperty>(_ property: Property, _ operand: Property.Value) -> Kernel? {
  guard let property = property as? StoredProperty<Bool>, let operand = operand as? Bool else { return nil }
  let (offset, flip) = (property.offset, operand ? 0 : UInt64.max)
  return { base, stride, rows in
    let base = base + offset
    guard stride == 1 else {
      return rows.filter { (base + $0 &* stride).load(as: Bool.self) == operand }
    }
    return RowMask(low: passing(rows.low, base, flip), high: passing(rows.high, base + 64, flip))
  }
}

/// Returns the bits of the booleans of some of 64 rows, which differ from `flip`, and reads no others but those of the
/// same eight.
@inline(__always)
private func passing(_ rows: UInt64, _ base: UnsafeRawPointer, _ flip: UInt64) -> UInt64 {
  var bits: UInt64 = 0
  for group in stride(from: 0, to: 64, by: 8) where (rows &>> UInt64(group)) & 0xFF != 0 {
    let eight = UInt64(littleEndian: (base + group).loadUnaligned(as: UInt64.self))
    bits |= lastBits(ofBytes: eight) &<< UInt64(group)
  }
  return (bits ^ flip) & rows
}

/// Returns the last bits of eight bytes, side by side.
@inline(__always)
func lastBits(ofBytes eight: UInt64) -> UInt64 {
  // Other bits, such as those of bytes behind the last row of a page, must not be carried to others.
  ((eight & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56
}
