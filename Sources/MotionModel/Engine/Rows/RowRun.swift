/// Some of the rows that lie side by side in a chunk. Where one property alone is read, they may be its values in a
/// page, which are read as if they were in rows.
///
/// It may be sent between threads because the table or the scan, which is held meanwhile, has the rows.
@frozen @usableFromInline package struct RowRun: @unchecked Sendable {
  /// The place of the first row, whether or not it is one of the rows.
  @usableFromInline let base: UnsafeRawPointer
  /// The distance from one row to the next.
  @usableFromInline let stride: Int
  @usableFromInline let rows: RowMask

  @inlinable init(base: UnsafeRawPointer, stride: Int, rows: RowMask) {
    (self.base, self.stride, self.rows) = (base, stride, rows)
  }

  /// One of the rows, by its number.
  @inlinable subscript(row: Int) -> Row {
    @_transparent
    get { Row(base + row &* stride) }
  }
}
