/// The engine works on the addresses of rows and of values in them, and everything above it on rows; see ``Row``. This
/// is the one place where an address becomes a value of a type.
///
/// It is sound because of two invariants. A row belongs to a ``TableLayout``, whose ``RowMemory`` initialized it with a
/// record of the layout's model, and code for one model is given no row of another. And an offset in a row comes from a
/// key path whose value has the type with which the offset is used; see ``StoredProperty``. Debug builds check the
/// alignment, which most wrong types and offsets violate.
extension UnsafeRawPointer {
  /// The address as one of a value of a type.
  @inlinable @inline(__always) package func bound<Value>(to type: Value.Type) -> UnsafePointer<Value> {
    assert(isAligned(for: type), "no \(type) can be at the address")
    return assumingMemoryBound(to: type)
  }

  @inlinable @inline(__always) package func isAligned<Value>(for type: Value.Type) -> Bool {
    UInt(bitPattern: self) & UInt(MemoryLayout<Value>.alignment - 1) == 0
  }
}

extension UnsafeMutableRawPointer {
  /// The address as one of a value of a type.
  @inlinable @inline(__always) package func bound<Value>(to type: Value.Type) -> UnsafeMutablePointer<Value> {
    assert(UnsafeRawPointer(self).isAligned(for: type), "no \(type) can be at the address")
    return assumingMemoryBound(to: type)
  }
}
