/// The difference between two records in one column.
///
/// ```swift
/// todo.priority = 3
/// todo.changes   // => [priority: 0 → 3]
/// ```
public struct ColumnChange: Sendable, Hashable {
  /// The column's name.
  public let column: String
  /// The value before; ``AttributeValue/null`` where there was no record.
  public let old: AttributeValue
  /// The value after; ``AttributeValue/null`` where there is no record any more.
  public let new: AttributeValue

  /// Makes a description of a difference.
  public init(column: String, old: AttributeValue, new: AttributeValue) {
    (self.column, self.old, self.new) = (column, old, new)
  }
}

extension ColumnChange: CustomStringConvertible {
  /// The column and both values: `priority: 0 → 3`.
  public var description: String { "\(column): \(old) → \(new)" }
}

extension Schema {
  /// The columns in which two records differ, in order of declaration; all of them when there is only one record.
  func changes(from old: Record?, to new: Record?) -> [ColumnChange] {
    columns.compactMap { column in
      if let old, let new, isSame(old, new, in: column) { return nil }
      return ColumnChange(
        column: column.name, old: old.map { column[$0] } ?? .null, new: new.map { column[$0] } ?? .null)
    }
  }

  /// Whether two records hold the same in all columns.
  package func isSame(_ first: Record, _ second: Record) -> Bool {
    withAddresses(first, second, layout.isSame)
  }

  private func isSame(_ first: Record, _ second: Record, in column: Column<Record>) -> Bool {
    withAddresses(first, second, column.operations.isSame)
  }

  private func withAddresses(
    _ first: Record, _ second: Record, _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> Bool {
    withUnsafePointer(to: first) { first in
      withUnsafePointer(to: second) { body(UnsafeRawPointer(first), UnsafeRawPointer($0)) }
    }
  }
}
