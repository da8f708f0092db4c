/// A stored property that is one byte without references, such as an enum without associated values.
///
/// The engine calls `==`, `<` and whatever else the type implements only once for each byte that occurs among some
/// rows, however many rows there are: the result for a byte is that for each value with this byte.
struct ByteAccess<Value: Sendable>: ValueAccess {
  private let stored: StoredAccess<Value>

  /// - Returns: Nil for a type whose values are not such a byte.
  init?(_ stored: StoredAccess<Value>) {
    guard MemoryLayout<Value>.size == 1, _isPOD(Value.self) else { return nil }
    self.stored = stored
  }

  var bytes: Range<Int>? { stored.bytes }
  func value(in row: UnsafeRawPointer) -> Value { stored.value(in: row) }
  func set(_ value: Value, in row: UnsafeMutableRawPointer) { stored.set(value, in: row) }

  func quickened(_ kernel: @escaping Kernel) -> Kernel { byteKernel(kernel, at: stored.offset) }

  func rowKeys<Traits: ColumnTraits<Value>>(
    _ traits: Traits.Type
  ) -> (@Sendable (_ rows: [UnsafeRawPointer]) -> RowKeys)? {
    let stored = stored
    return { rows in
      RowKeys(ofBytesAt: stored.offset, in: rows) {
        Traits.precedes(stored.value(in: $0), stored.value(in: $1))
      } _: {
        Traits.isNil(stored.value(in: $0))
      }
    }
  }
}

/// Returns a kernel that calls another one once for each byte that occurs at an offset of the rows.
private func byteKernel(_ kernel: @escaping Kernel, at offset: Int) -> Kernel {
  { base, stride, rows in
    // Clearing the results takes as long as a few calls.
    if rows.count < 8 { return kernel(base, stride, rows) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { results in
      results.initialize(repeating: 0)
      return rows.filter { row in
        let byte = Int((base + offset + row &* stride).load(as: UInt8.self))
        if results[byte] == 0 { results[byte] = kernel(base, stride, .row(row)).isEmpty ? 1 : 2 }
        return results[byte] == 2
      }
    }
  }
}
