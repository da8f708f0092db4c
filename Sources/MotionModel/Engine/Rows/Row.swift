/// A row in place: in the memory of a table or of a changeset, or a record of the caller.
///
/// It is valid only during the call that gave it, so it is not kept beyond that call. It is one address, which is
/// passed in a register. What one reads must be there; see ``Swift/UnsafeRawPointer/bound(to:)``.
@frozen @usableFromInline
package struct Row: Equatable {
  @usableFromInline package let address: UnsafeRawPointer

  @_transparent @usableFromInline
  package init(_ address: UnsafeRawPointer) { self.address = address }

  @_transparent @usableFromInline
  package init(_ row: MutableRow) { address = UnsafeRawPointer(row.address) }

  /// The record, or the stored property at an offset, which is read in place.
  @inlinable
  package subscript<Value>(type: Value.Type, at offset: Int = 0) -> Value {
    @_transparent
    unsafeAddress { (address + offset).bound(to: type) }
  }
}

/// A row in place, for changing it; see ``Row``.
@frozen @usableFromInline
package struct MutableRow {
  @usableFromInline package let address: UnsafeMutableRawPointer

  @_transparent @usableFromInline
  package init(_ address: UnsafeMutableRawPointer) { self.address = address }

  @_transparent @usableFromInline
  package init(_ row: Row) { address = UnsafeMutableRawPointer(mutating: row.address) }

  /// Returns a row that lies so many bytes behind this one.
  package static func + (row: MutableRow, distance: Int) -> MutableRow { MutableRow(row.address + distance) }

  /// The record, or the stored property at an offset, which is read and changed in place.
  @inlinable
  package subscript<Value>(type: Value.Type, at offset: Int = 0) -> Value {
    @_transparent
    unsafeAddress { UnsafePointer((address + offset).bound(to: type)) }
    @_transparent
    nonmutating unsafeMutableAddress { (address + offset).bound(to: type) }
  }
}

/// Calls `body` with a record as a row.
@inlinable @inline(__always)
package func withRow<Record, Result, Failure: Error>(
  of record: Record, _ body: (Row) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafePointer(to: record) { record throws(Failure) in try body(Row(record)) }
}

/// Calls `body` with a record as a row that may be changed.
@inlinable @inline(__always)
package func withRow<Record, Result, Failure: Error>(
  of record: inout Record, _ body: (MutableRow) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafeMutablePointer(to: &record) { record throws(Failure) in try body(MutableRow(record)) }
}
