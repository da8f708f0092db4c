/// How rows of one type are copied, moved and destroyed, for code that does not know the type.
///
/// The engine works on addresses. Generic code that is not specialised for its type would be several
/// times slower, and most of it would be compiled once for each model if it were.
@usableFromInline final class RowMemory: Sendable {
  /// The distance from one row to the next, in bytes.
  @usableFromInline let stride: Int
  /// The length of a row, without what follows it up to the next one.
  @usableFromInline let size: Int
  @usableFromInline let alignment: Int
  /// Initializes memory with new rows.
  @usableFromInline let make: @Sendable (_ rows: MutableRow, _ count: Int) -> Void
  /// Copies rows to uninitialized memory.
  @usableFromInline let copy:
    @Sendable (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) -> Void
  /// Copies some rows of a chunk to uninitialized memory, one after the other.
  @usableFromInline let gather:
    @Sendable (_ chunk: UnsafeRawPointer, _ rows: RowMask, _ target: UnsafeMutableRawPointer) -> Void
  /// Makes the processor fetch some rows of a chunk. The result means nothing, but without it the compiler would
  /// remove the loads.
  @usableFromInline let fetch: @Sendable (_ chunk: UnsafeRawPointer, _ rows: RowMask) -> UInt8
  /// Replaces a row by a copy of another.
  @usableFromInline let replace: @Sendable (_ source: Row, _ target: MutableRow) -> Void
  /// Moves rows to memory that holds no other rows, and leaves their old memory uninitialized.
  @usableFromInline let move:
    @Sendable (_ source: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) -> Void
  /// Destroys rows and leaves their memory uninitialized.
  @usableFromInline let destroy: @Sendable (_ rows: UnsafeMutableRawPointer, _ count: Int) -> Void

  /// It is compiled where a schema is declared, for the schema's type. So copying a row is a few instructions and not
  /// a walk through the type's witness table.
  @inlinable init<Record>(_ type: Record.Type, _ new: @escaping @Sendable () -> Record) {
    (stride, size) = (MemoryLayout<Record>.stride, MemoryLayout<Record>.size)
    alignment = MemoryLayout<Record>.alignment
    make = { rows, count in
      let rows = rows.address.bindMemory(to: Record.self, capacity: count)
      for index in 0..<count { (rows + index).initialize(to: new()) }
    }
    copy = { source, target, count in
      let source = source.bound(to: Record.self)
      let target = target.bindMemory(to: Record.self, capacity: count)
      // NB: Row by row, so that each is copied by code for its type; `initialize(from:count:)` uses the
      // type's witness table.
      for index in 0..<count { (target + index).initialize(to: source[index]) }
    }
    gather = { chunk, rows, target in
      let chunk = chunk.bound(to: Record.self)
      var target = target
      rows.forEach {
        target.initializeMemory(as: Record.self, to: chunk[$0])
        target += MemoryLayout<Record>.stride
      }
    }
    fetch = { chunk, rows in
      var bytes: UInt8 = 0
      rows.forEach { row in
        let row = chunk + row &* MemoryLayout<Record>.stride
        bytes |= row.load(as: UInt8.self) | row.load(fromByteOffset: MemoryLayout<Record>.size &- 1, as: UInt8.self)
      }
      return bytes
    }
    replace = { source, target in
      target[Record.self] = source[Record.self]
    }
    move = { source, target, count in
      target.moveInitializeMemory(as: Record.self, from: source.bound(to: Record.self), count: count)
    }
    destroy = { rows, count in
      rows.bound(to: Record.self).deinitialize(count: count)
    }
  }

  /// Allocates uninitialized memory for rows.
  func allocate(_ capacity: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: max(1, stride * capacity), alignment: alignment)
  }

  /// Returns a copy of a row in its own memory, for ``free(_:)``.
  func copied(_ row: Row) -> MutableRow {
    let copy = allocate(1)
    self.copy(row.address, copy, 1)
    return MutableRow(copy)
  }

  /// Destroys a row that has its own memory, and frees it.
  func free(_ row: MutableRow) {
    destroy(row.address, 1)
    row.address.deallocate()
  }

  /// Calls `body` with a temporary copy of a row.
  ///
  /// Small rows, which are nearly all, are copied to the stack.
  func withCopy<Result, Failure: Error>(
    of row: Row, _ body: (MutableRow) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: stride, alignment: alignment) { bytes throws(Failure) in
      guard let copy = bytes.baseAddress else { preconditionFailure("a row of no bytes, which no type has") }
      self.copy(row.address, copy, 1)
      defer { destroy(copy, 1) }
      return try body(MutableRow(copy))
    }
  }
}
