/// A row in place: in the memory of a table or of a changeset, or a record of the caller. Code for one value of a row
/// takes that value in the same way.
///
/// It is valid only during the call that gave it, unless the caller holds the owner of its memory. Nothing checks this.
/// It is one address, which is passed in a register. A value of the type must be at the offset; `RowAddress.swift` says
/// why it is.
@frozen @usableFromInline package struct Row: Equatable {
  @usableFromInline package let address: UnsafeRawPointer

  @_transparent @usableFromInline
  package init(_ address: UnsafeRawPointer) { self.address = address }

  @_transparent @usableFromInline
  package init(_ row: MutableRow) { address = UnsafeRawPointer(row.address) }

  /// The record, or the stored property at an offset, which is read in place.
  @inlinable package subscript<Value>(type: Value.Type, at offset: Int = 0) -> Value {
    @_transparent
    unsafeAddress { (address + offset).bound(to: type) }
  }
}

/// A row in place, for changing it; see ``Row``.
@frozen @usableFromInline package struct MutableRow {
  @usableFromInline package let address: UnsafeMutableRawPointer

  @_transparent @usableFromInline
  package init(_ address: UnsafeMutableRawPointer) { self.address = address }

  @_transparent @usableFromInline
  package init(_ row: Row) { address = UnsafeMutableRawPointer(mutating: row.address) }

  /// Returns a row that lies so many bytes behind this one.
  @inlinable @inline(__always)
  package static func + (row: MutableRow, distance: Int) -> MutableRow { MutableRow(row.address + distance) }

  /// The record, or the stored property at an offset, which is read and changed in place.
  @inlinable package subscript<Value>(type: Value.Type, at offset: Int = 0) -> Value {
    @_transparent
    unsafeAddress { UnsafePointer((address + offset).bound(to: type)) }
    @_transparent
    nonmutating unsafeMutableAddress { (address + offset).bound(to: type) }
  }
}

/// Calls `body` with a record as a row.
@inlinable @inline(__always) package func withRow<Record, Result, Failure: Error>(
  of record: Record, _ body: (Row) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafePointer(to: record) { record throws(Failure) in try body(Row(record)) }
}

/// Calls `body` with a record as a row that may be changed.
@inlinable @inline(__always) package func withRow<Record, Result, Failure: Error>(
  of record: inout Record, _ body: (MutableRow) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafeMutablePointer(to: &record) { record throws(Failure) in try body(MutableRow(record)) }
}

/// Calls `body` with records as rows.
func withRows<Record, Result, Failure: Error>(
  of records: [Record], _ body: ([Row]) throws(Failure) -> Result
) throws(Failure) -> Result {
  try records.withUnsafeBufferPointer { records throws(Failure) in
    guard let first = records.baseAddress else { return try body([]) }
    return try body(records.indices.map { Row(first + $0) })
  }
}
