/// The rows of a finder, for answers that need only part of them.
///
/// The loops over them are compiled into the caller, for the caller's types, so that a sum is as quick as one written by hand; finding the
/// rows is not.
extension Finder {
  /// Calls `body` with the memory of each chunk of the table and the rows of it that are meant, in the finder's order.
  ///
  /// - Parameter prepare: Called first, with the number of rows.
  @usableFromInline
  func forEachPart(
    _ prepare: (Int) -> Void = { _ in }, _ body: (_ base: UnsafeRawPointer, _ stride: Int, _ rows: RowMask) -> Void
  ) {
    read { finder, table in
      let execution = Execution(finder, in: table)
      prepare(execution.count)
      execution.forEachPart(body)
    }
  }

  /// Calls `body` with the address of each row, in the finder's order; for records that are not in memory, of each record.
  ///
  /// - Parameter prepare: Called first with the number of rows, where it is known.
  @inlinable @inline(__always)
  func forEachRow(
    _ prepare: (Int) -> Void = { _ in }, _ body: (UnsafeRawPointer) -> Void
  ) throws(Record.Adapter.Failure) {
    if Record.Adapter.self == ArrayAdapter.self {
      return forEachPart(prepare) { base, stride, rows in rows.forEach { body(base + $0 &* stride) } }
    }
    try Record.Adapter.forEachValue(of: \.self, in: self) { record in
      withUnsafePointer(to: record) { body(UnsafeRawPointer($0)) }
    }
  }
}
