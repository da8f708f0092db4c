/// Reads one property of rows by their addresses: a stored one where it lies, any other through its key path.
///
/// What reads through it is compiled into the caller, for the caller's types.
@usableFromInline
struct PropertyReader<Record, Value>: RowReader, Sendable {
  @usableFromInline let keyPath: any KeyPath<Record, Value> & Sendable
  /// Where the property lies in a row; nil when it is not a stored one.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ keyPath: any KeyPath<Record, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<Record>.offset(of: keyPath)
  }

  @inlinable @inline(__always)
  func value(in row: UnsafeRawPointer) -> Value {
    if let offset { return (row + offset).assumingMemoryBound(to: Value.self).pointee }
    return row.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath]
  }

  /// Calls `body` with the value of each of some rows of a chunk.
  ///
  /// Where the property lies is asked once, for all of them.
  @inlinable @inline(__always)
  func forEachValue(_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask, _ body: (Value) -> Void) {
    guard let offset else {
      return rows.forEach { row in body(value(in: base + row &* stride)) }
    }
    let first = base + offset
    rows.forEach { row in body((first + row &* stride).assumingMemoryBound(to: Value.self).pointee) }
  }
}
