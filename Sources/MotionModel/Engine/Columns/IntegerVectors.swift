internal import MotionModelProcessor

/// Whether integers of 64 bits are compared in C. Swift compiles for the oldest processor of this kind, whose vectors
/// cannot compare such integers; those of other kinds can.
private var areComparedInC: Bool {
  #if arch(x86_64)
    true
  #else
    false
  #endif
}

/// Returns a kernel that has the result of another one, which finds the values in a closed interval, and is quicker in
/// pages of integers of 64 bits.
@inline(__always) func integersWithin<Property: ColumnProperty>(
  _ property: Property, _ least: Property.Value, _ greatest: Property.Value, _ kernel: @escaping Kernel
) -> Kernel {
  guard areComparedInC, Property.Value.self == Int.self || Property.Value.self == Int64.self,
    let offset = property.bytes?.lowerBound
  else { return kernel }
  let (least, greatest) = (unsafeBitCast(least, to: Int64.self), unsafeBitCast(greatest, to: Int64.self))
  return { base, stride, rows in
    guard stride == MemoryLayout<Int64>.stride else { return kernel(base, stride, rows) }
    // Only where the last of 64 rows is there are all of them.
    let (page, lowest, highest) = (base + offset, rows.low >> 63 == 1, rows.high >> 63 == 1)
    let found = RowMask(
      low: lowest ? rows.low & motionmodel_64_integers_within(page, least, greatest) : 0,
      high: highest ? rows.high & motionmodel_64_integers_within(page + 512, least, greatest) : 0)
    let rest = RowMask(low: lowest ? 0 : rows.low, high: highest ? 0 : rows.high)
    return rest.isEmpty ? found : found | kernel(base, stride, rest)
  }
}

/// Returns the sum of some of 64 integers; nil if one of them is beyond ±2⁵⁵, and where integers have 32 bits.
@inlinable @inline(__always) func sumOfSmall(_ values: UnsafePointer<Int>, _ rows: UInt64 = .max) -> Int? {
  var (sum, spread) = (0, 0)
  let bound = Int(truncatingIfNeeded: Int64(1) << 55)
  RowMask.forEach(rows, from: 0) { row in
    sum &+= values[row]
    // Those within ±2⁵⁵ have nothing in their upper 8 bits then.
    spread |= values[row] &+ bound
  }
  return Int.bitWidth == 64 && spread &>> 56 == 0 ? sum : nil
}
