/// Reads one property of rows by their addresses: a stored property from memory, any other through its key path.
///
/// It is inlined, so that a loop over rows is compiled in the caller's module, for the caller's types.
@usableFromInline
struct PropertyReader<Record, Value>: RowReader, Sendable {
  @usableFromInline let keyPath: any KeyPath<Record, Value> & Sendable
  /// The offset of the property in a row; nil when it cannot be read from memory, such as a computed property.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ keyPath: any KeyPath<Record, Value> & Sendable) {
    self.init(keyPath, at: MemoryLayout<Record>.offset(of: keyPath))
  }

  @inlinable
  init(_ keyPath: any KeyPath<Record, Value> & Sendable, at offset: Int?) {
    (self.keyPath, self.offset) = (keyPath, offset)
  }

  @inlinable @inline(__always)
  func value(in row: UnsafeRawPointer) -> Value {
    if let offset { return (row + offset).assumingMemoryBound(to: Value.self).pointee }
    return row.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath]
  }

  /// Calls `body` with the value of each of some rows of a chunk. The offset is tested once for all of them.
  @inlinable @inline(__always)
  func forEachValue(_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask, _ body: (Value) -> Void) {
    guard let offset else {
      return rows.forEach { row in body(value(in: base + row &* stride)) }
    }
    let first = base + offset
    rows.forEach { row in body((first + row &* stride).assumingMemoryBound(to: Value.self).pointee) }
  }
}
