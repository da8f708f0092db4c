extension Schema {
  /// Returns the columns in which two records differ, in order of declaration; all columns if one record is nil.
  func changes(from old: Record?, to new: Record?) -> [ColumnChange] {
    columns.compactMap { column in
      if let old, let new, isSame(old, new, in: column) { return nil }
      return ColumnChange(
        column: column.name, old: old.map { column[$0] } ?? .null, new: new.map { column[$0] } ?? .null)
    }
  }

  /// Returns whether two records have equal values in all columns.
  package func isSame(_ first: Record, _ second: Record) -> Bool {
    withAddresses(first, second, layout.isSame)
  }

  private func isSame(_ first: Record, _ second: Record, in column: Column<Record>) -> Bool {
    withAddresses(first, second, column.operations.isSame)
  }

  func withAddresses(
    _ first: Record, _ second: Record, _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> Bool {
    withUnsafePointer(to: first) { first in
      withUnsafePointer(to: second) { body(UnsafeRawPointer(first), UnsafeRawPointer($0)) }
    }
  }
}
